// s[m, i, j] = (q_i . k_j + q_i . key[o]) * scale + bias[o, h] with o = j - i + n - 1, for map m of a sequence and its head h.
// Twin: src/engine/op/pair_scores.rs
// q and k [G * B * n, heads * head_dim], bias [G, 2n - 1, heads], key [G, 2n - 1, head_dim] -> s [G * B * heads, n, n]

struct Constants {
    maps: u32,
    n: u32,
    head_dim: u32,
    heads: u32,
    sequences: u32, // of each model
    bias_open: u32, // 0: the table isn't read
    key_open: u32,
    scale: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> q: array<f32>;
@group(0) @binding(2) var<storage, read> k: array<f32>;
@group(0) @binding(3) var<storage, read> bias: array<f32>;
@group(0) @binding(4) var<storage, read> key: array<f32>;
@group(0) @binding(5) var<storage, read_write> s: array<f32>;
@group(0) @binding(1) var<storage, read> q4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> k4: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> key4: array<vec4<f32>>;

// One score a thread, for any head_dim.
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    let j = t % c.n;
    let i = t / c.n % c.n;
    let map = t / c.n / c.n;
    if map >= c.maps {
        return;
    }
    let sequence = map / c.heads;
    let head = map % c.heads;
    let width = c.heads * c.head_dim;
    let q_at = (sequence * c.n + i) * width + head * c.head_dim;
    let k_at = (sequence * c.n + j) * width + head * c.head_dim;
    let row = row_of(sequence, i, j);
    var sum = 0.0;
    for (var dim = 0u; dim < c.head_dim; dim++) {
        sum += q[q_at + dim] * k[k_at + dim];
    }
    if c.key_open != 0u {
        for (var dim = 0u; dim < c.head_dim; dim++) {
            sum += q[q_at + dim] * key[row * c.head_dim + dim];
        }
    }
    s[t] = sum * c.scale + bias_at(row, head);
}

// Four queries by four keys a thread, where 4 divides head_dim.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    let blocks = (c.n + 3u) / 4u;
    let map = t / blocks / blocks;
    if map >= c.maps {
        return;
    }
    let sequence = map / c.heads;
    let head = map % c.heads;
    let steps = vec4(0u, 1u, 2u, 3u);
    // What lies past the end repeats the last query or key.
    let queries = min(vec4(t / blocks % blocks * 4u) + steps, vec4(c.n - 1u));
    let keys = min(vec4(t % blocks * 4u) + steps, vec4(c.n - 1u));
    let parts = c.head_dim / 4u;
    let q_at = (queries + sequence * c.n) * (c.heads * parts) + head * parts;
    let k_at = (keys + sequence * c.n) * (c.heads * parts) + head * parts;
    var s0 = vec4(0.0);
    var s1 = vec4(0.0);
    var s2 = vec4(0.0);
    var s3 = vec4(0.0);
    for (var part = 0u; part < parts; part++) {
        let block = mat4x4(k4[k_at.x + part], k4[k_at.y + part], k4[k_at.z + part], k4[k_at.w + part]);
        s0 += q4[q_at.x + part] * block;
        s1 += q4[q_at.y + part] * block;
        s2 += q4[q_at.z + part] * block;
        s3 += q4[q_at.w + part] * block;
    }
    store(map, queries.x, keys, s0, q_at.x);
    store(map, queries.y, keys, s1, q_at.y);
    store(map, queries.z, keys, s2, q_at.z);
    store(map, queries.w, keys, s3, q_at.w);
}

// Adds what the offsets bring and writes four keys of one query; past the end the last number is written once more.
fn store(map: u32, query: u32, keys: vec4<u32>, products: vec4<f32>, q_at: u32) {
    let sequence = map / c.heads;
    let head = map % c.heads;
    let rows = row_of(sequence, query, 0u) + keys;
    let parts = c.head_dim / 4u;
    var sum = products;
    if c.key_open != 0u {
        for (var part = 0u; part < parts; part++) {
            let at = rows * parts + part;
            sum += q4[q_at + part] * mat4x4(key4[at.x], key4[at.y], key4[at.z], key4[at.w]);
        }
    }
    let start = (map * c.n + query) * c.n;
    s[start + keys.x] = sum.x * c.scale + bias_at(rows.x, head);
    s[start + keys.y] = sum.y * c.scale + bias_at(rows.y, head);
    s[start + keys.z] = sum.z * c.scale + bias_at(rows.z, head);
    s[start + keys.w] = sum.w * c.scale + bias_at(rows.w, head);
}

// The row of a model's table that query i and key j meet, counted over all models.
fn row_of(sequence: u32, i: u32, j: u32) -> u32 {
    return sequence / c.sequences * (2u * c.n - 1u) + j + c.n - 1u - i;
}

fn bias_at(row: u32, head: u32) -> f32 {
    if c.bias_open == 0u {
        return 0.0;
    }
    return bias[row * c.heads + head];
}
