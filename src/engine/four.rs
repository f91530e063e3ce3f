//! Four numbers at a time: what the twins' plain loops are written in.
//!
//! The release is built for size, and then the compiler finds no vectors by itself. So a loop over many numbers says that
//! it takes four: on WebAssembly these are one 128-bit vector ([`simd`](super::simd)), elsewhere an array, in which the
//! compiler sees the same. Each lane computes what the scalar functions of [`Real`] do.

use super::real::Real;
use std::ops::{Add, Div, Mul, Sub};

/// Four numbers of one kind.
pub trait Four<T>:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The same number four times.
    fn splat(value: T) -> Self;

    /// Four numbers from memory.
    fn load(values: &[T; 4]) -> Self;

    /// The four numbers.
    fn lanes(self) -> [T; 4];

    /// The square roots.
    fn sqrt(self) -> Self;

    /// e to these powers.
    fn exp(self) -> Self;

    /// The error function of each.
    fn erf(self) -> Self;

    /// The larger of each two.
    fn maximum(self, other: Self) -> Self;
}

/// Four numbers without a vector.
#[derive(Clone, Copy, Debug)]
pub struct Plain<T>([T; 4]);

impl<T: Real> Plain<T> {
    #[inline(always)]
    fn each(self, function: impl Fn(T) -> T) -> Self {
        Self(self.0.map(function))
    }

    #[inline(always)]
    fn with(self, other: Self, function: impl Fn(T, T) -> T) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([
            function(a, e),
            function(b, f),
            function(c, g),
            function(d, h),
        ])
    }
}

impl<T: Real> Four<T> for Plain<T> {
    #[inline(always)]
    fn splat(value: T) -> Self {
        Self([value; 4])
    }

    #[inline(always)]
    fn load(values: &[T; 4]) -> Self {
        Self(*values)
    }

    #[inline(always)]
    fn lanes(self) -> [T; 4] {
        self.0
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.each(T::sqrt)
    }

    #[inline(always)]
    fn exp(self) -> Self {
        self.each(T::exp)
    }

    #[inline(always)]
    fn erf(self) -> Self {
        self.each(T::erf)
    }

    #[inline(always)]
    fn maximum(self, other: Self) -> Self {
        self.with(other, T::maximum)
    }
}

impl<T: Real> Add for Plain<T> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }
}

impl<T: Real> Sub for Plain<T> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

impl<T: Real> Mul for Plain<T> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.with(other, |a, b| a * b)
    }
}

impl<T: Real> Div for Plain<T> {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.with(other, |a, b| a / b)
    }
}
