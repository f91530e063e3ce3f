// y_i = sum over j of softmax_j(s[h, i, j]) * (v_j + value[index[i, j]]), with the scores of scores.wgsl, in one step.
// Twin: src/engine/op/attention.rs
// q [nq, heads * head_dim], k and v [nk, heads * head_dim], bias [heads | 1, nq | 1, nk | 1] or [heads | 1, rows], relative [3, rows, head_dim | heads * head_dim],
// index [nq | 1, nk | 1] or [nq + nk - 1] whole, valid [nk | 1] whole -> y [nq, heads * head_dim]
//
// No nq x nk buffer: a thread walks over the keys with a running maximum and sum, and whenever the maximum rises, what it
// summed so far shrinks (Milakov and Gimelshein 2018). The sums stand in y itself, so any head_dim fits.

struct Constants {
    queries: u32,
    keys: u32,
    head_dim: u32,
    width: u32, // heads * head_dim
    heads: u32,
    causal: u32,
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
    valid_key: u32, // 1, or 0 where valid is one number
    scale: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> q: array<f32>;
@group(0) @binding(2) var<storage, read> k: array<f32>;
@group(0) @binding(3) var<storage, read> v: array<f32>;
@group(0) @binding(4) var<storage, read> bias: array<f32>;
@group(0) @binding(5) var<storage, read> relative: array<f32>;
@group(0) @binding(6) var<storage, read> index: array<u32>;
@group(0) @binding(7) var<storage, read> valid: array<u32>;
@group(0) @binding(8) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<storage, read> q4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> k4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> v4: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> relative4: array<vec4<f32>>;
@group(0) @binding(8) var<storage, read_write> y4: array<vec4<f32>>;

// How many keys, from the first on, a query may see.
fn seen_by(query: u32) -> u32 {
    return select(c.keys, c.keys - c.queries + query + 1u, c.causal != 0u);
}

// One query of one head a thread, for any head_dim.
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    let query = i % c.queries;
    let head = i / c.queries;
    if head >= c.heads {
        return;
    }
    let column = head * c.head_dim;
    relative_column = head * c.relative_head;
    let q_at = query * c.width + column;
    var highest = HIDDEN;
    var sum = 0.0;
    for (var dim = 0u; dim < c.head_dim; dim++) {
        y[q_at + dim] = 0.0;
    }
    for (var key = 0u; key < seen_by(query); key++) {
        if valid[key * c.valid_key] == 0u {
            continue;
        }
        let k_at = key * c.width + column;
        let row = row_at(query, key);
        var product = 0.0;
        for (var dim = 0u; dim < c.head_dim; dim++) {
            product += q[q_at + dim] * k[k_at + dim];
        }
        product += meet_row(q_at, k_at, row);
        let score = product * c.scale + bias_at(head, query, key);
        let higher = max(highest, score);
        let shrink = exp(highest - higher);
        let weight = exp(score - higher);
        highest = higher;
        sum = sum * shrink + weight;
        for (var dim = 0u; dim < c.head_dim; dim++) {
            let value = v[k_at + dim] + relative_at(VALUE_PLANE, row, dim);
            y[q_at + dim] = y[q_at + dim] * shrink + weight * value;
        }
    }
    let factor = select(0.0, 1.0 / sum, sum > 0.0);
    for (var dim = 0u; dim < c.head_dim; dim++) {
        y[q_at + dim] *= factor;
    }
}

// Scales products to scores, adds what the doors add for each pair, and hides what the query may not see.
fn finish(product: vec4<f32>, head: u32, query: u32, keys: vec4<u32>, ends: u32, bias_one: f32) -> vec4<f32> {
    var score = product * c.scale;
    if c.bias_head + c.bias_query + c.bias_key + c.bias_rows == 0u {
        score += bias_one;
    } else {
        score += bias_at4(head, query, min(keys, vec4(c.keys - 1u)));
    }
    var seen = keys < vec4(ends);
    if c.valid_key != 0u {
        let at = min(keys, vec4(c.keys - 1u));
        seen = seen & (vec4(valid[at.x], valid[at.y], valid[at.z], valid[at.w]) != vec4(0u));
    }
    return select(vec4(HIDDEN), score, seen);
}

// weights . value rows of four keys, one part.
fn values_of(weights: vec4<f32>, rows: vec4<u32>, part: u32) -> vec4<f32> {
    return weights.x * relative_at4(VALUE_PLANE, rows.x, part)
        + weights.y * relative_at4(VALUE_PLANE, rows.y, part)
        + weights.z * relative_at4(VALUE_PLANE, rows.z, part)
        + weights.w * relative_at4(VALUE_PLANE, rows.w, part);
}

// Where 4 divides head_dim and all pairs share a row of door 4, as when it is shut.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    attend(linear_index(thread, groups), false);
}

// Where 4 divides head_dim and each pair has its own row.
@compute @workgroup_size(64)
fn main4_paired(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    attend(linear_index(thread, groups), true);
}

// Four queries of one head, eight keys a step. `paired` is known when the shader is compiled: even a branch never taken would
// cost a software adapter a third of its speed.
fn attend(i: u32, paired: bool) {
    let blocks = (c.queries + 3u) / 4u;
    let head = i / blocks;
    if head >= c.heads {
        return;
    }
    let first = i % blocks * 4u;
    let count = min(c.queries - first, 4u);
    let parts = c.head_dim / 4u;
    let width = c.width / 4u;
    let column = head * parts;
    relative_column = head * c.relative_head;
    let steps = vec4(0u, 1u, 2u, 3u);
    // Queries past the end repeat the last one and aren't written.
    let queries = min(vec4(first) + steps, vec4(c.queries - 1u));
    let q_at = queries * width + column;
    // A row that all pairs share: q . key is one number a query, k . query joins q, and value joins the result.
    var row = c.rows;
    if !paired {
        row = index[0];
    }
    var shared_key = vec4(0.0);
    for (var part = 0u; part < parts; part++) {
        let for_key = relative_at4(KEY_PLANE, row, part);
        shared_key += vec4(
            dot(q4[q_at.x + part], for_key),
            dot(q4[q_at.y + part], for_key),
            dot(q4[q_at.z + part], for_key),
            dot(q4[q_at.w + part], for_key),
        );
        y4[q_at.x + part] = vec4(0.0);
        y4[q_at.y + part] = vec4(0.0);
        y4[q_at.z + part] = vec4(0.0);
        y4[q_at.w + part] = vec4(0.0);
    }
    var ends = seen_by(queries.w);
    if c.valid_key == 0u && valid[0] == 0u {
        ends = 0u;
    }
    let bias_one = bias[0];
    let nothing = Eight(vec4(0.0), vec4(0.0));
    var r0 = Running(HIDDEN, 0.0, 1.0, nothing);
    var r1 = r0;
    var r2 = r0;
    var r3 = r0;
    for (var key = 0u; key < ends; key += 8u) {
        let keys_a = vec4(key) + steps;
        let keys_b = keys_a + 4u;
        let at_a = min(keys_a, vec4(c.keys - 1u)) * width + column;
        let at_b = min(keys_b, vec4(c.keys - 1u)) * width + column;
        var s0 = nothing;
        var s1 = nothing;
        var s2 = nothing;
        var s3 = nothing;
        for (var part = 0u; part < parts; part++) {
            let a = mat4x4(k4[at_a.x + part], k4[at_a.y + part], k4[at_a.z + part], k4[at_a.w + part]);
            let b = mat4x4(k4[at_b.x + part], k4[at_b.y + part], k4[at_b.z + part], k4[at_b.w + part]);
            let for_query = relative_at4(QUERY_PLANE, row, part);
            let q0 = q4[q_at.x + part] + for_query;
            let q1 = q4[q_at.y + part] + for_query;
            let q2 = q4[q_at.z + part] + for_query;
            let q3 = q4[q_at.w + part] + for_query;
            s0.a += q0 * a;
            s1.a += q1 * a;
            s2.a += q2 * a;
            s3.a += q3 * a;
            s0.b += q0 * b;
            s1.b += q1 * b;
            s2.b += q2 * b;
            s3.b += q3 * b;
        }
        s0 = Eight(s0.a + shared_key.x, s0.b + shared_key.x);
        s1 = Eight(s1.a + shared_key.y, s1.b + shared_key.y);
        s2 = Eight(s2.a + shared_key.z, s2.b + shared_key.z);
        s3 = Eight(s3.a + shared_key.w, s3.b + shared_key.w);
        if paired {
            s0 = meet(s0, queries.x, q_at.x, keys_a, keys_b, column);
            s1 = meet(s1, queries.y, q_at.y, keys_a, keys_b, column);
            s2 = meet(s2, queries.z, q_at.z, keys_a, keys_b, column);
            s3 = meet(s3, queries.w, q_at.w, keys_a, keys_b, column);
        }
        r0 = take(r0, both(s0, head, queries.x, keys_a, bias_one));
        r1 = take(r1, both(s1, head, queries.y, keys_a, bias_one));
        r2 = take(r2, both(s2, head, queries.z, keys_a, bias_one));
        r3 = take(r3, both(s3, head, queries.w, keys_a, bias_one));
        for (var part = 0u; part < parts; part++) {
            let a = mat4x4(v4[at_a.x + part], v4[at_a.y + part], v4[at_a.z + part], v4[at_a.w + part]);
            let b = mat4x4(v4[at_b.x + part], v4[at_b.y + part], v4[at_b.z + part], v4[at_b.w + part]);
            mix(q_at.x + part, r0, a, b);
            if count > 1u {
                mix(q_at.y + part, r1, a, b);
            }
            if count > 2u {
                mix(q_at.z + part, r2, a, b);
            }
            if count > 3u {
                mix(q_at.w + part, r3, a, b);
            }
        }
        if paired {
            mix_rows(r0, queries.x, q_at.x, keys_a);
            if count > 1u {
                mix_rows(r1, queries.y, q_at.y, keys_a);
            }
            if count > 2u {
                mix_rows(r2, queries.z, q_at.z, keys_a);
            }
            if count > 3u {
                mix_rows(r3, queries.w, q_at.w, keys_a);
            }
        }
    }
    divide(r0, q_at.x, row);
    if count > 1u {
        divide(r1, q_at.y, row);
    }
    if count > 2u {
        divide(r2, q_at.z, row);
    }
    if count > 3u {
        divide(r3, q_at.w, row);
    }
}

fn both(products: Eight, head: u32, query: u32, keys: vec4<u32>, bias_one: f32) -> Eight {
    let ends = seen_by(query);
    return Eight(
        finish(products.a, head, query, keys, ends, bias_one),
        finish(products.b, head, query, keys + 4u, ends, bias_one),
    );
}

// Adds what key and query meet in each pair's own row.
fn meet(products: Eight, query: u32, q_at: u32, keys_a: vec4<u32>, keys_b: vec4<u32>, column: u32) -> Eight {
    let a = min(keys_a, vec4(c.keys - 1u));
    let b = min(keys_b, vec4(c.keys - 1u));
    let width = c.width / 4u;
    return Eight(
        products.a + meet_rows4(q_at, a * width + column, rows_at(query, a)),
        products.b + meet_rows4(q_at, b * width + column, rows_at(query, b)),
    );
}

fn mix(at: u32, r: Running, a: mat4x4<f32>, b: mat4x4<f32>) {
    y4[at] = y4[at] * r.shrink + a * r.weights.a + b * r.weights.b;
}

// Adds each pair's own value row.
fn mix_rows(r: Running, query: u32, at: u32, keys: vec4<u32>) {
    let rows_a = rows_at(query, min(keys, vec4(c.keys - 1u)));
    let rows_b = rows_at(query, min(keys + 4u, vec4(c.keys - 1u)));
    for (var part = 0u; part < c.head_dim / 4u; part++) {
        y4[at + part] += values_of(r.weights.a, rows_a, part) + values_of(r.weights.b, rows_b, part);
    }
}

fn divide(r: Running, at: u32, row: u32) {
    for (var part = 0u; part < c.head_dim / 4u; part++) {
        if r.sum > 0.0 {
            y4[at + part] = y4[at + part] / r.sum + relative_at4(VALUE_PLANE, row, part);
        } else {
            y4[at + part] = vec4(0.0);
        }
    }
}
