// The diagonals of an n x n map, for shaders that sum by offset; they declare c.n. Offset o holds the pairs with
// j - i + n - 1 = o.

// The pairs of one offset: where they start in a map, the first query, and how many there are.
struct Diagonal {
    first: u32,
    query: u32,
    pairs: u32,
}

fn diagonal(offset: u32) -> Diagonal {
    let i = c.n - 1u - min(offset, c.n - 1u);
    let j = max(offset, c.n - 1u) - (c.n - 1u);
    return Diagonal(i * c.n + j, i, c.n - i - j);
}
