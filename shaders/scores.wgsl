// s[h, i, j] = (q_i . k_j + q_i . key[r] + k_j . query[r]) * scale + bias[h, i, j] with r = index[i, j].
// Twin: src/engine/op/scores.rs
// q [nq, heads * head_dim], k [nk, heads * head_dim], bias [heads | 1, nq | 1, nk | 1] or [heads | 1, rows], relative [3, rows, head_dim | heads * head_dim],
// index [nq | 1, nk | 1] or [nq + nk - 1] whole -> s [heads_out, nq, nk]

struct Constants {
    queries: u32,
    keys: u32,
    head_dim: u32,
    width: u32, // heads * head_dim
    first_head: u32,
    heads_out: u32,
    rows: u32, // of a relative plane; 0 where door 4 is shut
    relative_width: u32,
    relative_head: u32, // step from one head's part of a relative row to the next, 0 where they share it
    bias_head: u32,
    bias_query: u32,
    bias_key: u32,
    bias_rows: u32, // of a bias table by row; 0 where the bias is by pair
    index_base: u32, // place of a pair in the index: base + i * query + j * key, wrapping
    index_query: u32,
    index_key: u32,
    scale: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> q: array<f32>;
@group(0) @binding(2) var<storage, read> k: array<f32>;
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(4) var<storage, read> relative: array<f32>;
@group(0) @binding(5) var<storage, read> index: array<u32>;
@group(0) @binding(6) var<storage, read_write> s: array<f32>;
@group(0) @binding(1) var<storage, read> q4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> k4: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> relative4: array<vec4<f32>>;

// One score a thread, for any head_dim.
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    let key = i % c.keys;
    let query = i / c.keys % c.queries;
    let map = i / c.keys / c.queries;
    if map >= c.heads_out {
        return;
    }
    let head = c.first_head + map;
    relative_column = head * c.relative_head;
    let q_at = query * c.width + head * c.head_dim;
    let k_at = key * c.width + head * c.head_dim;
    var sum = 0.0;
    for (var dim = 0u; dim < c.head_dim; dim++) {
        sum += q[q_at + dim] * k[k_at + dim];
    }
    sum += meet_row(q_at, k_at, row_at(query, key));
    s[i] = sum * c.scale + bias_at(head, query, key);
}

// Where 4 divides head_dim and all pairs share a row of door 4, as when it is shut.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    score(linear_index(thread, groups), false);
}

// Where 4 divides head_dim and each pair has its own row.
@compute @workgroup_size(64)
fn main4_paired(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    score(linear_index(thread, groups), true);
}

// Four queries by four keys.
fn score(i: u32, paired: bool) {
    let key_blocks = (c.keys + 3u) / 4u;
    let query_blocks = (c.queries + 3u) / 4u;
    let map = i / key_blocks / query_blocks;
    if map >= c.heads_out {
        return;
    }
    let head = c.first_head + map;
    relative_column = head * c.relative_head;
    let steps = vec4(0u, 1u, 2u, 3u);
    // What lies past the end repeats the last query or key.
    let queries = min(vec4(i / key_blocks % query_blocks * 4u) + steps, vec4(c.queries - 1u));
    let keys = min(vec4(i % key_blocks * 4u) + steps, vec4(c.keys - 1u));
    let parts = c.head_dim / 4u;
    let q_at = queries * (c.width / 4u) + head * parts;
    let k_at = keys * (c.width / 4u) + head * parts;
    // A row that all pairs share: q . key is one number a query, and k . query joins q.
    var row = c.rows;
    if !paired {
        row = index[0];
    }
    var s0 = vec4(0.0);
    var s1 = vec4(0.0);
    var s2 = vec4(0.0);
    var s3 = vec4(0.0);
    var shared_key = vec4(0.0);
    for (var part = 0u; part < parts; part++) {
        let block = mat4x4(k4[k_at.x + part], k4[k_at.y + part], k4[k_at.z + part], k4[k_at.w + part]);
        let for_query = relative_at4(QUERY_PLANE, row, part);
        let for_key = relative_at4(KEY_PLANE, row, part);
        let q0 = q4[q_at.x + part];
        let q1 = q4[q_at.y + part];
        let q2 = q4[q_at.z + part];
        let q3 = q4[q_at.w + part];
        s0 += (q0 + for_query) * block;
        s1 += (q1 + for_query) * block;
        s2 += (q2 + for_query) * block;
        s3 += (q3 + for_query) * block;
        shared_key += vec4(dot(q0, for_key), dot(q1, for_key), dot(q2, for_key), dot(q3, for_key));
    }
    s0 += shared_key.x;
    s1 += shared_key.y;
    s2 += shared_key.z;
    s3 += shared_key.w;
    if paired {
        s0 += meet_rows4(q_at.x, k_at, rows_at(queries.x, keys));
        s1 += meet_rows4(q_at.y, k_at, rows_at(queries.y, keys));
        s2 += meet_rows4(q_at.z, k_at, rows_at(queries.z, keys));
        s3 += meet_rows4(q_at.w, k_at, rows_at(queries.w, keys));
    }
    store(map, queries.x, keys, s0 * c.scale + bias_at4(head, queries.x, keys));
    store(map, queries.y, keys, s1 * c.scale + bias_at4(head, queries.y, keys));
    store(map, queries.z, keys, s2 * c.scale + bias_at4(head, queries.z, keys));
    store(map, queries.w, keys, s3 * c.scale + bias_at4(head, queries.w, keys));
}

// Past the end the last query's or key's number is written to its place once more.
fn store(map: u32, query: u32, keys: vec4<u32>, value: vec4<f32>) {
    let start = (map * c.queries + query) * c.keys;
    s[start + keys.x] = value.x;
    s[start + keys.y] = value.y;
    s[start + keys.z] = value.z;
    s[start + keys.w] = value.w;
}
