// y = (x - mean) / sqrt(variance + epsilon), over each row. Twin: src/engine/op/normalize.rs
// x [n, d] -> y [n, d]. One thread a row.

struct Constants {
    n: u32,
    d: u32,
    epsilon: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<storage, read> x4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let row = linear_index(thread, groups);
    if row >= c.n {
        return;
    }
    let start = row * c.d;
    let m = moments(start);
    for (var i = 0u; i < c.d; i++) {
        y[start + i] = (x[start + i] - m.mean) * m.factor;
    }
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let row = linear_index(thread, groups);
    if row >= c.n {
        return;
    }
    let fours = c.d / 4u;
    let start = row * fours;
    let m = moments4(start);
    for (var i = 0u; i < fours; i++) {
        y4[start + i] = (x4[start + i] - m.mean) * m.factor;
    }
}
