//! The tile: 4 x 8 sums of products that stay in registers while their operands stream past.

use super::real::Real;

/// Rows of a tile: how many numbers of the left operand one step reads.
pub const ROWS: usize = 4;
/// Lanes of a tile: how many numbers of the right operand one step reads, two 128-bit vectors.
pub const LANES: usize = 8;

/// A tile's sums.
pub(crate) type Sums<T> = [[T; LANES]; ROWS];

/// The innermost loops. As they stand here they are the reference; on WebAssembly f32 has them in vectors.
pub(crate) trait Tiles: Real {
    /// sum\[r\]\[l\] = sum over p of a\[p\]\[r\] * b\[p\]\[l\], added in the order of p.
    #[inline(always)]
    fn packed(a: &[[Self; ROWS]], b: &[[Self; LANES]]) -> Sums<Self> {
        let mut sums = [[Self::ZERO; LANES]; ROWS];
        for (a, b) in a.iter().zip(b) {
            add(&mut sums, a, b);
        }
        sums
    }

    /// As [`Tiles::packed`], of four rows where they lie: a\[r\]\[p\].
    #[inline(always)]
    fn rows(a: &[&[Self]; ROWS], b: &[[Self; LANES]]) -> Sums<Self> {
        let mut sums = [[Self::ZERO; LANES]; ROWS];
        for (sums, a) in sums.iter_mut().zip(a) {
            for (a, b) in a.iter().zip(b) {
                for (sum, b) in sums.iter_mut().zip(b) {
                    *sum += *a * *b;
                }
            }
        }
        sums
    }
}

#[inline(always)]
fn add<T: Real>(sums: &mut Sums<T>, a: &[T; ROWS], b: &[T; LANES]) {
    for (sums, a) in sums.iter_mut().zip(a) {
        for (sum, b) in sums.iter_mut().zip(b) {
            *sum += *a * *b;
        }
    }
}

impl Tiles for f64 {}

#[cfg(not(target_arch = "wasm32"))]
impl Tiles for f32 {}

#[cfg(target_arch = "wasm32")]
impl Tiles for f32 {
    #[inline(always)]
    fn packed(a: &[[Self; ROWS]], b: &[[Self; LANES]]) -> Sums<Self> {
        super::simd::tile(a, b)
    }

    #[inline(always)]
    fn rows(a: &[&[Self]; ROWS], b: &[[Self; LANES]]) -> Sums<Self> {
        super::simd::tile_rows(a, b)
    }
}
