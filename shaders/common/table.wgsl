// Rows of a table that meet the heads of many sequences, for `row_scores`, `row_mix` and `row_gather`, which declare `c`.

struct Constants {
    threads: u32,
    n: u32,
    rows: u32, // of one model's table
    head_dim: u32,
    heads: u32,
    sequences: u32, // of each model
    width: u32,     // of a row: head_dim where the heads share it
    scale: f32,
}

// Where a row of the table that a sequence's head meets starts.
fn row_at(sequence: u32, head: u32, row: u32) -> u32 {
    let own = select(head * c.head_dim, 0u, c.width == c.head_dim);
    return (sequence / c.sequences * c.rows + row) * c.width + own;
}

// Where a head's part of a token's row starts.
fn token_at(sequence: u32, head: u32, token: u32) -> u32 {
    return ((sequence * c.n + token) * c.heads + head) * c.head_dim;
}
