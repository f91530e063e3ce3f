//! Frequencies: the geometric series that sinusoids and rotations share, and turns in 64-bit fixed point.

use std::f64::consts::TAU;

/// inv_freq\[i\] = base^(-2i/width) for i in 0..ceil(width/2), in radians per position.
///
/// Vaswani et al. 2017, section 3.5 (there width = d_model, base = 10000); Su et al. 2021, section 3.2.2
/// (there width = the rotated part of a head).
pub fn inverse_frequencies(width: usize, base: f64) -> Vec<f64> {
    let exponent = |i| -2.0 * i as f64 / width as f64;
    (0..width.div_ceil(2))
        .map(|i| libm::pow(base, exponent(i)))
        .collect()
}

/// The turns per position of an inverse frequency, as a fraction of a circle in units of 2^-64.
///
/// Multiplied by a position in wrapping arithmetic this gives the angle modulo one turn, exactly up to the rounding of
/// the frequency itself (2^-53 relative): at position 2^20 the angle is right within 2e-10 radians.
pub fn turns(inv_freq: f64) -> u64 {
    let turns = inv_freq / TAU;
    let fraction = turns - libm::floor(turns);
    // 2^64 times the fraction; `as` saturates at the top, where rounding would reach a whole turn.
    (fraction * 18_446_744_073_709_551_616.0) as u64
}
