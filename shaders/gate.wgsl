// b[h, i, j] = (q_i . k_j) * scale * table[index[i, j]]. Twin: src/engine/op/gate.rs
// q [nq, heads * head_dim], k [nk, heads * head_dim], table [1, rows], index [nq | 1, nk | 1] or [nq + nk - 1]
// -> b [heads, nq, nk]

struct Constants {
    len: u32,
    queries: u32,
    keys: u32,
    head_dim: u32,
    width: u32,
    rows: u32,
    index_base: u32,    // place of a pair in the index: base + i * query + j * key, wrapping
    index_query: u32,
    index_key: u32,
    scale: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> q: array<f32>;
@group(0) @binding(2) var<storage, read> k: array<f32>;
@group(0) @binding(3) var<storage, read> table: array<f32>;
@group(0) @binding(4) var<storage, read> index: array<u32>;
@group(0) @binding(5) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let n = linear_index(thread, groups);
    if n >= c.len {
        return;
    }
    let j = n % c.keys;
    let i = (n / c.keys) % c.queries;
    let h = n / (c.keys * c.queries);
    let q_row = i * c.width + h * c.head_dim;
    let k_row = j * c.width + h * c.head_dim;
    var sum = 0.0;
    for (var e = 0u; e < c.head_dim; e++) {
        sum += q[q_row + e] * k[k_row + e];
    }
    let row = index[c.index_base + i * c.index_query + j * c.index_key];
    var mask = 0.0;
    if row < c.rows {
        mask = table[row];
    }
    b[n] = sum * c.scale * mask;
}
