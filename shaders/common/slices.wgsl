// Sums over a middle axis, for `sum` and `product_sum`, which declare `c`: [outer, middle, inner] -> [outer, inner].

struct Constants {
    threads: u32,
    middle: u32,
    inner: u32, // in fours for main4
}

// Where thread i finds its first number.
fn first(i: u32) -> u32 {
    return i / c.inner * c.middle * c.inner + i % c.inner;
}
