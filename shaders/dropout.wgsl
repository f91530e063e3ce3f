// y = x * factor where the counter's word keeps it, else 0. Twin: src/engine/op/dropout.rs
// x, key [1] -> y like x

struct Constants {
    threads: u32,
    own: u32, // numbers of one model
    site: u32,
    kept_below: u32,
    factor: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> key: array<u32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

// The first word of pcg3d (Jarzynski and Olano 2020).
fn pcg3d(counters: vec3<u32>) -> u32 {
    var v = counters * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> vec3(16u);
    return v.x + v.y * v.z;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t < c.threads {
        let keeps = pcg3d(vec3(t % c.own, c.site, key[0])) < c.kept_below;
        y[t] = select(0.0, x[t] * c.factor, keeps);
    }
}
