//! Bad input, told in a sentence: what was wrong, and what is allowed.

use crate::language::{Language, Said};
use std::fmt;

/// Why a value was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The property's name, as it stands in the link and in the JavaScript API.
    pub property: String,
    /// What was given, as it was written (shortened when long).
    pub given: String,
    /// What is allowed, as a clause: "a whole number from 2 to 1024".
    pub allowed: Said,
}

/// Longest part of a given value that a sentence repeats, in characters.
const GIVEN_SHOWN: usize = 40;

impl Refusal {
    /// Refuses `given` as a value of `property`.
    pub fn new(property: impl Into<String>, given: impl fmt::Display, allowed: Said) -> Self {
        Self {
            property: property.into(),
            given: shorten(&given.to_string()),
            allowed,
        }
    }

    /// The whole sentence in `language`.
    pub fn sentence(&self, language: Language) -> String {
        let Self {
            property, given, ..
        } = self;
        let allowed = self.allowed.get(language);
        match language {
            Language::Zh => format!("{property} 不能是 {given}：{allowed}。"),
            Language::En => format!("{property} can't be {given}: {allowed}."),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Language::En))
    }
}

impl std::error::Error for Refusal {}

fn shorten(given: &str) -> String {
    if given.is_empty() {
        return "\"\"".into();
    }
    match given.char_indices().nth(GIVEN_SHOWN) {
        Some((end, _)) => format!("{}…", &given[..end]),
        None => given.into(),
    }
}
