//! Waves: what `sinusoid` and `rotation` share. A wave is four u32: turns low, turns high, phase high, and the f32 bits of
//! the inverse frequency.

use crate::engine::real::Real;
use crate::engine::tensor::{Element, TensorInfo};

/// A quarter turn in units of 2^-32 of a circle: the phase of a cosine.
pub(super) const QUARTER: u32 = 1 << 30;

/// sin(position * inv_freq + phase), exactly: the angle is taken modulo a turn in 64-bit fixed point.
#[inline(always)]
pub(super) fn exact<T: Real>(position: u32, wave: &[u32; 4], phase: u32) -> T {
    let [low, high, ..] = *wave;
    let turns = u64::from(high) << 32 | u64::from(low);
    let position = i64::from(position.cast_signed()).cast_unsigned();
    let phase = u64::from(phase) << 32;
    T::sin_turns(position.wrapping_mul(turns).wrapping_add(phase))
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
