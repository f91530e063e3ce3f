// g_it = sigmoid((q_i . k_t) * scale), p_ij = sum of g_it over t from j to i, b[h, i, j] = (q_i . e(p_ij)) * scale.
// Twin: src/engine/op/count.rs
// q [nq, heads * head_dim], k [nk, heads * head_dim], e [rows, head_dim], valid [nk | 1] -> b [heads, nq, nk]

struct Constants {
    rows_out: u32,      // heads * nq
    queries: u32,
    keys: u32,
    head_dim: u32,
    width: u32,
    rows: u32,
    valid_step: u32,    // 1, or 0 where one flag serves all keys
    scale: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> q: array<f32>;
@group(0) @binding(2) var<storage, read> k: array<f32>;
@group(0) @binding(3) var<storage, read> e: array<f32>;
@group(0) @binding(4) var<storage, read> valid: array<u32>;
@group(0) @binding(5) var<storage, read_write> b: array<f32>;

fn gate(q_row: u32, k_row: u32, t: u32) -> f32 {
    if valid[t * c.valid_step] == 0u {
        return 0.0;
    }
    var sum = 0.0;
    for (var d = 0u; d < c.head_dim; d++) {
        sum += q[q_row + d] * k[k_row + t * c.width + d];
    }
    // Beyond 80 the gate is shut in f32 anyway; a power that overflows may be anything.
    return 1.0 / (1.0 + exp(min(-sum * c.scale, 80.0)));
}

// What the query meets at a count: between two rows of e.
fn meets(q_row: u32, count: f32) -> f32 {
    let clipped = min(count, f32(c.rows - 1u));
    let low = u32(clipped);
    let high = min(low + 1u, c.rows - 1u);
    var at_low = 0.0;
    var at_high = 0.0;
    for (var d = 0u; d < c.head_dim; d++) {
        let x = q[q_row + d];
        at_low += x * e[low * c.head_dim + d];
        at_high += x * e[high * c.head_dim + d];
    }
    return (at_low + (at_high - at_low) * (clipped - f32(low))) * c.scale;
}

// One workgroup a row, in three steps: every gate; the count at every key, which one thread adds up; what the query
// meets there. (In one thread a long row takes more rounds than a software adapter lets a shader loop.)
@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let n = group_index(group, groups);
    if n >= c.rows_out {
        return;
    }
    let h = n / c.queries;
    let i = n % c.queries;
    let own = c.keys - c.queries + i;
    let q_row = i * c.width + h * c.head_dim;
    let k_row = h * c.head_dim;
    let out = n * c.keys;
    for (var t = lane; t < c.keys; t += 64u) {
        b[out + t] = gate(q_row, k_row, t);
    }
    storageBarrier();
    if lane == 0u {
        let gate_at_own = b[out + own];
        var count = 0.0;
        for (var back = 0u; back <= own; back++) {
            count += b[out + own - back];
            b[out + own - back] = count;
        }
        count = gate_at_own;
        for (var t = own + 1u; t < c.keys; t++) {
            count += b[out + t];
            b[out + t] = count;
        }
    }
    storageBarrier();
    for (var t = lane; t < c.keys; t += 64u) {
        b[out + t] = meets(q_row, b[out + t]);
    }
}
