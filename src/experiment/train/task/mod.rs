//! What a race trains for: small tasks whose answer is known, one file each.
//!
//! Each says what it needs of position, what guessing scores, and what the best model without positions can score, so
//! that a curve is read against both. Data are drawn from the project's own seeded numbers: the same on every machine.

mod back;
mod bag;
mod copy;
mod first;
mod next;
mod parity;
mod previous;
mod reverse;
mod role;
mod sort;
mod symbols;
mod text;

pub use back::Back;

use crate::language::{Bilingual, Language, Said};
use crate::random::stream;
use crate::refusal::Refusal;
use rand_pcg::Pcg64;

/// The target of a row at which nothing is asked.
pub const NOT_ASKED: u32 = u32::MAX;

/// A task's id in requests, such as `role`, and its name.
pub type Title = (&'static str, Bilingual);

/// A task: how sequences are drawn, and what is asked where.
pub trait Task: Sync {
    /// Its id and its name.
    fn title(&self) -> Title;
    /// Its id in requests: `role`.
    fn id(&self) -> &'static str {
        self.title().0
    }
    /// Its name.
    fn name(&self) -> Bilingual {
        self.title().1
    }
    /// What is asked, in one sentence.
    fn question(&self) -> Bilingual;
    /// What an answer needs to know of position, as a clause.
    fn needs(&self) -> Bilingual;
    /// Whether a token sees only earlier ones unless the request says otherwise.
    fn causal(&self) -> bool;
    /// How many ids there are, asked or answered. As the next three, that of a task over random symbols where a task doesn't say.
    fn vocabulary(&self) -> usize {
        symbols::SYMBOLS as usize
    }
    /// Lengths that it can be drawn at, both ends included.
    fn lengths(&self) -> [usize; 2] {
        [2, 8192]
    }
    /// Accuracy of guessing among the answers that occur in a sequence of n tokens.
    fn chance(&self, _: usize) -> f64 {
        symbols::one_symbol()
    }
    /// The best expected accuracy at length n of any model that is blind to order (bidirectional, all doors shut). Under a causal
    /// mask there is no such bound from two layers on: how far a token sees tells where it stands.
    fn without_positions(&self, n: usize) -> f64 {
        symbols::commonest_share(n - 1)
    }
    /// How a token is written: the letter of its id, or the id past the alphabet, where a task has no words of its own.
    fn word(&self, id: u32, _: Language) -> String {
        symbols::letter(id)
    }
    /// Draws one sequence: ids, and targets where something is asked. Both come with `ids` zeroed and nothing asked.
    fn draw(&self, dice: &mut Pcg64, purpose: Purpose, ids: &mut [u32], targets: &mut [u32]);
}

/// What a sequence is drawn for. A task whose training lengths vary draws shorter ones, padded, to train on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A training step.
    Train,
    /// A test at this very length.
    Test,
}

/// Sequences of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Tokens, \[count * n\].
    pub ids: Vec<u32>,
    /// Answers, \[count * n\]; [`NOT_ASKED`] where nothing is asked.
    pub targets: Vec<u32>,
}

/// Every task, in the order in which a page lists them.
pub const TASKS: &[&dyn Task] = &[
    &role::Role,
    &role::RoleLast,
    &bag::Bag,
    &previous::Previous,
    &Back::USUAL,
    &first::First,
    &copy::Copy,
    &reverse::Reverse,
    &sort::Sort,
    &parity::Parity,
    &next::Next,
    &text::Text::VERSE,
    &text::Text::ENGLISH,
];

/// The titles of [`TASKS`] in their order, for whoever only lists them: a first visit downloads no task.
pub const TITLES: &[Title] = &[
    role::TITLE,
    role::LAST_TITLE,
    bag::TITLE,
    previous::TITLE,
    back::TITLE,
    first::TITLE,
    copy::TITLE,
    reverse::TITLE,
    sort::TITLE,
    parity::TITLE,
    next::TITLE,
    text::TITLE,
    text::ENGLISH_TITLE,
];

/// The task with this id.
///
/// # Errors
/// A [`Refusal`] that lists the known ids.
pub fn task(id: &str) -> Result<&'static dyn Task, Refusal> {
    let known = TASKS.iter().copied().find(|task| task.id() == id);
    known.ok_or_else(|| {
        let ids: Vec<_> = TASKS.iter().map(|task| task.id()).collect();
        let allowed = Said::new(
            format!("可以是 {}", ids.join("、")),
            format!("{} are allowed", ids.join(", ")),
        );
        Refusal::new("task", id, allowed)
    })
}

/// Draws `count` sequences of n tokens; the same for the same seed and name.
pub fn batch(
    task: &dyn Task,
    (seed, name): (u64, &str),
    purpose: Purpose,
    n: usize,
    count: usize,
) -> Batch {
    let mut dice = stream(seed, name);
    let mut batch = Batch {
        ids: vec![0; count * n],
        targets: vec![NOT_ASKED; count * n],
    };
    let targets = batch.targets.chunks_exact_mut(n);
    for (ids, targets) in batch.ids.chunks_exact_mut(n).zip(targets) {
        task.draw(&mut dice, purpose, ids, targets);
    }
    batch
}
