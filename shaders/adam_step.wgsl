// w' = w - rate * factor * (m / c1) / (sqrt(v / c2) + epsilon). Twin: src/engine/op/adam_step.rs
// w [models, ...], m and v as w, schedule [3] (rate, c1, c2) -> y as w

struct Constants {
    threads: u32,
    epsilon: f32,
    factor: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> w: array<f32>;
@group(0) @binding(2) var<storage, read> m: array<f32>;
@group(0) @binding(3) var<storage, read> v: array<f32>;
@group(0) @binding(4) var<storage, read> schedule: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<storage, read> w4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> m4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> v4: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> y4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        let rate = schedule[0] * c.factor / schedule[1];
        y[i] = w[i] - rate * m[i] / (sqrt(v[i] / schedule[2]) + c.epsilon);
    }
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i < c.threads {
        let rate = schedule[0] * c.factor / schedule[1];
        y4[i] = w4[i] - rate * m4[i] / (sqrt(v4[i] / schedule[2]) + c.epsilon);
    }
}
