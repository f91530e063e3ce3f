//! Context extension: how RoPE's frequencies change so that a model reads past its trained length.
//!
//! With d = rotary_dim, b = base, s = factor, L = the trained length:
//!
//! | kind | inverse frequency of pair i | source |
//! |---|---|---|
//! | none | b^(-2i/d) | Su et al. 2021 |
//! | linear | b^(-2i/d) / s (position interpolation) | Chen et al. 2023, section 2.3 |
//! | ntk | b'^(-2i/d), b' = b s^(d/(d-2)): pair 0 stays, the last one is divided by s | bloc97 2023 |
//! | dynamic | as ntk, with s' = s·l/L - (s - 1) for a current length l > L; unchanged up to L | emozilla 2023 |
//! | yarn | fast pairs stay, slow ones are divided by s, a ramp between; cos and sin times 0.1 ln s + 1 | Peng et al. 2023, sections 3.2 to 3.4 |
//! | llama3 | as yarn, with zones by wavelength | Llama 3.1 (2024) |
//! | longrope | b^(-2i/d) / f_i with given factors f; cos and sin times sqrt(1 + ln s / ln L) | Ding et al. 2024 |
//!
//! Either the positions or the base are scaled, never both; each factor is applied once.

use super::frequency::inverse_frequencies;
use std::f64::consts::TAU;

/// A way to extend the context.
#[derive(Clone, Debug, PartialEq)]
pub enum Scaling {
    /// The trained frequencies.
    None,
    /// Position interpolation.
    Linear {
        /// s: how many times longer than trained.
        factor: f64,
    },
    /// A larger base, fixed.
    Ntk {
        /// s: how many times longer than trained.
        factor: f64,
    },
    /// A base that grows with the current length.
    Dynamic {
        /// s: how fast the base grows.
        factor: f64,
        /// L: the trained length.
        original_length: f64,
        /// l: the current length.
        length: f64,
    },
    /// Interpolation by parts with a temperature.
    Yarn {
        /// s: how many times longer than trained.
        factor: f64,
        /// L: the trained length.
        original_length: f64,
        /// Pairs that turn more often than this within L stay.
        beta_fast: f64,
        /// Pairs that turn less often than this within L are interpolated whole.
        beta_slow: f64,
        /// Factor on cos and sin; `None` takes 0.1 ln s + 1.
        attention_factor: Option<f64>,
    },
    /// Interpolation by wavelength zones.
    Llama3 {
        /// s: divisor of the slow zone.
        factor: f64,
        /// L: the trained length.
        original_length: f64,
        /// Wavelengths above L over this are in the slow zone.
        low_freq_factor: f64,
        /// Wavelengths below L over this are in the fast zone.
        high_freq_factor: f64,
    },
    /// One given divisor per pair.
    LongRope {
        /// f: one divisor per pair.
        factors: Vec<f64>,
        /// s: how many times longer than trained.
        factor: f64,
        /// L: the trained length.
        original_length: f64,
        /// Factor on cos and sin; `None` takes sqrt(1 + ln s / ln L).
        attention_factor: Option<f64>,
    },
}

/// What a scaling makes of the frequencies.
#[derive(Clone, Debug, PartialEq)]
pub struct Scaled {
    /// Inverse frequency of each pair, in radians per position.
    pub inv_freq: Vec<f64>,
    /// Factor on cos and sin.
    pub attention_factor: f64,
}

impl Scaling {
    /// The scaled frequencies of `rotary_dim` dimensions over `base`.
    pub fn apply(&self, rotary_dim: usize, base: f64) -> Scaled {
        let plain = inverse_frequencies(rotary_dim, base);
        let (inv_freq, attention_factor) = match self {
            Self::None => (plain, 1.0),
            Self::Linear { factor } => (divided(&plain, *factor), 1.0),
            Self::Ntk { factor } => (ntk(rotary_dim, base, *factor), 1.0),
            Self::Dynamic {
                factor,
                original_length,
                length,
            } => {
                let longer = length.max(*original_length) / original_length;
                let grown = factor * longer - (factor - 1.0);
                (ntk(rotary_dim, base, grown), 1.0)
            }
            Self::Yarn {
                factor,
                original_length,
                beta_fast,
                beta_slow,
                attention_factor,
            } => {
                let ramp = yarn_ramp(rotary_dim, base, *original_length, *beta_fast, *beta_slow);
                let blend = |(w, r): (&f64, f64)| w * (1.0 - r) + w / factor * r;
                let inv_freq = plain.iter().zip(ramp).map(blend).collect();
                (
                    inv_freq,
                    attention_factor.unwrap_or_else(|| yarn_factor(*factor)),
                )
            }
            Self::Llama3 {
                factor,
                original_length,
                low_freq_factor,
                high_freq_factor,
            } => {
                let zone = |w: &f64| {
                    let turns = original_length * w / TAU;
                    let kept = (turns - low_freq_factor) / (high_freq_factor - low_freq_factor);
                    let kept = kept.clamp(0.0, 1.0);
                    w * kept + w / factor * (1.0 - kept)
                };
                (plain.iter().map(zone).collect(), 1.0)
            }
            Self::LongRope {
                factors,
                factor,
                original_length,
                attention_factor,
            } => {
                let inv_freq = plain.iter().zip(factors).map(|(w, f)| w / f).collect();
                let by_length = longrope_factor(*factor, *original_length);
                (inv_freq, attention_factor.unwrap_or(by_length))
            }
        };
        Scaled {
            inv_freq,
            attention_factor,
        }
    }
}

fn divided(inv_freq: &[f64], factor: f64) -> Vec<f64> {
    inv_freq.iter().map(|w| w / factor).collect()
}

/// The frequencies over the base b s^(d/(d-2)). A single pair (d = 2) never moves: its frequency is 1 over any base.
fn ntk(rotary_dim: usize, base: f64, factor: f64) -> Vec<f64> {
    if rotary_dim <= 2 {
        return inverse_frequencies(rotary_dim, base);
    }
    let d = rotary_dim as f64;
    inverse_frequencies(rotary_dim, base * libm::pow(factor, d / (d - 2.0)))
}

/// How far each pair is interpolated: 0 for the fast ones, 1 for the slow ones, linear in the pair index between the
/// pairs that turn `beta_fast` and `beta_slow` times within the trained length (both rounded outwards).
///
/// Peng et al. 2023, section 3.2; the index of the pair that turns r times in L is d ln(L / (2 pi r)) / (2 ln b).
pub fn yarn_ramp(
    rotary_dim: usize,
    base: f64,
    original_length: f64,
    beta_fast: f64,
    beta_slow: f64,
) -> Vec<f64> {
    let (low, high) = yarn_ends(rotary_dim, base, original_length, beta_fast, beta_slow);
    // Ends that meet would divide by zero; the ramp is then a step.
    let width = if low == high { 0.001 } else { high - low };
    let ramp = |i: usize| ((i as f64 - low) / width).clamp(0.0, 1.0);
    (0..rotary_dim / 2).map(ramp).collect()
}

/// The pair indices at which the ramp of [`yarn_ramp`] starts and ends.
pub fn yarn_ends(
    rotary_dim: usize,
    base: f64,
    original_length: f64,
    beta_fast: f64,
    beta_slow: f64,
) -> (f64, f64) {
    let d = rotary_dim as f64;
    let pair =
        |turns: f64| d * libm::log(original_length / (turns * TAU)) / (2.0 * libm::log(base));
    let low = libm::floor(pair(beta_fast)).max(0.0);
    let high = libm::ceil(pair(beta_slow)).min(d - 1.0);
    (low, high)
}

/// 0.1 ln s + 1, the temperature of YaRN; 1 where nothing is extended.
fn yarn_factor(factor: f64) -> f64 {
    if factor <= 1.0 {
        1.0
    } else {
        0.1 * libm::log(factor) + 1.0
    }
}

/// sqrt(1 + ln s / ln L); 1 where nothing is extended.
fn longrope_factor(factor: f64, original_length: f64) -> f64 {
    if factor <= 1.0 {
        1.0
    } else {
        libm::sqrt(1.0 + libm::log(factor) / libm::log(original_length))
    }
}
