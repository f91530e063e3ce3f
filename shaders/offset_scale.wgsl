// y[m, i, j] = s[m, i, j] * factor[g, j - i + n - 1], for the maps m of model g. Twin: src/engine/op/offset_scale.rs
// s [G * maps, n, n], factor [G, 2n - 1] -> y like s

struct Constants {
    threads: u32,
    own: u32, // numbers of one model
    n: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> s: array<f32>;
@group(0) @binding(2) var<storage, read> factor: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t < c.threads {
        let offset = t % c.n + c.n - 1u - t / c.n % c.n;
        y[t] = s[t] * factor[t / c.own * (2u * c.n - 1u) + offset];
    }
}
