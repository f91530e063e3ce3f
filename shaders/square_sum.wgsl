// y[g] = the sum of x[g]^2. Twin: src/engine/op/square_sum.rs
// x [models, n] -> y [models]. One workgroup a model.

struct Constants {
    n: u32, // numbers of one model
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let model = group.x;
    var sum = 0.0;
    for (var i = local; i < c.n; i += 64u) {
        let value = x[model * c.n + i];
        sum += value * value;
    }
    let all = reduce(local, vec2(sum, 0.0)).x;
    if local == 0u {
        y[model] = all;
    }
}
