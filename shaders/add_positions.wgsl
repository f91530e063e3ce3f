// y[g, b, i] = x[g, b, i] + p[g, i]. Twin: src/engine/op/add_positions.rs
// x [models * sequences * n, d], p [models, n, d] -> y [models * sequences * n, d]

struct Constants {
    threads: u32,
    block: u32, // threads of one model
    own: u32,   // numbers of one model's p; in fours for main4
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> p: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<storage, read> x4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> p4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> y4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        y[i] = x[i] + p[i / c.block * c.own + i % c.own];
    }
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        y4[i] = x4[i] + p4[i / c.block * c.own + i % c.own];
    }
}
