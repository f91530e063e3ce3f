// Distance as a share of what has been read, for `fire` and its gradient, which declare `c` and `positions`.
// Twin: src/engine/op/fire.rs

struct Constants {
    threads: u32,
    n: u32,
    heads: u32,
    width: u32,
    length: f32,
}

const EPSILON = 1e-6;

struct Share {
    x: f32,
    distance: f32,
    under: f32,
    most: f32,
    by_length: bool,
}

fn share_of(ends: vec2<f32>, query: f32, key: f32) -> Share {
    let distance = abs(query - key);
    let length = abs(ends.y * c.length);
    let most = max(length, abs(query));
    let under = log(ends.x * most + 1.0) + EPSILON;
    return Share(log(ends.x * distance + 1.0) / under, distance, under, most, length > abs(query));
}
