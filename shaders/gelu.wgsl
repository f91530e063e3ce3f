// y = x/2 * (1 + erf(x / sqrt 2)). Twin: src/engine/op/gelu.rs
// x of any shape -> y of the same

struct Constants {
    threads: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<storage, read> x4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y4: array<vec4<f32>>;

fn gelu(x: vec4<f32>) -> vec4<f32> {
    return 0.5 * x * (1.0 + erf(x * 0.70710678));
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        y[i] = gelu(vec4(x[i])).x;
    }
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        y4[i] = gelu(x4[i]);
    }
}
