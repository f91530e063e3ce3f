//! The innermost loops in 128-bit vectors, for WebAssembly: the compiler doesn't find them by itself.

use super::four::Four;
use super::real::{ERF_FAR, ERF_IS_ONE, ERF_NEAR, ERF_NEAR_ENDS};
use core::arch::wasm32::{
    f32x4_abs, f32x4_add, f32x4_div, f32x4_gt, f32x4_lt, f32x4_mul, f32x4_pmax, f32x4_pmin,
    f32x4_splat, f32x4_sqrt, f32x4_sub, i32x4_add, i32x4_shl, i32x4_shuffle, i32x4_splat, v128,
    v128_and, v128_bitselect,
};
use std::hint::black_box;
use std::ops::{Add, Div, Mul, Sub};

/// sum\[r\]\[l\] = sum over p of a\[p\]\[r\] * b\[p\]\[l\], added in the order of p: the same numbers as the plain loop gives.
#[inline(always)]
pub fn tile(a: &[[f32; 4]], b: &[[f32; 8]]) -> [[f32; 8]; 4] {
    let mut sums = Sums::new();
    for ([a0, a1, a2, a3], b) in a.iter().zip(b) {
        sums = sums.add((*a0, *a1, *a2, *a3), b);
    }
    sums.tile()
}

/// As [`tile`], of four rows where they lie: a\[r\]\[p\].
#[inline(always)]
pub fn tile_rows(a: &[&[f32]; 4], b: &[[f32; 8]]) -> [[f32; 8]; 4] {
    let [a0, a1, a2, a3] = a;
    let mut sums = Sums::new();
    for ((((a0, a1), a2), a3), b) in a0.iter().zip(*a1).zip(*a2).zip(*a3).zip(b) {
        sums = sums.add((*a0, *a1, *a2, *a3), b);
    }
    sums.tile()
}

/// A tile's sums, each with a name of its own: in an array they would live in memory, which costs five sixths of the
/// speed.
#[derive(Clone, Copy)]
struct Sums {
    low0: v128,
    high0: v128,
    low1: v128,
    high1: v128,
    low2: v128,
    high2: v128,
    low3: v128,
    high3: v128,
}

impl Sums {
    #[inline(always)]
    fn new() -> Self {
        let zero = f32x4_splat(0.0);
        Self {
            low0: zero,
            high0: zero,
            low1: zero,
            high1: zero,
            low2: zero,
            high2: zero,
            low3: zero,
            high3: zero,
        }
    }

    /// Adds a's four numbers times b's eight.
    #[inline(always)]
    fn add(self, a: (f32, f32, f32, f32), b: &[f32; 8]) -> Self {
        let [low, high] = halves(b);
        let (a0, a1) = (f32x4_splat(a.0), f32x4_splat(a.1));
        let (a2, a3) = (f32x4_splat(a.2), f32x4_splat(a.3));
        Self {
            low0: f32x4_add(self.low0, f32x4_mul(a0, low)),
            high0: f32x4_add(self.high0, f32x4_mul(a0, high)),
            low1: f32x4_add(self.low1, f32x4_mul(a1, low)),
            high1: f32x4_add(self.high1, f32x4_mul(a1, high)),
            low2: f32x4_add(self.low2, f32x4_mul(a2, low)),
            high2: f32x4_add(self.high2, f32x4_mul(a2, high)),
            low3: f32x4_add(self.low3, f32x4_mul(a3, low)),
            high3: f32x4_add(self.high3, f32x4_mul(a3, high)),
        }
    }

    #[inline(always)]
    fn tile(self) -> [[f32; 8]; 4] {
        [
            lanes(self.low0, self.high0),
            lanes(self.low1, self.high1),
            lanes(self.low2, self.high2),
            lanes(self.low3, self.high3),
        ]
    }
}

/// By a cast, which is a load or a store; lane by lane it would be eight.
#[inline(always)]
fn lanes(low: v128, high: v128) -> [f32; 8] {
    bytemuck::must_cast([low, high])
}

#[inline(always)]
fn halves(row: &[f32; 8]) -> [v128; 2] {
    bytemuck::must_cast(*row)
}

/// Softmax over the rows, eight columns side by side: the steps of [`Real::softmax`](super::Real::softmax).
pub fn softmax(scores: &mut [[f32; 8]], hidden: f32) {
    let hidden = f32x4_splat(hidden);
    let mut highest = [hidden; 2];
    for row in scores.iter() {
        let [low, high] = halves(row);
        highest = [f32x4_pmax(highest[0], low), f32x4_pmax(highest[1], high)];
    }
    let mut sums = [f32x4_splat(0.0); 2];
    for row in scores.iter_mut() {
        let [low, high] = halves(row);
        let low = exp(f32x4_sub(low, highest[0]));
        let high = exp(f32x4_sub(high, highest[1]));
        sums = [f32x4_add(sums[0], low), f32x4_add(sums[1], high)];
        *row = lanes(low, high);
    }
    // A column without a visible row: all ones of a comparison that fails are zeros.
    let factor = |i: usize| {
        let share = f32x4_div(f32x4_splat(1.0), sums[i]);
        v128_and(share, f32x4_gt(highest[i], hidden))
    };
    let factors = [factor(0), factor(1)];
    for row in scores {
        let [low, high] = halves(row);
        *row = lanes(f32x4_mul(low, factors[0]), f32x4_mul(high, factors[1]));
    }
}

/// e to these powers, in the steps of `Real::exp` for f32.
#[inline(always)]
fn exp(x: v128) -> v128 {
    let [
        least,
        most,
        log2_e,
        whole,
        ln2_high,
        ln2_low,
        c7,
        c6,
        c5,
        c4,
        c3,
        half,
        one,
    ] = black_box(&EXP);
    let times = |x: v128, factor: &f32| f32x4_mul(x, f32x4_splat(*factor));
    let plus = |x: v128, term: &f32| f32x4_add(x, f32x4_splat(*term));
    // In this order of operands what is no number stays none.
    let x = f32x4_pmin(f32x4_pmax(x, f32x4_splat(*least)), f32x4_splat(*most));
    let shifted = plus(times(x, log2_e), whole);
    let n = f32x4_sub(shifted, f32x4_splat(*whole));
    let r = f32x4_sub(x, times(n, ln2_high));
    let r = f32x4_add(r, times(n, ln2_low));
    let tail = plus(times(r, c7), c6);
    let tail = plus(f32x4_mul(r, tail), c5);
    let tail = plus(f32x4_mul(r, tail), c4);
    let tail = plus(f32x4_mul(r, tail), c3);
    let tail = plus(f32x4_mul(r, tail), half);
    let power = f32x4_add(plus(r, one), f32x4_mul(f32x4_mul(r, r), tail));
    let half_scale = i32x4_shl(i32x4_add(shifted, i32x4_splat(126)), 23);
    let power = f32x4_mul(power, half_scale);
    f32x4_add(power, power)
}

/// The constants of `Real::exp` for f32. Like those of erf they are read from memory: a vector that stands in the code
/// takes V8 several instructions, each time round a loop.
static EXP: [f32; 13] = [
    -87.3,
    88.8,
    core::f32::consts::LOG2_E,
    12_582_912.0,
    0.693_359_4,
    2.121_944_4e-4,
    1.987_569_1e-4,
    1.398_2e-3,
    8.333_452e-3,
    4.166_579_6e-2,
    1.666_666_5e-1,
    0.5,
    1.0,
];
static NEAR: [f32; 6] = ERF_NEAR;
static FAR: [f32; 7] = ERF_FAR;

/// Four f32 in one vector.
#[derive(Clone, Copy, Debug)]
pub struct Vector(v128);

impl Add for Vector {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(f32x4_add(self.0, other.0))
    }
}

impl Sub for Vector {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(f32x4_sub(self.0, other.0))
    }
}

impl Mul for Vector {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(f32x4_mul(self.0, other.0))
    }
}

impl Div for Vector {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(f32x4_div(self.0, other.0))
    }
}

impl Four<f32> for Vector {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(f32x4_splat(value))
    }

    #[inline(always)]
    fn load(values: &[f32; 4]) -> Self {
        Self(bytemuck::must_cast(*values))
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; 4]) {
        *to = bytemuck::must_cast(self.0);
    }

    #[inline(always)]
    fn load_eight(values: &[f32; 8]) -> [Self; 2] {
        // `map` on an array isn't inlined in a build for size.
        let [low, high] = halves(values);
        [Self(low), Self(high)]
    }

    #[inline(always)]
    fn store_eight([low, high]: [Self; 2], to: &mut [f32; 8]) {
        *to = lanes(low.0, high.0);
    }

    #[inline(always)]
    fn maximum(self, other: Self) -> Self {
        Self(f32x4_pmax(self.0, other.0))
    }

    #[inline(always)]
    fn exp(self) -> Self {
        Self(exp(self.0))
    }

    /// In the steps of `Real::erf` for f32.
    #[inline(always)]
    fn erf(self) -> Self {
        let size = Self(f32x4_pmin(f32x4_splat(ERF_IS_ONE), f32x4_abs(self.0)));
        let square = size * size;
        let step = |sum: Self, x: Self, c: f32| sum * x + Self::splat(c);
        // Spelt out: a build for size doesn't unroll the loop.
        let [n0, n1, n2, n3, n4, n5] = *black_box(&NEAR);
        let near = step(step(Self::splat(n5), square, n4), square, n3);
        let near = step(step(step(near, square, n2), square, n1), square, n0);
        let near = size + size * near;
        let [f0, f1, f2, f3, f4, f5, f6] = *black_box(&FAR);
        let far = step(step(step(Self::splat(f6), size, f5), size, f4), size, f3);
        let far = step(step(step(far, size, f2), size, f1), size, f0);
        let power = Self::splat(0.0) - size - size * far;
        let far = Self::splat(1.0) - power.exp();
        let is_near = f32x4_lt(size.0, f32x4_splat(ERF_NEAR_ENDS));
        let value = v128_bitselect(near.0, far.0, is_near);
        let sign = i32x4_splat(i32::MIN);
        Self(v128_bitselect(self.0, value, sign))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(f32x4_sqrt(self.0))
    }

    #[inline(always)]
    fn reciprocal(self) -> Self {
        Self(f32x4_div(f32x4_splat(1.0), self.0))
    }

    #[inline(always)]
    fn transpose([Self(a), Self(b), Self(c), Self(d)]: [Self; 4]) -> [Self; 4] {
        let (ab_low, ab_high) = (
            i32x4_shuffle::<0, 4, 1, 5>(a, b),
            i32x4_shuffle::<2, 6, 3, 7>(a, b),
        );
        let (cd_low, cd_high) = (
            i32x4_shuffle::<0, 4, 1, 5>(c, d),
            i32x4_shuffle::<2, 6, 3, 7>(c, d),
        );
        [
            Self(i32x4_shuffle::<0, 1, 4, 5>(ab_low, cd_low)),
            Self(i32x4_shuffle::<2, 3, 6, 7>(ab_low, cd_low)),
            Self(i32x4_shuffle::<0, 1, 4, 5>(ab_high, cd_high)),
            Self(i32x4_shuffle::<2, 3, 6, 7>(ab_high, cd_high)),
        ]
    }

    #[inline(always)]
    fn lanes(self) -> [f32; 4] {
        bytemuck::must_cast(self.0)
    }
}
