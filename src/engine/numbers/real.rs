//! The two kinds of real number that a twin runs in.

use super::four::{Four, Plain};
use super::loops::Loops;
use std::fmt::Debug;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub};

/// f32 (the fallback executor) or f64 (the reference).
pub trait Real:
    Copy
    + Debug
    + Default
    + PartialOrd
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
    + MulAssign
    + Div<Output = Self>
    + Neg<Output = Self>
    + Sum
    + Send
    + Sync
    + Loops
    + 'static
{
    /// Four of them side by side.
    type Four: Four<Self>;

    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// The nearest number to `value`.
    fn from_f64(value: f64) -> Self;

    /// This number as f64, exactly.
    fn to_f64(self) -> f64;

    /// e to this power.
    fn exp(self) -> Self;

    /// The natural logarithm.
    fn ln(self) -> Self;

    /// The square root.
    fn sqrt(self) -> Self;

    /// The error function, 2/sqrt(pi) times the integral of exp(-t^2) from 0 to self.
    fn erf(self) -> Self;

    /// The sine of an angle given in turns of 2^-64 of a circle.
    ///
    /// f32 folds in integers and takes a polynomial, within 1e-7; f64 is independent of that.
    fn sin_turns(turns: u64) -> Self;

    /// The sine as f32 hardware would take it of an unreduced angle: the naive path, shown because it fails.
    fn sin_radians(self) -> Self;

    /// The cosine, as naive as [`Real::sin_radians`].
    fn cos_radians(self) -> Self;

    /// Softmax over the rows, eight columns side by side; a column that holds nothing above `hidden` gives zeros.
    fn softmax(scores: &mut [[Self; 8]], hidden: Self) {
        let mut highest = [hidden; 8];
        for scores in scores.iter() {
            for (highest, s) in highest.iter_mut().zip(scores) {
                *highest = highest.maximum(*s);
            }
        }
        let mut sums = [Self::ZERO; 8];
        for scores in scores.iter_mut() {
            for ((s, highest), sum) in scores.iter_mut().zip(&highest).zip(&mut sums) {
                *s = (*s - *highest).exp();
                *sum += *s;
            }
        }
        let mut factors = [Self::ZERO; 8];
        for ((factor, sum), highest) in factors.iter_mut().zip(&sums).zip(&highest) {
            if *highest > hidden {
                *factor = Self::ONE / *sum;
            }
        }
        for scores in scores {
            for (s, factor) in scores.iter_mut().zip(&factors) {
                *s *= *factor;
            }
        }
    }

    /// The larger of two numbers.
    fn maximum(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Real for f64 {
    type Four = Plain<Self>;

    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    fn from_f64(value: f64) -> Self {
        value
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn exp(self) -> Self {
        libm::exp(self)
    }

    fn ln(self) -> Self {
        libm::log(self)
    }

    fn sqrt(self) -> Self {
        libm::sqrt(self)
    }

    fn erf(self) -> Self {
        libm::erf(self)
    }

    fn sin_turns(turns: u64) -> Self {
        // As a signed part of a turn: near a whole turn, f64 then keeps the small rest.
        libm::sin(turns as i64 as f64 * (std::f64::consts::TAU / TURN))
    }

    fn sin_radians(self) -> Self {
        libm::sin(self)
    }

    fn cos_radians(self) -> Self {
        libm::cos(self)
    }
}

impl Real for f32 {
    #[cfg(target_arch = "wasm32")]
    type Four = super::simd::Vector;
    #[cfg(not(target_arch = "wasm32"))]
    type Four = Plain<Self>;

    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[cfg(target_arch = "wasm32")]
    fn softmax(scores: &mut [[Self; 8]], hidden: Self) {
        super::simd::softmax(scores, hidden);
    }

    fn from_f64(value: f64) -> Self {
        value as f32
    }

    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    /// Within 2 ulp, without a branch, so that a loop over it runs four numbers at a time; 0 below -87.
    ///
    /// e^x = 2^n e^r with n the nearest whole number to x / ln 2; e^r by Cephes' expf polynomial.
    #[inline(always)]
    fn exp(self) -> Self {
        let x = if self < -87.3 { -87.3 } else { self };
        let x = if x > 88.8 { 88.8 } else { x };
        // Adding 1.5 * 2^23 rounds to a whole number, which then stands in the low bits.
        let shifted = x * std::f32::consts::LOG2_E + 12_582_912.0;
        let n = shifted - 12_582_912.0;
        let r = x - n * 0.693_359_4 + n * 2.121_944_4e-4;
        let tail = 4.166_579_6e-2 + r * (8.333_452e-3 + r * (1.398_2e-3 + r * 1.987_569_1e-4));
        let power = 1.0 + r + r * r * (0.5 + r * (1.666_666_5e-1 + r * tail));
        // 2^(n-1), doubled at the end: 2^128 itself has no f32.
        let half_scale = f32::from_bits(shifted.to_bits().wrapping_add(126) << 23);
        power * half_scale * 2.0
    }

    fn ln(self) -> Self {
        libm::logf(self)
    }

    fn sqrt(self) -> Self {
        // One instruction everywhere; libm computes it step by step on WebAssembly.
        f32::sqrt(self)
    }

    /// Within 1e-7, without a branch, as in `shaders/gelu.wgsl`: x (1 + P(x^2)) near zero, 1 - e^-Q(x) beyond.
    #[inline(always)]
    fn erf(self) -> Self {
        let size = self.abs().min(ERF_IS_ONE);
        let near = size + size * polynomial(ERF_NEAR, size * size);
        let far = 1.0 - Real::exp(-size - size * polynomial(ERF_FAR, size));
        let value = if size < ERF_NEAR_ENDS { near } else { far };
        value.copysign(self)
    }

    #[inline(always)]
    fn sin_turns(turns: u64) -> Self {
        // 2^-32 of a circle is 1.5e-9 radians: the rest is below what an f32 sine can show.
        let turns = (turns >> 32) as u32;
        let quadrant = turns.wrapping_add(EIGHTH) >> 30;
        let rest = turns.wrapping_sub(quadrant << 30).cast_signed();
        let x = rest as f32 * QUARTERS_PER_UNIT;
        let size = if quadrant & 1 == 0 {
            sin_quarters(x)
        } else {
            cos_quarters(x)
        };
        f32::from_bits(size.to_bits() ^ (quadrant & 2) << 30)
    }

    fn sin_radians(self) -> Self {
        libm::sinf(self)
    }

    fn cos_radians(self) -> Self {
        libm::cosf(self)
    }
}

/// One turn in units of 2^-64 of a circle.
const TURN: f64 = 18_446_744_073_709_551_616.0;
/// An eighth of a turn in units of 2^-32 of a circle: half a quadrant, so that the fold rounds to the nearest one.
const EIGHTH: u32 = 1 << 29;
/// Quarter turns in 2^-32 of a circle.
const QUARTERS_PER_UNIT: f32 = 1.0 / 1_073_741_824.0;

/// sin(x * pi/2) on [-1/2, 1/2]: fitted, largest error 2e-9 before rounding. The 1 of pi/2 stands apart, where it is exact.
#[inline(always)]
fn sin_quarters(x: f32) -> f32 {
    let s = x * x;
    x + x * (0.570_796_3 + s * (-0.645_963_1 + s * (7.967_681e-2 + s * -4.594_139e-3)))
}

/// cos(x * pi/2) on [-1/2, 1/2]: fitted, largest error 5e-10 before rounding.
#[inline(always)]
fn cos_quarters(x: f32) -> f32 {
    let s = x * x;
    1.0 + s * (-1.233_700_5 + s * (0.253_668_64 + s * (-2.085_650_2e-2 + s * 8.966_705_6e-4)))
}

/// From here on erf is 1 in f32.
pub(super) const ERF_IS_ONE: f32 = 4.0;
/// Where the two forms of erf meet.
pub(super) const ERF_NEAR_ENDS: f32 = 0.927_734_4;
/// erf(x) = x + x P(x^2) up to there: coefficients of P (N. Juffa's erff).
pub(super) const ERF_NEAR: [f32; 6] = [
    1.283_791_7e-1,
    -3.761_253_4e-1,
    1.128_199_25e-1,
    -2.676_813_5e-2,
    4.991_194_2e-3,
    -5.967_617e-4,
];
/// erf(x) = 1 - e^(-x - x Q(x)) from there on: coefficients of Q.
pub(super) const ERF_FAR: [f32; 7] = [
    1.287_175_1e-1,
    6.348_467e-1,
    1.067_778_8e-1,
    -2.425_462_2e-2,
    3.883_964_4e-3,
    -3.831_971_3e-4,
    1.728_534_7e-5,
];

/// coefficients\[0\] + coefficients\[1\] x + ...
#[inline(always)]
fn polynomial<const N: usize>(coefficients: [f32; N], x: f32) -> f32 {
    // By reference: an iterator that owns an array isn't inlined in a build for size.
    let terms = coefficients.iter().rev();
    terms.fold(0.0, |sum, c| sum * x + c)
}
