//! Frequencies: wavelengths, the hands of the clocks, and the rotation that a shift is.

use crate::encoding::{Doors, InputDoor, Wave, sin_cos};
use std::f64::consts::TAU;

/// The frequencies of an encoding, one for each pair of dimensions.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// Inverse frequency of each pair, in radians per position, in the encoding's order.
    pub inv_freq: Vec<f64>,
}

/// One pair's wavelength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wavelength {
    /// The pair.
    pub pair: usize,
    /// Positions until it has turned once.
    pub wavelength: f64,
    /// How often it turns within the trained length.
    pub turns: f64,
}

/// One clock's hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// The pair.
    pub pair: usize,
    /// The angle in radians, from 0 to 2 pi.
    pub angle: f64,
    /// Whole turns so far.
    pub turns: f64,
}

/// The frequencies of door 1's sinusoid or of door 2; `None` where the encoding has none.
pub fn spectrum(doors: &Doors) -> Option<Spectrum> {
    let inv_freq = match (&doors.input, &doors.rotation) {
        (Some(InputDoor::Waves(columns)), _) => columns
            .iter()
            .filter(|wave| !wave.cosine && **wave != Wave::SILENT)
            .map(|wave| wave.inv_freq)
            .collect(),
        (_, Some(door)) => door.inv_freq.clone(),
        _ => return None,
    };
    Some(Spectrum { inv_freq })
}

impl Spectrum {
    /// Every pair's wavelength, and how often it turns within `trained` positions.
    pub fn wavelengths(&self, trained: f64) -> Vec<Wavelength> {
        let one = |(pair, w): (usize, &f64)| Wavelength {
            pair,
            wavelength: TAU / w,
            turns: trained * w / TAU,
        };
        self.inv_freq.iter().enumerate().map(one).collect()
    }
}

/// Where every clock's hand stands at `position`.
pub fn hands(spectrum: &Spectrum, position: i32) -> Vec<Hand> {
    let hand = |(pair, w): (usize, &f64)| {
        let radians = f64::from(position) * w;
        Hand {
            pair,
            angle: radians - TAU * libm::floor(radians / TAU),
            turns: radians / TAU,
        }
    };
    spectrum.inv_freq.iter().enumerate().map(hand).collect()
}

/// PE(p + k) = R_k PE(p), checked: R_k turns every pair (sin, cos) by k w_i, whatever p is.
#[derive(Clone, Debug, PartialEq)]
pub struct ShiftCheck {
    /// For each pair the 2 x 2 block \[\[cos, sin\], \[-sin, cos\]\] of k w_i, which turns (sin, cos)(p) into (sin, cos)(p + k).
    pub blocks: Vec<[[f64; 2]; 2]>,
    /// The largest |PE(p + k) - R_k PE(p)| over every pair and every p from 0 to `positions`.
    pub largest_error: f64,
    /// Over how many p it was checked.
    pub positions: i32,
}

/// Checks a shift by `k` on positions 0 to `positions`.
pub fn shift_check(spectrum: &Spectrum, k: i32, positions: i32) -> ShiftCheck {
    let block = |w: &f64| {
        let [sin, cos] = sin_cos(f64::from(k) * w);
        [[cos, sin], [-sin, cos]]
    };
    let blocks: Vec<_> = spectrum.inv_freq.iter().map(block).collect();
    let mut largest_error: f64 = 0.0;
    for (w, [[a, b], [c, d]]) in spectrum.inv_freq.iter().zip(&blocks) {
        for p in 0..=positions {
            let [sin, cos] = sin_cos(f64::from(p) * w);
            let [shifted_sin, shifted_cos] = sin_cos(f64::from(p + k) * w);
            let error = (a * sin + b * cos - shifted_sin).abs();
            let error = error.max((c * sin + d * cos - shifted_cos).abs());
            largest_error = largest_error.max(error);
        }
    }
    ShiftCheck {
        blocks,
        largest_error,
        positions,
    }
}

#[cfg(test)]
mod tests {
    use super::{Spectrum, hands, shift_check};
    use crate::encoding::inverse_frequencies;

    fn spectrum(width: usize) -> Spectrum {
        Spectrum {
            inv_freq: inverse_frequencies(width, 1e4),
        }
    }

    /// Measured elsewhere: the slowest pair of d = 512 takes 60 611.5 positions for a turn, the fastest 6.283.
    #[test]
    fn wavelengths_grow_geometrically() {
        let waves = spectrum(512).wavelengths(2048.0);
        assert_eq!(waves[0].wavelength, std::f64::consts::TAU);
        assert!((waves[255].wavelength - 60_611.5).abs() < 0.1);
        assert!(waves[255].turns < 0.04);
    }

    #[test]
    fn a_shift_is_a_rotation() {
        let check = shift_check(&spectrum(64), 7, 4096);
        assert!(check.largest_error < 1e-11, "{}", check.largest_error);
        let hand = hands(&spectrum(64), 13)[0];
        assert!((hand.angle - (13.0 - 2.0 * std::f64::consts::TAU)).abs() < 1e-12);
    }
}
