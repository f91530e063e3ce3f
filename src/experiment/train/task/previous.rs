//! Previous: repeat the token before the current one.

use super::{Back, Purpose, Task, Title};
use crate::language::Bilingual;
use rand_pcg::Pcg64;

/// See the module.
pub struct Previous;

/// Id and name.
pub(super) const TITLE: Title = ("previous", Bilingual::new("前一个词元", "The token before"));

impl Task for Previous {
    fn title(&self) -> Title {
        TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "每个词元处都回答：前一个是什么？",
            "At each token: which one came just before?",
        )
    }

    fn needs(&self) -> Bilingual {
        Bilingual::new(
            "要认出“紧挨着的前一个”",
            "the nearest neighbour on the left",
        )
    }

    fn causal(&self) -> bool {
        true
    }

    fn draw(&self, dice: &mut Pcg64, purpose: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        Back { k: 1 }.draw(dice, purpose, ids, targets);
    }
}
