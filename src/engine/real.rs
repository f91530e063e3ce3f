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

    fn exp(self) -> Self {
        libm::expf(self)
    }

    fn sqrt(self) -> Self {
        libm::sqrtf(self)
    }

    fn erf(self) -> Self {
        libm::erff(self)
    }

    fn sin_turns(turns: u64) -> Self {
        let quadrant = turns.wrapping_add(EIGHTH) >> 62;
        let rest = turns.wrapping_sub(quadrant << 62) as i64;
        let x = rest as f32 * RADIANS_PER_UNIT;
        let size = if quadrant & 1 == 0 {
            sin_near_zero(x)
        } else {
            cos_near_zero(x)
        };
        if quadrant & 2 == 0 { size } else { -size }
    }

    fn sin_radians(self) -> Self {
        libm::sinf(self)
    }
}

/// One turn in units of 2^-64 of a circle.
const TURN: f64 = 18_446_744_073_709_551_616.0;
/// An eighth of a turn: half a quadrant, so that the fold rounds to the nearest one.
const EIGHTH: u64 = 1 << 61;
/// Radians in one unit.
const RADIANS_PER_UNIT: f32 = (std::f64::consts::TAU / TURN) as f32;

/// sin x on [-pi/4, pi/4], degree 7 (Cephes sinf), largest error 2e-9 before rounding.
fn sin_near_zero(x: f32) -> f32 {
    let s = x * x;
    x + x * s * (-1.666_665_5e-1 + s * (8.332_161e-3 + s * -1.951_529_6e-4))
}

/// cos x on [-pi/4, pi/4], degree 8 (Cephes cosf), largest error 2e-9 before rounding.
fn cos_near_zero(x: f32) -> f32 {
    let s = x * x;
    1.0 - 0.5 * s + s * s * (4.166_664_6e-2 + s * (-1.388_731_6e-3 + s * 2.443_315_7e-5))
}
