//! The inner loop of the CPU executor in 128-bit vectors, for WebAssembly: the release is built for size, and then the
//! compiler neither finds vectors by itself nor unrolls a loop over them.

use core::arch::wasm32::{f32x4, f32x4_add, f32x4_extract_lane, f32x4_mul, f32x4_splat, v128};

/// sum\[r\]\[l\] = sum over p of a\[p\]\[r\] * b\[p\]\[l\], added in the order of p: the same numbers as the plain loop gives.
///
/// Eight sums with names of their own: in an array they would live in memory, which costs five sixths of the speed.
pub fn tile(a: &[[f32; 4]], b: &[[f32; 8]]) -> [[f32; 8]; 4] {
    let zero = f32x4_splat(0.0);
    let (mut low0, mut low1, mut low2, mut low3) = (zero, zero, zero, zero);
    let (mut high0, mut high1, mut high2, mut high3) = (zero, zero, zero, zero);
    for ([a0, a1, a2, a3], b) in a.iter().zip(b) {
        let [b0, b1, b2, b3, b4, b5, b6, b7] = *b;
        let (low, high) = (f32x4(b0, b1, b2, b3), f32x4(b4, b5, b6, b7));
        let (a0, a1) = (f32x4_splat(*a0), f32x4_splat(*a1));
        let (a2, a3) = (f32x4_splat(*a2), f32x4_splat(*a3));
        low0 = f32x4_add(low0, f32x4_mul(a0, low));
        high0 = f32x4_add(high0, f32x4_mul(a0, high));
        low1 = f32x4_add(low1, f32x4_mul(a1, low));
        high1 = f32x4_add(high1, f32x4_mul(a1, high));
        low2 = f32x4_add(low2, f32x4_mul(a2, low));
        high2 = f32x4_add(high2, f32x4_mul(a2, high));
        low3 = f32x4_add(low3, f32x4_mul(a3, low));
        high3 = f32x4_add(high3, f32x4_mul(a3, high));
    }
    [
        lanes(low0, high0),
        lanes(low1, high1),
        lanes(low2, high2),
        lanes(low3, high3),
    ]
}

fn lanes(low: v128, high: v128) -> [f32; 8] {
    [
        f32x4_extract_lane::<0>(low),
        f32x4_extract_lane::<1>(low),
        f32x4_extract_lane::<2>(low),
        f32x4_extract_lane::<3>(low),
        f32x4_extract_lane::<0>(high),
        f32x4_extract_lane::<1>(high),
        f32x4_extract_lane::<2>(high),
        f32x4_extract_lane::<3>(high),
    ]
}
