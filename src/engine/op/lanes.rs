//! Loops over many numbers, four at a time: what the twins of the row operations are made of.
//!
//! A rest of fewer than four numbers is filled up with zeros, so that every number takes the same steps.

use poslab_numbers::Four;
use poslab_numbers::Real;

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

/// y = exp(x - max), without overflow; gives the maximum.
pub(super) fn powers<T: Real>(x: &[T], y: &mut [T]) -> T {
    let highest = T::largest(x);
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

/// y += b, where b is a row of y's width or one number.
pub(super) fn add_bias<T: Real>(y: &mut [T], width: usize, b: &[T]) {
    for row in y.chunks_exact_mut(width) {
        if let [b] = b {
            let b = T::Four::splat(*b);
            each(row, |y| y + b);
        } else {
            T::accumulate(row, b);
        }
    }
}

/// The sum of four numbers.
#[inline(always)]
pub(super) fn add_lanes<T: Real>(four: T::Four) -> T {
    let [a, b, c, d] = four.lanes();
    a + b + c + d
}
