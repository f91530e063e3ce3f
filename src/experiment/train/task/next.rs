//! Next: name the token to come, where tokens are random. Nobody can, unless the mask leaks the future: the test of a mask.

use super::{Purpose, Task, Title, symbols};
use crate::language::Bilingual;
use rand_pcg::Pcg64;

/// See the module.
pub struct Next;

/// Id and name.
pub(super) const TITLE: Title = (
    "next",
    Bilingual::new(
        "猜下一个（查掩码漏不漏）",
        "The next token (does the mask leak?)",
    ),
);

impl Task for Next {
    fn title(&self) -> Title {
        TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "随机符号，每个词元处都回答：下一个是什么？掩码没写错就猜不中；猜得中，说明看见了未来。",
            "Random symbols; at each token: which comes next? Behind a right mask nobody can know. Who does sees the future.",
        )
    }

    fn needs(&self) -> Bilingual {
        Bilingual::new(
            "有位置也没用：答案在未来",
            "position is of no use: the answer lies in the future",
        )
    }

    fn causal(&self) -> bool {
        true
    }

    fn draw(&self, dice: &mut Pcg64, _: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        symbols::fill(dice, ids, symbols::SYMBOLS);
        let last = ids.len() - 1;
        targets[..last].copy_from_slice(&ids[1..]);
    }
}
