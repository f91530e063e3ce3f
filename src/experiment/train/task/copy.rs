//! Copy, or induction: a block of distinct random tokens repeats; name the next token of the second round.
//!
//! An answer needs two layers: find where this token stood before, then look one further (Olsson et al. 2022, "In-context
//! learning and induction heads"). To train on, blocks of 4 to n/2 tokens are drawn and the rest is padding, so that no fixed
//! distance between the rounds can be learnt; the first token of the second round comes unannounced and isn't asked for.

use super::{Purpose, Task, Title, symbols};
use crate::language::Bilingual;
use rand::RngExt;
use rand_pcg::Pcg64;

/// See the module.
pub struct Copy;

/// Tokens to draw from.
const TOKENS: u32 = 160;
/// What follows a block that is shorter than there is room.
const PADDING: u32 = TOKENS;
/// Shortest block.
const SHORTEST: usize = 4;

/// Id and name.
pub(super) const TITLE: Title = ("copy", Bilingual::new("照抄（归纳）", "Copy (induction)"));

impl Task for Copy {
    fn title(&self) -> Title {
        TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "一段随机词元重复一遍；第二遍里每个词元处都回答：下一个是什么？",
            "A random block repeats; at each token of the second round: which one comes next?",
        )
    }

    fn needs(&self) -> Bilingual {
        Bilingual::new(
            "要先找到同一个词元上次在哪，再往后看一格",
            "where the same token stood before, and then one step on",
        )
    }

    fn causal(&self) -> bool {
        true
    }

    fn vocabulary(&self) -> usize {
        PADDING as usize + 1
    }

    fn lengths(&self) -> [usize; 2] {
        [2 * SHORTEST, 2 * TOKENS as usize]
    }

    fn chance(&self, n: usize) -> f64 {
        1.0 / (n / 2) as f64
    }

    fn without_positions(&self, n: usize) -> f64 {
        // Every token but this one may come next.
        1.0 / (n / 2 - 1) as f64
    }

    fn draw(&self, dice: &mut Pcg64, purpose: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        let most = ids.len() / 2;
        let block = match purpose {
            Purpose::Train => dice.random_range(SHORTEST as u32..=most as u32) as usize,
            Purpose::Test => most,
        };
        let tokens = symbols::distinct(dice, block, TOKENS);
        ids[..block].copy_from_slice(&tokens);
        ids[block..2 * block].copy_from_slice(&tokens);
        ids[2 * block..].fill(PADDING);
        targets[block..2 * block - 1].copy_from_slice(&tokens[1..]);
    }
}
