//! Role: who does it, and to whom? Two animals and a verb among fillers; the answer is the animal before the verb.
//!
//! A reordering of the two animals changes the answer and nothing else, so a model blind to order, or one that sees only
//! distances left and right alike, can do no better than toss a coin, whatever its weights. `rolelast` asks at a last token
//! instead of at the verb: under a causal mask the verb's own row sees only the animal before it, which gives the answer away.

use super::{Purpose, Task, Title, symbols};
use crate::language::{Bilingual, Language};
use rand::RngExt;
use rand_pcg::Pcg64;

/// See the module.
pub struct Role;
/// See the module.
pub struct RoleLast;

/// Words that mean nothing here.
pub(super) const FILLERS: u32 = 16;
/// Animals: ids from [`FILLERS`] on.
pub(super) const ANIMALS: u32 = 8;
/// The animals by name.
const NAMES: [Bilingual; ANIMALS as usize] = [
    Bilingual::new("猫", "cat"),
    Bilingual::new("狗", "dog"),
    Bilingual::new("鼠", "mouse"),
    Bilingual::new("牛", "cow"),
    Bilingual::new("马", "horse"),
    Bilingual::new("羊", "sheep"),
    Bilingual::new("鸡", "hen"),
    Bilingual::new("鱼", "fish"),
];
/// The verb's id.
pub(super) const VERB: u32 = FILLERS + ANIMALS;
/// The id of the last token of `rolelast`, at which the question is asked.
const QUESTION: u32 = VERB + 1;

/// Id and name.
pub(super) const TITLE: Title = ("role", Bilingual::new("谁追谁", "Who chases whom"));

impl Task for Role {
    fn title(&self) -> Title {
        TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "两只动物、一个动词，散在无关的词里；在动词处回答：哪只动物在它前面？",
            "Two animals and a verb stand among fillers; at the verb: which animal comes before it?",
        )
    }

    fn needs(&self) -> Bilingual {
        Bilingual::new("只要分得清前后", "before or after is enough")
    }

    fn causal(&self) -> bool {
        false
    }

    fn vocabulary(&self) -> usize {
        VERB as usize + 1
    }

    fn lengths(&self) -> [usize; 2] {
        [3, 8192]
    }

    fn chance(&self, _: usize) -> f64 {
        0.5
    }

    fn without_positions(&self, _: usize) -> f64 {
        0.5
    }

    fn word(&self, id: u32, language: Language) -> String {
        word(id, language)
    }

    fn draw(&self, dice: &mut Pcg64, _: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        let (verb, before) = sentence(dice, ids);
        targets[verb] = before;
    }
}

/// Id and name of `rolelast`.
pub(super) const LAST_TITLE: Title = (
    "rolelast",
    Bilingual::new("谁追谁（最后才问）", "Who chases whom, asked last"),
);

impl Task for RoleLast {
    fn title(&self) -> Title {
        LAST_TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "和“谁追谁”一样，但在最后一个词元处回答；用来看因果掩码自己带来多少顺序。",
            "As “who chases whom”, but answered at a last token: shows how much order a causal mask brings by itself.",
        )
    }

    fn needs(&self) -> Bilingual {
        Role.needs()
    }

    fn causal(&self) -> bool {
        true
    }

    fn vocabulary(&self) -> usize {
        QUESTION as usize + 1
    }

    fn lengths(&self) -> [usize; 2] {
        [4, 8192]
    }

    fn chance(&self, _: usize) -> f64 {
        0.5
    }

    fn without_positions(&self, _: usize) -> f64 {
        0.5
    }

    fn word(&self, id: u32, language: Language) -> String {
        word(id, language)
    }

    fn draw(&self, dice: &mut Pcg64, _: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        let last = ids.len() - 1;
        let (_, before) = sentence(dice, &mut ids[..last]);
        ids[last] = QUESTION;
        targets[last] = before;
    }
}

/// Animals and the verb in words; fillers are dots, since they mean nothing.
pub(super) fn word(id: u32, language: Language) -> String {
    let animal = id
        .checked_sub(FILLERS)
        .and_then(|animal| NAMES.get(animal as usize));
    let word = match animal {
        Some(name) => *name,
        None if id == VERB => Bilingual::new("追", "chases"),
        None if id == QUESTION => Bilingual::new("？", "?"),
        None => Bilingual::new("·", "·"),
    };
    word.get(language).to_owned()
}

/// Writes a sentence; gives the verb's place and the animal before it.
fn sentence(dice: &mut Pcg64, ids: &mut [u32]) -> (usize, u32) {
    symbols::fill(dice, ids, FILLERS);
    let mut places = symbols::distinct(dice, 3, ids.len() as u32);
    places.sort_unstable();
    let before = dice.random_range(0..ANIMALS);
    // Another one: a step of 1 to 7 around the ring of animals.
    let after = (before + dice.random_range(1..ANIMALS)) % ANIMALS;
    let verb = places[1] as usize;
    ids[places[0] as usize] = FILLERS + before;
    ids[verb] = VERB;
    ids[places[2] as usize] = FILLERS + after;
    (verb, FILLERS + before)
}
