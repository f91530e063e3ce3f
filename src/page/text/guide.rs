//! The words of the guide, but for its questions and answers, which stand with their experiments.

use super::{guide_en, guide_zh};
use crate::language::Language;

/// The guide's words in `language`.
pub const fn guide(language: Language) -> &'static GuideStrings {
    match language {
        Language::Zh => &guide_zh::STRINGS,
        Language::En => &guide_en::STRINGS,
    }
}

/// Every word of the guide but its questions and answers.
pub struct GuideStrings {
    /// Heading of where the encodings were published, folded.
    pub sources: &'static str,
    /// Button that takes an answer back.
    pub back: &'static str,
    /// Name of the list of experiments.
    pub see: &'static str,
    /// What stands before the encodings that an answer rules out.
    pub out: &'static str,
    /// What joins names in a list.
    pub and: &'static str,
    /// Heading of what the answers leave.
    pub left: &'static str,
    /// Said before any answer.
    pub none_yet: &'static str,
    /// Said where nothing is left.
    pub nothing_left: &'static str,
    /// Link to what is left, side by side: how many, and whether that is all.
    pub compare: fn(count: usize, all: bool) -> String,
    /// Heading of what the answers rule out.
    pub ruled_out: &'static str,
    /// An encoding that an answer rules out: both names.
    pub because: fn(scheme: &str, answer: &str) -> String,
    /// What the guide can't say.
    pub limits: &'static str,
}
