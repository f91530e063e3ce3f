// dp[m, i, j] = db[m, i, j] * (s[m, i, low + 1] - s[m, i, low]), and 0 past the last place. Twin: src/engine/op/interpolate_slope.rs
// s [maps, n, R], p and db [maps, n, n] -> dp like p

struct Constants {
    threads: u32,
    n: u32,
    rows: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> s: array<f32>;
@group(0) @binding(2) var<storage, read> p: array<f32>;
@group(0) @binding(3) var<storage, read> db: array<f32>;
@group(0) @binding(4) var<storage, read_write> dp: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    var slope = 0.0;
    if p[t] < f32(c.rows - 1u) {
        let low = u32(p[t]);
        let row = t / c.n * c.rows;
        slope = s[row + low + 1u] - s[row + low];
    }
    dp[t] = db[t] * slope;
}
