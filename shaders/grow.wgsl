// y[i, p] = t[i, p] * exp(sign * position_i * growth_p). Twin: src/engine/op/grow.rs
// t [n, pairs, 2], positions [n], growth [pairs] -> y [n, pairs, 2]

struct Constants {
    len: u32,    // n * pairs: one thread each
    pairs: u32,
    sign: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> t: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> positions: array<u32>;
@group(0) @binding(3) var<storage, read> growth: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<vec2<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let n = linear_index(thread, groups);
    if n >= c.len {
        return;
    }
    let position = f32(bitcast<i32>(positions[n / c.pairs]));
    y[n] = t[n] * exp(c.sign * position * growth[n % c.pairs]);
}
