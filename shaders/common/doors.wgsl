// What doors 3 and 4 add to a score, for `scores` and `attention`, which declare `bias`, `q`, `k` and the constants `c`.
// Twin: src/engine/op/doors.rs. Functions that end in 4 read numbers in fours: where 4 divides head_dim.

// A bias by pair, or by the row that the pair looks up (bias_rows > 0); 0 where the table has no such row.
fn bias_at(head: u32, query: u32, key: u32) -> f32 {
    let at = head * c.bias_head + query * c.bias_query + key * c.bias_key;
    if c.bias_rows == 0u {
        return bias[at];
    }
    let row = row_at(query, key);
    if row < c.bias_rows {
        return bias[at + row];
    }
    return 0.0;
}

fn bias_at4(head: u32, query: u32, keys: vec4<u32>) -> vec4<f32> {
    return vec4(
        bias_at(head, query, keys.x),
        bias_at(head, query, keys.y),
        bias_at(head, query, keys.z),
        bias_at(head, query, keys.w),
    );
}

// q . key[row] + k . query[row] for one query and key; q_at and k_at are where they start.
fn meet_row(q_at: u32, k_at: u32, row: u32) -> f32 {
    var sum = 0.0;
    for (var dim = 0u; dim < c.head_dim; dim++) {
        sum += q[q_at + dim] * relative_at(KEY_PLANE, row, dim);
        sum += k[k_at + dim] * relative_at(QUERY_PLANE, row, dim);
    }
    return sum;
}

// The same for one query and four keys.
fn meet_rows4(q_at: u32, k_at: vec4<u32>, rows: vec4<u32>) -> vec4<f32> {
    var sum = vec4(0.0);
    for (var part = 0u; part < c.head_dim / 4u; part++) {
        let q_part = q4[q_at + part];
        sum += vec4(
            dot(q_part, relative_at4(KEY_PLANE, rows.x, part)),
            dot(q_part, relative_at4(KEY_PLANE, rows.y, part)),
            dot(q_part, relative_at4(KEY_PLANE, rows.z, part)),
            dot(q_part, relative_at4(KEY_PLANE, rows.w, part)),
        );
        sum += vec4(
            dot(k4[k_at.x + part], relative_at4(QUERY_PLANE, rows.x, part)),
            dot(k4[k_at.y + part], relative_at4(QUERY_PLANE, rows.y, part)),
            dot(k4[k_at.z + part], relative_at4(QUERY_PLANE, rows.z, part)),
            dot(k4[k_at.w + part], relative_at4(QUERY_PLANE, rows.w, part)),
        );
    }
    return sum;
}
