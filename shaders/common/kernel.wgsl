// The kernels of `distance_kernel` and its gradient: what their numbers are held to. Twin: src/engine/op/distance_kernel.rs

const LEAST = 0.01;
const LARGEST_POWER = 2.0;
const LOGARITHM = 1u;
const POWER = 2u;

struct Constants {
    threads: u32,
    n: u32,
    heads: u32,
}

// r1 and r2 inside their bounds.
fn held(kind: u32, r: vec2<f32>) -> vec2<f32> {
    let inside = max(r, vec2(LEAST));
    return vec2(inside.x, select(inside.y, min(inside.y, LARGEST_POWER), kind == POWER));
}
