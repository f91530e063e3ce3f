//! Loops over many numbers, four at a time: what the twins of the row operations are made of.
//!
//! A rest of fewer than four numbers is filled up with zeros, so that every number takes the same steps.

use super::tile::LANES;
use crate::engine::four::Four;
use crate::engine::real::Real;

/// y = f(y).
#[inline(always)]
pub(super) fn each<T: Real>(y: &mut [T], f: impl Fn(T::Four) -> T::Four) {
    let (whole, rest) = y.as_chunks_mut();
    for y in whole {
        *y = f(T::Four::load(y)).lanes();
    }
    if !rest.is_empty() {
        put(rest, f(filled(rest)));
    }
}

/// y = f(x).
#[inline(always)]
pub(super) fn map<T: Real>(y: &mut [T], x: &[T], f: impl Fn(T::Four) -> T::Four) {
    let (whole, rest) = y.as_chunks_mut();
    let (x, x_rest) = x.as_chunks();
    for (y, x) in whole.iter_mut().zip(x) {
        *y = f(T::Four::load(x)).lanes();
    }
    if !rest.is_empty() {
        put(rest, f(filled(x_rest)));
    }
}

/// y = f(y, x).
#[inline(always)]
pub(super) fn update<T: Real>(y: &mut [T], x: &[T], f: impl Fn(T::Four, T::Four) -> T::Four) {
    let (whole, rest) = y.as_chunks_mut();
    let (x, x_rest) = x.as_chunks();
    for (y, x) in whole.iter_mut().zip(x) {
        *y = f(T::Four::load(y), T::Four::load(x)).lanes();
    }
    if !rest.is_empty() {
        put(rest, f(filled(rest), filled(x_rest)));
    }
}

/// y = f(a, b).
#[inline(always)]
pub(super) fn map2<T: Real>(
    y: &mut [T],
    a: &[T],
    b: &[T],
    f: impl Fn(T::Four, T::Four) -> T::Four,
) {
    let (whole, rest) = y.as_chunks_mut();
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks(), b.as_chunks());
    for ((y, a), b) in whole.iter_mut().zip(a).zip(b) {
        *y = f(T::Four::load(a), T::Four::load(b)).lanes();
    }
    if !rest.is_empty() {
        put(rest, f(filled(a_rest), filled(b_rest)));
    }
}

/// y = f(y, a, b).
#[inline(always)]
pub(super) fn update2<T: Real>(
    y: &mut [T],
    a: &[T],
    b: &[T],
    f: impl Fn(T::Four, T::Four, T::Four) -> T::Four,
) {
    let (whole, rest) = y.as_chunks_mut();
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks(), b.as_chunks());
    for ((y, a), b) in whole.iter_mut().zip(a).zip(b) {
        *y = f(T::Four::load(y), T::Four::load(a), T::Four::load(b)).lanes();
    }
    if !rest.is_empty() {
        put(rest, f(filled(rest), filled(a_rest), filled(b_rest)));
    }
}

/// y += x.
pub(super) fn add<T: Real>(y: &mut [T], x: &[T]) {
    update(y, x, |y, x| y + x);
}

/// y *= factor.
pub(super) fn scale<T: Real>(y: &mut [T], factor: T) {
    let factor = T::Four::splat(factor);
    each(y, |y| y * factor);
}

/// The sum of a slice, in eight lanes.
pub(super) fn sum<T: Real>(x: &[T]) -> T {
    let zero = T::Four::splat(T::ZERO);
    let (eights, rest) = x.as_chunks();
    let (mut low, mut high) = (zero, zero);
    for x in eights {
        let [a, b] = halves(x);
        (low, high) = (low + a, high + b);
    }
    if !rest.is_empty() {
        let [a, b] = halves(&filled_eight(rest));
        (low, high) = (low + a, high + b);
    }
    all(low, high)
}

/// The product of two slices of one length, in eight lanes.
pub(super) fn dot<T: Real>(x: &[T], y: &[T]) -> T {
    let zero = T::Four::splat(T::ZERO);
    let ((x, x_rest), (y, y_rest)) = (x.as_chunks(), y.as_chunks());
    let (mut low, mut high) = (zero, zero);
    for (x, y) in x.iter().zip(y) {
        let ([a, b], [c, d]) = (halves(x), halves(y));
        (low, high) = (low + a * c, high + b * d);
    }
    if !x_rest.is_empty() {
        let [a, b] = halves(&filled_eight(x_rest));
        let [c, d] = halves(&filled_eight(y_rest));
        (low, high) = (low + a * c, high + b * d);
    }
    all(low, high)
}

/// y += factor * x.
pub(super) fn add_scaled<T: Real>(y: &mut [T], factor: T, x: &[T]) {
    let factor = T::Four::splat(factor);
    update(y, x, |y, x| y + factor * x);
}

/// The largest of a slice; zero of an empty one.
pub(super) fn largest<T: Real>(x: &[T]) -> T {
    let Some(first) = x.first() else {
        return T::ZERO;
    };
    let (fours, rest) = x.as_chunks();
    let mut highest = T::Four::splat(*first);
    for x in fours {
        highest = highest.maximum(T::Four::load(x));
    }
    let [a, b, c, d] = highest.lanes();
    let highest = a.maximum(b).maximum(c.maximum(d));
    rest.iter().fold(highest, |highest, x| highest.maximum(*x))
}

/// y = exp(x - max), without overflow; gives the maximum.
pub(super) fn powers<T: Real>(x: &[T], y: &mut [T]) -> T {
    let highest = largest(x);
    let shift = T::Four::splat(highest);
    map(y, x, |x| (x - shift).exp());
    highest
}

#[inline(always)]
fn halves<T: Real>(x: &[T; LANES]) -> [T::Four; 2] {
    let [a, b, c, d, e, f, g, h] = *x;
    [T::Four::load(&[a, b, c, d]), T::Four::load(&[e, f, g, h])]
}

/// Eight sums added in their order.
fn all<T: Real>(low: T::Four, high: T::Four) -> T {
    let ([a, b, c, d], [e, f, g, h]) = (low.lanes(), high.lanes());
    T::ZERO + a + b + c + d + e + f + g + h
}

fn filled<T: Real>(rest: &[T]) -> T::Four {
    let mut four = [T::ZERO; 4];
    four[..rest.len()].copy_from_slice(rest);
    T::Four::load(&four)
}

fn filled_eight<T: Real>(rest: &[T]) -> [T; LANES] {
    let mut eight = [T::ZERO; LANES];
    eight[..rest.len()].copy_from_slice(rest);
    eight
}

fn put<T: Real>(rest: &mut [T], four: T::Four) {
    let lanes = four.lanes();
    rest.copy_from_slice(&lanes[..rest.len()]);
}
