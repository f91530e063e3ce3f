//! Frequencies: the geometric series that sinusoids and rotations share, and turns in 64-bit fixed point.

use std::f64::consts::{FRAC_2_PI, TAU};

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

/// Appends a row of the interleaved sinusoid: sine and cosine of `position` times each inverse frequency, `width` numbers.
pub fn push_waves(rows: &mut Vec<f64>, position: f64, inv_freq: &[f64], width: usize) {
    let end = rows.len() + width;
    for frequency in inv_freq {
        let [sine, cosine] = sin_cos(position * frequency);
        rows.push(sine);
        rows.push(cosine);
    }
    rows.truncate(end);
}

/// Sine and cosine of an angle of up to 2^32 radians, to the last digit or two of an f64.
///
/// Both share one reduction to the nearest quarter turn, in parts whose products are exact (Cody and Waite 1980, "Software manual
/// for the elementary functions"), and the polynomials of fdlibm. A table of positions takes a million of these; two calls of a
/// library cost three times as much. No position turns by more: frequencies are at most 1.
pub fn sin_cos(angle: f64) -> [f64; 2] {
    let quarters = (angle * FRAC_2_PI).round_ties_even();
    let [a, b, c, d] = QUARTER;
    let x = angle - quarters * a - quarters * b - quarters * c - quarters * d;
    let z = x * x;
    let [s1, s2, s3, s4, s5, s6] = SINE;
    let sine = x + x * z * (s1 + z * (s2 + z * (s3 + z * (s4 + z * (s5 + z * s6)))));
    let [c1, c2, c3, c4, c5, c6] = COSINE;
    let cosine = 1.0 - 0.5 * z + z * z * (c1 + z * (c2 + z * (c3 + z * (c4 + z * (c5 + z * c6)))));
    match quarters as i64 & 3 {
        0 => [sine, cosine],
        1 => [cosine, -sine],
        2 => [-sine, -cosine],
        _ => [-cosine, sine],
    }
}

/// A quarter turn, as the sum of three numbers of 21 bits and the rest.
const QUARTER: [f64; 4] = [
    1.570796012878418,
    3.1391618904308416e-07,
    2.89607313824769e-13,
    8.333742918520879e-20,
];
/// (sin(x) - x) / x^3 in powers of x^2.
const SINE: [f64; 6] = [
    -1.666_666_666_666_663_2e-1,
    8.333_333_333_322_49e-3,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];
/// (cos(x) - 1 + x^2 / 2) / x^4 in powers of x^2.
const COSINE: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sine_and_cosine_are_right_to_the_last_digits() {
        // Around every multiple of a quarter turn, and as far as positions go.
        let near = (-4000..4000).map(|k| f64::from(k) * 0.39);
        let far = (0..2000).map(|k| f64::from(k) * 2.1e6);
        for angle in near.chain(far).chain([0.0, 1e-300, -1e9, 4_294_967_290.0]) {
            let [sine, cosine] = sin_cos(angle);
            let off = (sine - libm::sin(angle))
                .abs()
                .max((cosine - libm::cos(angle)).abs());
            assert!(off <= 3e-16, "{angle}: off by {off:e}");
        }
    }

    #[test]
    fn a_row_of_odd_width_ends_with_a_sine() {
        let mut rows = vec![7.0];
        push_waves(&mut rows, 1.0, &inverse_frequencies(3, 1e4), 3);
        assert_eq!(rows.len(), 4);
        assert!((rows[3] - 0.002_154_433).abs() < 1e-8);
    }
}
