// ds[m, i, r] = sum over j of db[m, i, j] * max(0, 1 - |p[m, i, j] - r|), with p clipped to the last place.
// Twin: src/engine/op/interpolate_rows.rs
// p and db [maps, n, n] -> ds [maps, n, R]

struct Constants {
    threads: u32,
    n: u32,
    rows: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> p: array<f32>;
@group(0) @binding(2) var<storage, read> db: array<f32>;
@group(0) @binding(3) var<storage, read_write> ds: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let first = t / c.rows * c.n;
    let row = f32(t % c.rows);
    var sum = 0.0;
    for (var j = 0u; j < c.n; j++) {
        let place = min(p[first + j], f32(c.rows - 1u));
        sum += db[first + j] * max(0.0, 1.0 - abs(place - row));
    }
    ds[t] = sum;
}
