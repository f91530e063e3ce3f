//! The two kinds of real number that a twin runs in.

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
    + 'static
{
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

    /// The square root.
    fn sqrt(self) -> Self;

    /// The error function, 2/sqrt(pi) times the integral of exp(-t^2) from 0 to self.
    fn erf(self) -> Self;

    /// The sine of an angle given in turns of 2^-64 of a circle.
    ///
    /// f32 runs the very arithmetic of `shaders/common/turns.wgsl` (integer fold, polynomial); f64 is independent of it.
    fn sin_turns(turns: u64) -> Self;

    /// The sine as f32 hardware would take it of an unreduced angle: the naive path, shown because it fails.
    fn sin_radians(self) -> Self;

    /// The cosine, as naive as [`Real::sin_radians`].
    fn cos_radians(self) -> Self;

    /// The larger of two numbers.
    fn maximum(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Real for f64 {
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
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

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

    fn sqrt(self) -> Self {
        libm::sqrtf(self)
    }

    /// Within 2e-7, without a branch: the rational approximation of Eigen's `erf`, which `shaders/gelu.wgsl` runs too.
    #[inline(always)]
    fn erf(self) -> Self {
        let x = self.clamp(-ERF_IS_ONE, ERF_IS_ONE);
        let s = x * x;
        let over = ERF_OVER.into_iter().rev().fold(0.0, |sum, c| sum * s + c);
        let under = ERF_UNDER.into_iter().rev().fold(0.0, |sum, c| sum * s + c);
        x * over / under
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

/// sin(x * pi/2) on [-1/2, 1/2]: Cephes' sinf polynomial in quarter turns. The 1 of pi/2 stands apart, where it is exact.
#[inline(always)]
fn sin_quarters(x: f32) -> f32 {
    let s = x * x;
    x + x * (0.570_796_3 + s * (-0.645_963_7 + s * (7.968_141_4e-2 + s * -4.604_837_2e-3)))
}

/// cos(x * pi/2) on [-1/2, 1/2]: Cephes' cosf polynomial in quarter turns.
#[inline(always)]
fn cos_quarters(x: f32) -> f32 {
    let s = x * x;
    1.0 + s * (-1.233_700_6 + s * (0.253_669_37 + s * (-2.086_111_8e-2 + s * 9.056_046e-4)))
}

/// From here on erf is 1 in f32.
const ERF_IS_ONE: f32 = 3.832_506_9;
/// The numerator of erf(x) / x in powers of x^2.
const ERF_OVER: [f32; 7] = [
    -1.609_603_3e-2,
    -2.954_599_8e-3,
    -7.349_906e-4,
    -5.692_506_5e-5,
    -2.101_024e-6,
    2.770_681_4e-8,
    -2.726_142_3e-10,
];
/// Its denominator.
const ERF_UNDER: [f32; 5] = [
    -1.426_473_9e-2,
    -7.373_329_2e-3,
    -1.682_827e-3,
    -2.133_740_6e-4,
    -1.456_607_2e-5,
];
