//! The inner loop of the CPU executor in 128-bit vectors, for WebAssembly: the release is built for size, and then the
//! compiler doesn't find them by itself.

use core::arch::wasm32::{f32x4, f32x4_add, f32x4_extract_lane, f32x4_mul, f32x4_splat, v128};

/// sum\[r\]\[l\] = sum over p of a\[p\]\[r\] * b\[p\]\[l\], added in the order of p: the same numbers as the plain loop gives.
pub fn tile(a: &[[f32; 4]], b: &[[f32; 8]]) -> [[f32; 8]; 4] {
    let mut sums = [[f32x4_splat(0.0); 2]; 4];
    for (a, b) in a.iter().zip(b) {
        let [b0, b1, b2, b3, b4, b5, b6, b7] = *b;
        let (low, high) = (f32x4(b0, b1, b2, b3), f32x4(b4, b5, b6, b7));
        for (sum, a) in sums.iter_mut().zip(a) {
            let a = f32x4_splat(*a);
            sum[0] = f32x4_add(sum[0], f32x4_mul(a, low));
            sum[1] = f32x4_add(sum[1], f32x4_mul(a, high));
        }
    }
    sums.map(|[low, high]| {
        let ([a, b, c, d], [e, f, g, h]) = (lanes(low), lanes(high));
        [a, b, c, d, e, f, g, h]
    })
}

fn lanes(v: v128) -> [f32; 4] {
    [
        f32x4_extract_lane::<0>(v),
        f32x4_extract_lane::<1>(v),
        f32x4_extract_lane::<2>(v),
        f32x4_extract_lane::<3>(v),
    ]
}
