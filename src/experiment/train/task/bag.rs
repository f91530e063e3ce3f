//! Bag: which animal occurs? The control: a bag of words knows the answer, so a model without positions must reach 100 %.

use super::role::{ANIMALS, FILLERS, VERB};
use super::{Purpose, Task, Title, symbols};
use crate::language::{Bilingual, Language};
use rand::RngExt;
use rand_pcg::Pcg64;

/// See the module.
pub struct Bag;

/// Id and name.
pub(super) const TITLE: Title = ("bag", Bilingual::new("有哪只动物", "Which animal occurs"));

impl Task for Bag {
    fn title(&self) -> Title {
        TITLE
    }

    fn question(&self) -> Bilingual {
        Bilingual::new(
            "一只动物、一个动词，散在无关的词里；在动词处回答：出现的是哪只动物？",
            "One animal and a verb stand among fillers; at the verb: which animal is there?",
        )
    }

    fn needs(&self) -> Bilingual {
        Bilingual::new("完全不需要位置（对照）", "nothing at all (the control)")
    }

    fn causal(&self) -> bool {
        false
    }

    fn vocabulary(&self) -> usize {
        VERB as usize + 1
    }

    fn chance(&self, _: usize) -> f64 {
        1.0 / f64::from(ANIMALS)
    }

    fn without_positions(&self, _: usize) -> f64 {
        1.0
    }

    fn word(&self, id: u32, language: Language) -> String {
        super::role::word(id, language)
    }

    fn draw(&self, dice: &mut Pcg64, _: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        symbols::fill(dice, ids, FILLERS);
        let places = symbols::distinct(dice, 2, ids.len() as u32);
        let animal = FILLERS + dice.random_range(0..ANIMALS);
        ids[places[0] as usize] = VERB;
        ids[places[1] as usize] = animal;
        targets[places[0] as usize] = animal;
    }
}
