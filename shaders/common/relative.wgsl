// Door 4's rows, for `scores`, `weighted_sum` and `attention`, which declare `relative`, `index` and the constants `c`.
// Twin: src/engine/op/doors.rs. Functions that end in 4 read numbers in fours: where 4 divides head_dim.

const KEY_PLANE = 0u;
const QUERY_PLANE = 1u;
const VALUE_PLANE = 2u;

// Where this head's part of a relative row starts: each entry point sets it.
var<private> relative_column: u32;

// The row that a pair meets; places wrap, as in src/engine/op/lookup.rs.
fn row_at(query: u32, key: u32) -> u32 {
    return index[c.index_base + query * c.index_query + key * c.index_key];
}

fn rows_at(query: u32, keys: vec4<u32>) -> vec4<u32> {
    let at = vec4(c.index_base + query * c.index_query) + keys * c.index_key;
    return vec4(index[at.x], index[at.y], index[at.z], index[at.w]);
}

// One number of a relative row; zero where the table has no such row.
fn relative_at(plane: u32, row: u32, dim: u32) -> f32 {
    if row < c.rows {
        return relative[(plane * c.rows + row) * c.relative_width + relative_column + dim];
    }
    return 0.0;
}

fn relative_at4(plane: u32, row: u32, part: u32) -> vec4<f32> {
    if row < c.rows {
        return relative4[((plane * c.rows + row) * c.relative_width + relative_column) / 4u + part];
    }
    return vec4(0.0);
}
