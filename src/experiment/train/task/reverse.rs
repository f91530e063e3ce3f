//! Reverse: token i names token n - 1 - i, its mirror image.

use super::{Purpose, Task, Title, symbols};
use crate::language::Bilingual;
use rand_pcg::Pcg64;

/// See the module.
pub struct Reverse;

/// Id and name.
pub(super) const TITLE: Title = ("reverse", Bilingual::new("倒着念", "Reverse"));

impl Task for Reverse {
    fn title(&self) -> Title {
        TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "第 i 个词元处回答：倒数第 i 个是什么？",
            "At the token i-th from the start: which one is i-th from the end?",
        )
    }

    fn needs(&self) -> Bilingual {
        Bilingual::new(
            "自己的绝对位置和全长都要知道",
            "its own absolute place, and the length",
        )
    }

    fn causal(&self) -> bool {
        false
    }

    fn draw(&self, dice: &mut Pcg64, _: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        symbols::fill(dice, ids, symbols::SYMBOLS);
        let n = ids.len();
        for (i, target) in targets.iter_mut().enumerate() {
            // The middle one of an odd length is its own image: nothing to find out.
            if 2 * i + 1 != n {
                *target = ids[n - 1 - i];
            }
        }
    }
}
