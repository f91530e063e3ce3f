//! Waves: what `sinusoid` and `rotation` share. A wave is four u32: turns low, turns high, phase high, and the f32 bits of
//! the inverse frequency.

use crate::engine::tensor::{Element, TensorInfo};
use poslab_numbers::Real;

/// A quarter turn in units of 2^-32 of a circle: the phase of a cosine.
pub(super) const QUARTER: u32 = 1 << 30;

/// sin(position * inv_freq + phase), exactly: position * turns modulo one turn, in whole numbers. (`turns.wgsl` takes the lower
/// word's share in f32, which differs by less than 1e-9 radians up to position 2^20.)
#[inline(always)]
pub(super) fn exact<T: Real>(position: u32, wave: &[u32; 4], phase: u32) -> T {
    let [low, high, ..] = *wave;
    let product = u64::from(low) * u64::from(position);
    // A negative position stands 2^32 too high.
    let excess = if position.cast_signed() < 0 { low } else { 0 };
    let carry = (product >> 32) as u32;
    let upper = high
        .wrapping_mul(position)
        .wrapping_add(carry)
        .wrapping_add(phase)
        .wrapping_sub(excess);
    T::sin_turns(u64::from(upper) << 32 | u64::from(product as u32))
}

/// The same as a plain shader would write it: one product, then the sine of a large angle, or its cosine where `phase` is
/// [`QUARTER`].
#[inline(always)]
pub(super) fn naive<T: Real>(position: u32, wave: &[u32; 4], phase: u32) -> T {
    let [.., inv_freq] = *wave;
    let inv_freq = T::from_f64(f64::from(f32::from_bits(inv_freq)));
    let angle = T::from_f64(f64::from(position.cast_signed())) * inv_freq;
    if phase == QUARTER {
        angle.cos_radians()
    } else {
        angle.sin_radians()
    }
}

/// Shape rule of both: positions \[n\] and waves \[count, 4\], whole; gives n and count.
pub(super) fn rule(inputs: &[&TensorInfo]) -> Option<[usize; 2]> {
    let [positions, waves] = inputs else {
        return None;
    };
    let whole = inputs.iter().all(|t| t.element == Element::Whole);
    match (positions.shape.axes(), waves.shape.axes()) {
        ([n], [count, 4]) if whole => Some([*n, *count]),
        _ => None,
    }
}
