//! Four numbers side by side, for the loops that must be fast.
//!
//! The release is built for size, and then the compiler doesn't turn a loop over numbers into one over vectors. A twin that
//! is written in fours runs in 128-bit vectors on WebAssembly (`simd`); elsewhere [`Plain`] spells out the same steps,
//! in f64 for the reference of the tests.

use super::real::Real;
use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Sub};

/// Four numbers side by side.
pub trait Four<T>:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// One number four times.
    fn splat(value: T) -> Self;

    /// Four numbers from memory.
    fn load(values: &[T; 4]) -> Self;

    /// Four numbers to memory.
    fn store(self, to: &mut [T; 4]);

    /// Eight numbers from memory.
    fn load_eight(values: &[T; 8]) -> [Self; 2];

    /// Eight numbers to memory.
    fn store_eight(fours: [Self; 2], to: &mut [T; 8]);

    /// The larger of each two.
    fn maximum(self, other: Self) -> Self;

    /// See [`Real::exp`].
    fn exp(self) -> Self;

    /// See [`Real::erf`].
    fn erf(self) -> Self;

    /// The square root.
    fn sqrt(self) -> Self;

    /// One divided by each.
    fn reciprocal(self) -> Self;

    /// Rows become columns.
    fn transpose(rows: [Self; 4]) -> [Self; 4];

    /// The four numbers.
    fn lanes(self) -> [T; 4];
}

/// Four numbers as they are.
#[derive(Clone, Copy, Debug)]
pub struct Plain<T>([T; 4]);

impl<T: Real> Plain<T> {
    #[inline(always)]
    fn map(self, f: impl Fn(T) -> T) -> Self {
        let [a, b, c, d] = self.0;
        Self([f(a), f(b), f(c), f(d)])
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(T, T) -> T) -> Self {
        let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
        Self([f(a, e), f(b, g), f(c, h), f(d, i)])
    }
}

impl<T: Real> Add for Plain<T> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl<T: Real> Sub for Plain<T> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl<T: Real> Mul for Plain<T> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

impl<T: Real> Div for Plain<T> {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
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
    fn store(self, to: &mut [T; 4]) {
        *to = self.0;
    }

    #[inline(always)]
    fn load_eight(values: &[T; 8]) -> [Self; 2] {
        let [a, b, c, d, e, f, g, h] = *values;
        [Self([a, b, c, d]), Self([e, f, g, h])]
    }

    #[inline(always)]
    fn store_eight([Self([a, b, c, d]), Self([e, f, g, h])]: [Self; 2], to: &mut [T; 8]) {
        *to = [a, b, c, d, e, f, g, h];
    }

    #[inline(always)]
    fn maximum(self, other: Self) -> Self {
        self.zip(other, T::maximum)
    }

    #[inline(always)]
    fn exp(self) -> Self {
        self.map(T::exp)
    }

    #[inline(always)]
    fn erf(self) -> Self {
        self.map(T::erf)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.map(T::sqrt)
    }

    #[inline(always)]
    fn reciprocal(self) -> Self {
        self.map(|x| T::ONE / x)
    }

    #[inline(always)]
    fn transpose(rows: [Self; 4]) -> [Self; 4] {
        let [a, b, c, d] = rows.map(|row| row.0);
        [0, 1, 2, 3].map(|i| Self([a[i], b[i], c[i], d[i]]))
    }

    #[inline(always)]
    fn lanes(self) -> [T; 4] {
        self.0
    }
}
