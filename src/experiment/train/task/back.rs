//! Back k: repeat the token that stands exactly k places back.

use super::{Purpose, Task, Title, symbols};
use crate::language::Bilingual;
use rand_pcg::Pcg64;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Back {
    /// How far back, from 1.
    pub k: usize,
}

impl Back {
    /// Where a request doesn't say.
    pub const USUAL: Self = Self { k: 4 };
    /// Largest k that a request may ask for.
    pub const LARGEST: usize = 64;

    /// Every k that a request may ask for.
    const ALL: [Self; Self::LARGEST] = {
        let mut all = [Self { k: 1 }; Self::LARGEST];
        let mut i = 0;
        while i < Self::LARGEST {
            all[i].k = i + 1;
            i += 1;
        }
        all
    };

    /// The task for a k from 1 to [`Back::LARGEST`].
    pub fn of(k: usize) -> &'static Self {
        static ALL: [Back; Back::LARGEST] = Back::ALL;
        &ALL[k.clamp(1, Self::LARGEST) - 1]
    }
}

/// Id and name.
pub(super) const TITLE: Title = ("back_k", Bilingual::new("往前第 k 个", "Exactly k back"));

impl Task for Back {
    fn title(&self) -> Title {
        TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "每个词元处都回答：往前数第 k 个是什么？",
            "At each token: which one stands exactly k places back?",
        )
    }

    fn needs(&self) -> Bilingual {
        Bilingual::new(
            "要认准一个确切的距离，近一格远一格都不行",
            "one exact distance, no nearer and no farther",
        )
    }

    fn causal(&self) -> bool {
        true
    }

    fn lengths(&self) -> [usize; 2] {
        [self.k + 1, 8192]
    }

    fn draw(&self, dice: &mut Pcg64, _: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        symbols::fill(dice, ids, symbols::SYMBOLS);
        for (target, id) in targets[self.k..].iter_mut().zip(&*ids) {
            *target = *id;
        }
    }
}
