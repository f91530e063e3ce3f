//! The inner loops of the CPU executor in 128-bit vectors, for WebAssembly: the release is built for size, and then the
//! compiler doesn't find them by itself.

use core::arch::wasm32::{f32x4, f32x4_add, f32x4_extract_lane, f32x4_mul, f32x4_splat, v128};

/// Four rows of eight sums.
type Sums = [[v128; 2]; 4];

/// sum\[r\]\[l\] = sum over p of a\[p\]\[r\] * b\[p\]\[l\], added in the order of p: the same numbers as the plain loop gives.
pub fn tile(a: &[[f32; 4]], b: &[[f32; 8]]) -> [[f32; 8]; 4] {
    let mut sums = zeros();
    for (a, b) in a.iter().zip(b) {
        add(&mut sums, *a, b);
    }
    stored(sums)
}

/// As [`tile`], of four rows where they lie: a\[r\]\[p\].
pub fn tile_rows(a: [&[f32]; 4], b: &[[f32; 8]]) -> [[f32; 8]; 4] {
    let mut sums = zeros();
    let len = a.iter().fold(b.len(), |len, row| len.min(row.len()));
    let ([a0, a1, a2, a3], b) = (a.map(|row| &row[..len]), &b[..len]);
    for p in 0..len {
        add(&mut sums, [a0[p], a1[p], a2[p], a3[p]], &b[p]);
    }
    stored(sums)
}

/// As [`tile`], of every `steps.0`-th group of a and every `steps.1`-th of b.
pub fn tile_columns(a: &[[f32; 4]], b: &[[f32; 8]], steps: (usize, usize)) -> [[f32; 8]; 4] {
    let mut sums = zeros();
    let (mut i, mut j) = (0, 0);
    while let (Some(a), Some(b)) = (a.get(i), b.get(j)) {
        add(&mut sums, *a, b);
        i += steps.0;
        j += steps.1;
    }
    stored(sums)
}

#[inline(always)]
fn zeros() -> Sums {
    [[f32x4_splat(0.0); 2]; 4]
}

#[inline(always)]
fn add(sums: &mut Sums, a: [f32; 4], b: &[f32; 8]) {
    let [b0, b1, b2, b3, b4, b5, b6, b7] = *b;
    let (low, high) = (f32x4(b0, b1, b2, b3), f32x4(b4, b5, b6, b7));
    for (sum, a) in sums.iter_mut().zip(a) {
        let a = f32x4_splat(a);
        sum[0] = f32x4_add(sum[0], f32x4_mul(a, low));
        sum[1] = f32x4_add(sum[1], f32x4_mul(a, high));
    }
}

#[inline(always)]
fn stored(sums: Sums) -> [[f32; 8]; 4] {
    sums.map(|[low, high]| {
        let ([a, b, c, d], [e, f, g, h]) = (lanes(low), lanes(high));
        [a, b, c, d, e, f, g, h]
    })
}

#[inline(always)]
fn lanes(v: v128) -> [f32; 4] {
    [
        f32x4_extract_lane::<0>(v),
        f32x4_extract_lane::<1>(v),
        f32x4_extract_lane::<2>(v),
        f32x4_extract_lane::<3>(v),
    ]
}
