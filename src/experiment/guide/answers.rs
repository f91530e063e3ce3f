//! The words that the property `guide` takes. They stand apart from the questions, so that whoever reads a link
//! needn't download the guide.

use crate::experiment::state::names;
use crate::language::Said;
use crate::refusal::Refusal;

/// The ids of the answers, in the order in which the page asks.
const IDS: [&str; 13] = [
    "set", "both", "causal", "short", "longer", "stretch", "text", "patches", "marks", "counted",
    "near", "offset", "place",
];

/// Checks the property `guide`.
///
/// # Errors
/// A [`Refusal`] of an id that no answer has.
pub(in crate::experiment) fn check(list: &str) -> Result<(), Refusal> {
    let Some(id) = names(list).find(|id| !IDS.contains(id)) else {
        return Ok(());
    };
    let allowed = Said::new(
        format!("没有这个答案；可以是 {}", IDS.join("、")),
        format!("there is no such answer; {} are allowed", IDS.join(", ")),
    );
    Err(Refusal::new("guide", id, allowed))
}

#[cfg(test)]
mod tests {
    use super::{IDS, check};
    use crate::experiment::guide::QUESTIONS;

    #[test]
    fn the_link_takes_every_answer_of_the_guide() {
        let answers = QUESTIONS.iter().flat_map(|question| question.answers);
        assert!(answers.map(|answer| answer.id).eq(IDS));
    }

    #[test]
    fn an_unknown_answer_is_refused() {
        assert!(check("both,longer").is_ok() && check("").is_ok());
        let refusal = check("both,sideways").expect_err("refused");
        assert!(refusal.to_string().contains("guide can't be sideways"));
    }
}
