// v' = beta2 v + (1 - beta2) g^2, with g clipped. Twin: src/engine/op/adam_square.rs
// v [models, ...], g as v, squares [models] -> y as v. The constants are those of shaders/common/clip.wgsl.

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> v: array<f32>;
@group(0) @binding(2) var<storage, read> g: array<f32>;
@group(0) @binding(3) var<storage, read> squares: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<storage, read> v4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> g4: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        let own = g[i] * clip(squares[i / c.own]);
        y[i] = c.stays * v[i] + c.joins * own * own;
    }
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        let own = g4[i] * clip(squares[i / c.own]);
        y4[i] = c.stays * v4[i] + c.joins * own * own;
    }
}
