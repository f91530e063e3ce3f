//! Sort: each token names the next larger symbol that occurs; the largest names itself. Follow the answers from the smallest on
//! and the sequence is sorted. A control: the answer is a function of the bag of symbols.

use super::{Purpose, Task, Title, symbols};
use crate::language::Bilingual;
use rand_pcg::Pcg64;

/// See the module.
pub struct Sort;

/// Symbols to draw from: more than elsewhere, so that what comes next isn't just one more.
const SYMBOLS: u32 = 64;

/// Id and name.
pub(super) const TITLE: Title = ("sort", Bilingual::new("排序", "Sort"));

impl Task for Sort {
    fn title(&self) -> Title {
        TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "每个词元处都回答：出现过的符号里，比它大的最小的是哪个？（最大的答它自己）",
            "At each token: which is the next larger symbol that occurs? (The largest names itself.)",
        )
    }

    fn needs(&self) -> Bilingual {
        Bilingual::new("完全不需要位置（对照）", "nothing at all (a control)")
    }

    fn causal(&self) -> bool {
        false
    }

    fn vocabulary(&self) -> usize {
        SYMBOLS as usize
    }

    fn chance(&self, n: usize) -> f64 {
        // Guessing among the different symbols that occur: 64 (1 - (63/64)^n) of them.
        let symbols = f64::from(SYMBOLS);
        let missing = libm::pow((symbols - 1.0) / symbols, n as f64);
        1.0 / (symbols * (1.0 - missing))
    }

    fn without_positions(&self, _: usize) -> f64 {
        1.0
    }

    fn draw(&self, dice: &mut Pcg64, _: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        symbols::fill(dice, ids, SYMBOLS);
        for (target, id) in targets.iter_mut().zip(&*ids) {
            let larger = ids.iter().filter(|other| *other > id);
            *target = larger.min().copied().unwrap_or(*id);
        }
    }
}
