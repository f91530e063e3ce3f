//! Context extension: what each way of stretching RoPE does to each pair, on one scale.

use crate::encoding::scaling::{Scaling, yarn_ends};
use crate::language::Bilingual;
use std::f64::consts::TAU;

/// A larger share than this is more than rounding.
const ROUNDING: f64 = 1e-9;

/// What the ways have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// How many dimensions turn.
    pub rotary_dim: usize,
    /// Base of the frequencies.
    pub base: f64,
    /// The trained length.
    pub original_length: f64,
    /// How many times longer a text is to be read.
    pub factor: f64,
}

/// One way and what it makes of the frequencies.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Its word in the link.
    pub id: &'static str,
    /// Its name.
    pub name: Bilingual,
    /// Inverse frequency of each pair.
    pub inv_freq: Vec<f64>,
    /// Each inverse frequency over the trained one: 1 is untouched, 1/factor is interpolated whole.
    pub ratio: Vec<f64>,
    /// How often each pair turns within the stretched length.
    pub turns: Vec<f64>,
    /// Factor on cos and sin.
    pub attention_factor: f64,
}

impl Stretch {
    /// How often each pair turns within the trained length.
    pub fn trained_turns(&self) -> Vec<f64> {
        let plain = Scaling::None.apply(self.rotary_dim, self.base).inv_freq;
        plain
            .iter()
            .map(|w| self.original_length * w / TAU)
            .collect()
    }

    /// The pair indices between which YaRN's ramp lies, at its usual ends of 32 and 1 turns.
    pub fn ramp(&self) -> (f64, f64) {
        yarn_ends(self.rotary_dim, self.base, self.original_length, 32.0, 1.0)
    }

    /// How many pairs come to angles that training never showed: those that don't complete a turn within the trained
    /// length, and turn further within the stretched one.
    pub fn unseen(&self, way: &Way) -> usize {
        let further = |(trained, stretched): (f64, &f64)| {
            trained < 1.0 && *stretched > trained * (1.0 + ROUNDING)
        };
        let both = self.trained_turns().into_iter().zip(&way.turns);
        both.filter(|pair| further(*pair)).count()
    }

    /// Every way, the untouched frequencies first.
    pub fn ways(&self) -> Vec<Way> {
        let Self {
            factor,
            original_length,
            ..
        } = *self;
        let ways = [
            ("none", Bilingual::new("不扩展", "none"), Scaling::None),
            (
                "linear",
                Bilingual::new("线性插值", "linear"),
                Scaling::Linear { factor },
            ),
            ("ntk", Bilingual::new("NTK", "NTK"), Scaling::Ntk { factor }),
            (
                "dynamic",
                Bilingual::new("动态 NTK", "dynamic NTK"),
                Scaling::Dynamic {
                    factor,
                    original_length,
                    length: factor * original_length,
                },
            ),
            (
                "yarn",
                Bilingual::new("YaRN", "YaRN"),
                Scaling::Yarn {
                    factor,
                    original_length,
                    beta_fast: 32.0,
                    beta_slow: 1.0,
                    attention_factor: None,
                },
            ),
            (
                "llama3",
                Bilingual::new("Llama 3", "Llama 3"),
                Scaling::Llama3 {
                    factor,
                    original_length,
                    low_freq_factor: 1.0,
                    high_freq_factor: 4.0,
                },
            ),
        ];
        let plain = Scaling::None.apply(self.rotary_dim, self.base).inv_freq;
        let way = |(id, name, scaling): (&'static str, Bilingual, Scaling)| {
            let scaled = scaling.apply(self.rotary_dim, self.base);
            let stretched = factor * original_length;
            Way {
                id,
                name,
                ratio: scaled
                    .inv_freq
                    .iter()
                    .zip(&plain)
                    .map(|(a, b)| a / b)
                    .collect(),
                turns: scaled
                    .inv_freq
                    .iter()
                    .map(|w| stretched * w / TAU)
                    .collect(),
                inv_freq: scaled.inv_freq,
                attention_factor: scaled.attention_factor,
            }
        };
        ways.into_iter().map(way).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Stretch;

    const STRETCH: Stretch = Stretch {
        rotary_dim: 128,
        base: 1e4,
        original_length: 4096.0,
        factor: 4.0,
    };

    #[test]
    fn every_way_lies_between_untouched_and_interpolated() {
        let ways = STRETCH.ways();
        assert_eq!(ways.len(), 6);
        // Dynamic NTK at s times the length has grown its factor to s^2 - s + 1.
        let least = |id: &str| if id == "dynamic" { 1.0 / 13.0 } else { 0.25 };
        for way in ways {
            let mut between = way.ratio.iter();
            assert!(
                between.all(|r| *r <= 1.0 + 1e-12 && *r >= least(way.id) - 1e-12),
                "{}",
                way.id
            );
        }
    }

    /// The wavelength 2 pi 10000^(2i/128) passes 4096 at pair 46: 18 pairs of 64 don't complete a turn. NTK divides only
    /// the last of them by the whole factor.
    #[test]
    fn what_interpolates_the_slow_pairs_stays_within_what_was_seen() {
        let unseen = STRETCH
            .ways()
            .iter()
            .map(|way| (way.id, STRETCH.unseen(way)))
            .collect::<Vec<_>>();
        let expected = [
            ("none", 18),
            ("linear", 0),
            ("ntk", 17),
            ("dynamic", 0),
            ("yarn", 0),
            ("llama3", 0),
        ];
        assert_eq!(unseen, expected);
    }

    #[test]
    fn yarn_leaves_what_turns_often_and_interpolates_what_hardly_turns() {
        let turns = STRETCH.trained_turns();
        let yarn = &STRETCH.ways()[4];
        assert_eq!(STRETCH.ramp(), (20.0, 46.0));
        for (ratio, turns) in yarn.ratio.iter().zip(turns) {
            assert!(turns < 40.0 || *ratio == 1.0);
            assert!(turns > 0.8 || (*ratio - 0.25).abs() < 1e-12);
        }
    }
}
