// y_i = sum over j of a[h, i, j] * (v_j + value[index[i, j]]), head by head. Twin: src/engine/op/weighted_sum.rs
// a [heads, nq, nk], v [nk, heads * head_dim], relative [3, rows, head_dim | heads * head_dim], index [nq | 1, nk | 1] or [nq + nk - 1] whole
// -> y [nq, heads * head_dim]

struct Constants {
    queries: u32,
    keys: u32,
    head_dim: u32,
    width: u32, // heads * head_dim
    rows: u32, // of a relative plane; 0 where door 4 is shut
    relative_width: u32,
    relative_head: u32, // step from one head's part of a relative row to the next, 0 where they share it
    index_base: u32, // place of a pair in the index: base + i * query + j * key, wrapping
    index_query: u32,
    index_key: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<f32>;
@group(0) @binding(3) var<storage, read> relative: array<f32>;
@group(0) @binding(4) var<storage, read> index: array<u32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> v4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> relative4: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> y4: array<vec4<f32>>;

// One number a thread, for any head_dim.
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    let query = i / c.width;
    let column = i % c.width;
    if query >= c.queries {
        return;
    }
    let dim = column % c.head_dim;
    relative_column = column / c.head_dim * c.relative_head;
    let a_at = (column / c.head_dim * c.queries + query) * c.keys;
    var sum = 0.0;
    for (var key = 0u; key < c.keys; key++) {
        let row = row_at(query, key);
        sum += a[a_at + key] * (v[key * c.width + column] + relative_at(VALUE_PLANE, row, dim));
    }
    y[i] = sum;
}

// Where 4 divides head_dim and all pairs share a row of door 4, as when it is shut.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    sum(linear_index(thread, groups), false);
}

// Where 4 divides head_dim and each pair has its own row.
@compute @workgroup_size(64)
fn main4_paired(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    sum(linear_index(thread, groups), true);
}

// Four queries by four dimensions.
fn sum(i: u32, paired: bool) {
    let columns = c.width / 4u;
    let column = i % columns;
    let first = i / columns * 4u;
    if first >= c.queries {
        return;
    }
    let parts = c.head_dim / 4u;
    let head = column / parts;
    let part = column % parts;
    relative_column = head * c.relative_head;
    // Queries past the end repeat the last one: its numbers are written to their place once more.
    let queries = min(vec4(first) + vec4(0u, 1u, 2u, 3u), vec4(c.queries - 1u));
    let a_at = (queries + head * c.queries) * c.keys;
    // A row that all pairs share joins every value.
    var joining = vec4(0.0);
    if !paired {
        joining = relative_at4(VALUE_PLANE, index[0], part);
    }
    var sum0 = vec4(0.0);
    var sum1 = vec4(0.0);
    var sum2 = vec4(0.0);
    var sum3 = vec4(0.0);
    for (var key = 0u; key < c.keys; key++) {
        let value = v4[key * columns + column] + joining;
        let weights = vec4(a[a_at.x + key], a[a_at.y + key], a[a_at.z + key], a[a_at.w + key]);
        sum0 += weights.x * value;
        sum1 += weights.y * value;
        sum2 += weights.z * value;
        sum3 += weights.w * value;
        if paired {
            sum0 += weights.x * relative_at4(VALUE_PLANE, row_at(queries.x, key), part);
            sum1 += weights.y * relative_at4(VALUE_PLANE, row_at(queries.y, key), part);
            sum2 += weights.z * relative_at4(VALUE_PLANE, row_at(queries.z, key), part);
            sum3 += weights.w * relative_at4(VALUE_PLANE, row_at(queries.w, key), part);
        }
    }
    y4[queries.x * columns + column] = sum0;
    y4[queries.y * columns + column] = sum1;
    y4[queries.z * columns + column] = sum2;
    y4[queries.w * columns + column] = sum3;
}
