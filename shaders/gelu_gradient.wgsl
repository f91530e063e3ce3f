// dx = dy * (Phi(x) + x phi(x)). Twin: src/engine/op/gelu_gradient.rs
// x, dy of any shape -> dx of the same

struct Constants {
    threads: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> dy: array<f32>;
@group(0) @binding(3) var<storage, read_write> dx: array<f32>;
@group(0) @binding(1) var<storage, read> x4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> dy4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> dx4: array<vec4<f32>>;

fn slope(x: vec4<f32>) -> vec4<f32> {
    let below = 0.5 * (1.0 + erf(x * 0.70710678));
    let density = 0.39894228 * exp(-0.5 * x * x);
    return below + x * density;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        dx[i] = dy[i] * slope(vec4(x[i])).x;
    }
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        dx4[i] = dy4[i] * slope(x4[i]);
    }
}
