// m' = beta1 m + (1 - beta1) g, with g clipped. Twin: src/engine/op/adam_mean.rs
// m [models, ...], g as m, squares [models] -> y as m. The constants are those of shaders/common/clip.wgsl.

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> m: array<f32>;
@group(0) @binding(2) var<storage, read> g: array<f32>;
@group(0) @binding(3) var<storage, read> squares: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<storage, read> m4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> g4: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        let own = g[i] * clip(squares[i / c.own]);
        y[i] = c.stays * m[i] + c.joins * own;
    }
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        let own = g4[i] * clip(squares[i / c.own]);
        y4[i] = c.stays * m4[i] + c.joins * own;
    }
}
