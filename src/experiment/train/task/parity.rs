//! Parity: is the number of ones so far odd? Known to be hard for Transformers (Hahn 2020, "Theoretical limitations of
//! self-attention in neural sequence models"): one token more changes every later answer.

use super::{Purpose, Task, Title, symbols};
use crate::language::Bilingual;
use rand_pcg::Pcg64;

/// See the module.
pub struct Parity;

/// Id and name.
pub(super) const TITLE: Title = ("parity", Bilingual::new("奇偶", "Parity"));

impl Task for Parity {
    fn title(&self) -> Title {
        TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "一串 0 和 1；每个词元处都回答：到这里为止，1 的个数是奇数还是偶数？",
            "Zeros and ones; at each token: is the number of ones so far odd or even?",
        )
    }

    fn needs(&self) -> Bilingual {
        Bilingual::new(
            "不要位置，只要数得清；对注意力来说这恰恰很难",
            "no position, only an exact count, which is hard for attention",
        )
    }

    fn causal(&self) -> bool {
        true
    }

    fn vocabulary(&self) -> usize {
        2
    }

    fn chance(&self, _: usize) -> f64 {
        0.5
    }

    fn without_positions(&self, n: usize) -> f64 {
        // Whoever sees k ones, but not where, knows a little: among the k + 1 gaps between ones, one more is even where k
        // is even; among the k ones themselves, one more is odd where k is odd. The rest is a coin.
        let n = n as f64;
        let mut total = 0.0;
        for ones in 0..=n as u32 {
            let k = f64::from(ones);
            let log_ways =
                libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
            let probability = libm::exp(log_ways - n * std::f64::consts::LN_2);
            let known = match ones % 2 {
                0 => (n - k) * 0.5 / (k + 1.0),
                _ => 0.5,
            };
            total += probability * (0.5 + known / n);
        }
        total
    }

    fn draw(&self, dice: &mut Pcg64, _: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        symbols::fill(dice, ids, 2);
        let mut odd = 0;
        for (target, id) in targets.iter_mut().zip(&*ids) {
            odd ^= id;
            *target = odd;
        }
    }
}
