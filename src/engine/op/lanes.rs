//! Loops over many numbers, four at a time: what the twins of the row operations are made of.
//!
//! A rest of fewer than four numbers is filled up with zeros, so that every number takes the same steps.

use super::tile;
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

/// y = exp(x - max), without overflow; gives the maximum.
pub(super) fn powers<T: Real>(x: &[T], y: &mut [T]) -> T {
    let highest = tile::largest(x);
    let shift = T::Four::splat(highest);
    map(y, x, |x| (x - shift).exp());
    highest
}

fn filled<T: Real>(rest: &[T]) -> T::Four {
    let mut four = [T::ZERO; 4];
    four[..rest.len()].copy_from_slice(rest);
    T::Four::load(&four)
}

fn put<T: Real>(rest: &mut [T], four: T::Four) {
    let lanes = four.lanes();
    rest.copy_from_slice(&lanes[..rest.len()]);
}
