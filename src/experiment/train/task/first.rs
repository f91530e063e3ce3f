//! First: every token names the first one.

use super::{Purpose, Task, Title, symbols};
use crate::language::Bilingual;
use rand_pcg::Pcg64;

/// See the module.
pub struct First;

/// Id and name.
pub(super) const TITLE: Title = ("first", Bilingual::new("开头是谁", "The first token"));

impl Task for First {
    fn title(&self) -> Title {
        TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "除开头外，每个词元处都回答：第一个词元是什么？",
            "At each token but the first: which one opens the sequence?",
        )
    }

    fn needs(&self) -> Bilingual {
        Bilingual::new(
            "要认出绝对位置 0，或者“左边再没有别人”",
            "the absolute place 0, or “nobody stands to its left”",
        )
    }

    fn causal(&self) -> bool {
        false
    }

    fn draw(&self, dice: &mut Pcg64, _: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        symbols::fill(dice, ids, symbols::SYMBOLS);
        targets[1..].fill(ids[0]);
    }
}
