// y[h, i, j] = a[h, i, j] * table[h, index[i, j]]. Twin: src/engine/op/damp.rs
// a [heads, nq, nk], table [heads | 1, rows], index [nq | 1, nk | 1] or [nq + nk - 1] -> y [heads, nq, nk]

struct Constants {
    len: u32,
    queries: u32,
    keys: u32,
    rows: u32,
    table_head: u32,    // step from one head's table to the next, 0 where they share one
    index_base: u32,    // place of a pair in the index: base + i * query + j * key, wrapping
    index_query: u32,
    index_key: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> table: array<f32>;
@group(0) @binding(3) var<storage, read> index: array<u32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let n = linear_index(thread, groups);
    if n >= c.len {
        return;
    }
    let j = n % c.keys;
    let i = (n / c.keys) % c.queries;
    let h = n / (c.keys * c.queries);
    let row = index[c.index_base + i * c.index_query + j * c.index_key];
    var factor = 0.0;
    if row < c.rows {
        factor = table[h * c.table_head + row];
    }
    y[n] = a[n] * factor;
}
