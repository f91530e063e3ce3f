//! The formula behind one cell of a sinusoid's table, with its numbers.

use super::number::number;
use crate::encoding::Wave;

/// The exponent e of an inverse frequency base^(-e), as the formulas write it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Exponent {
    /// 2 i / width: the paper's.
    Pair {
        /// i, the pair.
        pair: usize,
        /// The width.
        width: usize,
    },
    /// i / steps: tensor2tensor's, with steps = width/2 - 1.
    Step {
        /// i, the pair.
        pair: usize,
        /// The steps.
        steps: usize,
    },
    /// Neither: the plain number.
    Plain,
}

/// How far an exponent may be from a whole i, to be taken for one.
const NEAR: f64 = 1e-6;

impl Exponent {
    /// Recognises the exponent of `inv_freq` = `base`^(-e) in a table of `width` columns.
    ///
    /// It is found from the number itself, so that a formula can't claim what the table doesn't hold.
    fn of(inv_freq: f64, base: f64, width: usize) -> Self {
        let exponent = -libm::log(inv_freq) / libm::log(base);
        let half = width / 2;
        if let Some(pair) = near_whole(exponent * width as f64 / 2.0) {
            return Self::Pair { pair, width };
        }
        if let Some(pair) = near_whole(exponent * half.saturating_sub(1) as f64) {
            let steps = half - 1;
            return Self::Step { pair, steps };
        }
        Self::Plain
    }
}

fn near_whole(value: f64) -> Option<usize> {
    let whole = libm::round(value);
    (whole >= 0.0 && (value - whole).abs() < NEAR).then_some(whole as usize)
}

/// "sin(3 / 10000^(2·4/32))": `wave` at `position`, in a table of `width` columns with this `base`.
pub fn wave_formula(wave: Wave, position: i32, base: f64, width: usize) -> String {
    if wave == Wave::SILENT {
        return "0".into();
    }
    let function = if wave.cosine { "cos" } else { "sin" };
    let position = position.to_string().replace('-', "−");
    let angle = match Exponent::of(wave.inv_freq, base, width) {
        Exponent::Pair { pair, width } => format!("{position} / {base}^(2·{pair}/{width})"),
        Exponent::Step { pair, steps } => format!("{position} / {base}^({pair}/{steps})"),
        Exponent::Plain => format!("{position} × {}", number(wave.inv_freq)),
    };
    format!("{function}({angle})")
}

#[cfg(test)]
mod tests {
    use super::{Exponent, wave_formula};
    use crate::encoding::Wave;

    #[test]
    fn the_papers_formula_is_recognised() {
        let wave = Wave {
            inv_freq: libm::pow(1e4, -8.0 / 32.0),
            cosine: false,
        };
        assert_eq!(wave_formula(wave, 3, 1e4, 32), "sin(3 / 10000^(2·4/32))");
    }

    #[test]
    fn tensor2tensors_spacing_is_told_apart() {
        let exponent = Exponent::of(libm::pow(1e4, -2.0 / 15.0), 1e4, 32);
        assert_eq!(exponent, Exponent::Step { pair: 2, steps: 15 });
    }

    #[test]
    fn another_frequency_is_shown_as_the_number_that_it_is() {
        let wave = Wave {
            inv_freq: 0.123,
            cosine: true,
        };
        assert_eq!(wave_formula(wave, -2, 1e4, 32), "cos(−2 × 0.1230)");
        assert_eq!(wave_formula(Wave::SILENT, 2, 1e4, 3), "0");
    }

    #[test]
    fn a_base_of_one_makes_no_nonsense() {
        let wave = Wave {
            inv_freq: 1.0,
            cosine: false,
        };
        assert_eq!(wave_formula(wave, 5, 1.0, 8), "sin(5 × 1.000)");
    }
}
