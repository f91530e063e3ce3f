//! Which one? A few questions whose every answer names an experiment of this lab that shows it.
//!
//! What is ruled out is ruled out by an experiment; `tests/guide.rs` runs them all, so that the guide asserts nothing that
//! the lab does not show. Which answers were chosen stands in the property `guide`.

mod answers;
mod questions;

pub(super) use answers::check;
pub use questions::QUESTIONS;

use super::state::{State, names};
use crate::encoding::SCHEMES;
use crate::language::{Bilingual, Language};

/// A question of the guide.
#[derive(Debug)]
pub struct Question {
    /// The question.
    pub ask: Bilingual,
    /// Its answers, of which one is chosen at a time.
    pub answers: &'static [Answer],
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// Its word in the property `guide`.
    pub id: &'static str,
    /// What is chosen.
    pub label: Bilingual,
    /// What follows from it.
    pub says: Bilingual,
    /// Where that can be seen.
    pub experiments: &'static [Experiment],
    /// The encodings that it speaks for, or about.
    pub names: &'static [&'static str],
    /// The encodings that an experiment above rules out.
    pub rules_out: &'static [&'static str],
}

/// A state of the lab, and what to look at in it.
#[derive(Debug)]
pub struct Experiment {
    /// The link's query.
    pub query: &'static str,
    /// What is to be seen there.
    pub look: Bilingual,
}

/// The sentence that encodings are compared on: longer than the lab's own example, so that near and far can be told apart.
const SENTENCE: Bilingual = Bilingual::new(
    "花园里的黑猫追着灰老鼠跑过草地",
    "the black cat in the garden chases a grey mouse",
);

impl Experiment {
    /// The whole state of the lab for it.
    pub fn state(&self, language: Language) -> State {
        // Every query here is one that the lab takes: a test reads them all.
        let (mut state, _) = State::from_query(self.query);
        if state.choice("view") == "compare" {
            let _taken = state.set("text", SENTENCE.get(language));
        }
        state
    }
}

/// The answers that a list of ids names, in the order of their questions; of two answers to one question, the first.
pub fn chosen(list: &str) -> Vec<&'static Answer> {
    let named = |answer: &&Answer| names(list).any(|id| id == answer.id);
    let answer = |question: &'static Question| question.answers.iter().find(named);
    QUESTIONS.iter().filter_map(answer).collect()
}

/// A list with `id` in place of whatever else answers the same question; without `id`, where it was chosen already.
pub fn choose(list: &str, id: &str) -> String {
    let answers = QUESTIONS.iter().map(|question| {
        let asked = question.answers.iter().any(|answer| answer.id == id);
        let before = chosen(list);
        let before = before
            .iter()
            .find(|answer| question.answers.iter().any(|a| a.id == answer.id));
        match (asked, before.map(|answer| answer.id)) {
            (true, Some(old)) if old == id => None,
            (true, _) => Some(id),
            (false, before) => before,
        }
    });
    answers.flatten().collect::<Vec<_>>().join(",")
}

/// What the answers leave: the encodings that they name, without those that one of them rules out, in the lab's order.
pub fn left(answers: &[&Answer]) -> Vec<&'static str> {
    let names = |id: &str| answers.iter().any(|answer| answer.names.contains(&id));
    let ids = SCHEMES.iter().map(|scheme| scheme.id());
    ids.filter(|id| names(id) && ruled_out_by(answers, id).is_none())
        .collect()
}

/// The first of the answers that rules an encoding out.
pub fn ruled_out_by<'a>(answers: &[&'a Answer], id: &str) -> Option<&'a Answer> {
    let mut answers = answers.iter().copied();
    answers.find(|answer| answer.rules_out.contains(&id))
}

#[cfg(test)]
mod tests {
    use super::{choose, chosen, left};

    fn ids(list: &str) -> Vec<&'static str> {
        chosen(list).iter().map(|answer| answer.id).collect()
    }

    #[test]
    fn one_answer_a_question_and_a_second_click_takes_it_back() {
        let list = choose(&choose("", "longer"), "both");
        assert_eq!(ids(&list), ["both", "longer"]);
        assert_eq!(ids(&choose(&list, "causal")), ["causal", "longer"]);
        assert_eq!(choose(&list, "both"), "longer");
    }

    #[test]
    fn what_one_answer_rules_out_another_does_not_bring_back() {
        assert!(left(&chosen("near")).contains(&"alibi"));
        assert!(!left(&chosen("near,both")).contains(&"alibi"));
        assert!(left(&chosen("")).is_empty());
    }
}
