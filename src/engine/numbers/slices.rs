//! Sums, products and the like over slices, in vectors.

use super::four::Four;
use super::real::Real;
use super::tiles::LANES;

/// The sum of a slice, in eight lanes.
#[inline(always)]
pub(crate) fn total<T: Real>(x: &[T]) -> T {
    let (eights, rest) = x.as_chunks::<LANES>();
    let mut sums = [T::Four::splat(T::ZERO); 2];
    for x in eights {
        let [low, high] = T::Four::load_eight(x);
        sums = [sums[0] + low, sums[1] + high];
    }
    let [low, high] = sums;
    rest.iter().fold(lanes(low + high), |sum, x| sum + *x)
}

/// The product of two slices of one length, in eight lanes.
#[inline(always)]
pub(crate) fn dot<T: Real>(x: &[T], y: &[T]) -> T {
    let (x, x_rest) = x.as_chunks::<LANES>();
    let (y, y_rest) = y.as_chunks::<LANES>();
    let mut sums = [T::Four::splat(T::ZERO); 2];
    for (x, y) in x.iter().zip(y) {
        let ([x_low, x_high], [y_low, y_high]) = (T::Four::load_eight(x), T::Four::load_eight(y));
        sums = [sums[0] + x_low * y_low, sums[1] + x_high * y_high];
    }
    let [low, high] = sums;
    let rest = x_rest.iter().zip(y_rest);
    rest.fold(lanes(low + high), |sum, (x, y)| sum + *x * *y)
}

/// The largest of a slice; zero of an empty one.
#[inline(always)]
pub(crate) fn largest<T: Real>(x: &[T]) -> T {
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

/// y += factor * x, for as many as both hold.
#[inline(always)]
pub(crate) fn add_scaled<T: Real>(y: &mut [T], factor: T, x: &[T]) {
    let len = y.len().min(x.len());
    let (y, y_rest) = y[..len].as_chunks_mut();
    let (x, x_rest) = x[..len].as_chunks();
    let factors = T::Four::splat(factor);
    for (y, x) in y.iter_mut().zip(x) {
        (T::Four::load(y) + factors * T::Four::load(x)).store(y);
    }
    for (y, x) in y_rest.iter_mut().zip(x_rest) {
        *y += factor * *x;
    }
}

/// y += x, for as many as both hold.
#[inline(always)]
pub(crate) fn accumulate<T: Real>(y: &mut [T], x: &[T]) {
    let len = y.len().min(x.len());
    let (y, y_rest) = y[..len].as_chunks_mut();
    let (x, x_rest) = x[..len].as_chunks();
    for (y, x) in y.iter_mut().zip(x) {
        (T::Four::load(y) + T::Four::load(x)).store(y);
    }
    for (y, x) in y_rest.iter_mut().zip(x_rest) {
        *y += *x;
    }
}

/// y *= factor.
#[inline(always)]
pub(crate) fn scale<T: Real>(y: &mut [T], factor: T) {
    let (fours, rest) = y.as_chunks_mut();
    let factors = T::Four::splat(factor);
    for y in fours {
        (T::Four::load(y) * factors).store(y);
    }
    rest.iter_mut().for_each(|y| *y *= factor);
}

/// The sum of four numbers.
#[inline(always)]
fn lanes<T: Real>(four: T::Four) -> T {
    let [a, b, c, d] = four.lanes();
    (a + b) + (c + d)
}
