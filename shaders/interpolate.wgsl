// b[m, i, j] = s[m, i, .] read at p[m, i, j], linearly between two places. Twin: src/engine/op/interpolate.rs
// s [maps, n, R], p [maps, n, n] -> b like p

struct Constants {
    threads: u32,
    n: u32,
    rows: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> s: array<f32>;
@group(0) @binding(2) var<storage, read> p: array<f32>;
@group(0) @binding(3) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let place = min(p[t], f32(c.rows - 1u));
    let low = u32(place);
    let row = t / c.n * c.rows;
    let at_low = s[row + low];
    let at_high = s[row + min(low + 1u, c.rows - 1u)];
    b[t] = at_low + (at_high - at_low) * (place - f32(low));
}
