//! The words of the compare view.

use super::{compare_en, compare_zh};
use crate::language::Language;

/// The compare view's words in `language`.
pub const fn compare(language: Language) -> &'static CompareStrings {
    match language {
        Language::Zh => &compare_zh::STRINGS,
        Language::En => &compare_en::STRINGS,
    }
}

/// Every word of the compare view.
pub struct CompareStrings {
    /// Name of the part with the sentence.
    pub region: &'static str,
    /// Heading of the model's controls, folded.
    pub settings: &'static str,
    /// Name of the list of encodings.
    pub lineup: &'static str,
    /// Label of the choice of an entry's encoding: its place from 1.
    pub entry: fn(place: usize) -> String,
    /// Heading of an entry's parameters.
    pub parameters: &'static str,
    /// Button that moves an entry before the one before it.
    pub earlier: fn(name: &str) -> String,
    /// Button that moves it behind the one behind it.
    pub later: fn(name: &str) -> String,
    /// Button that takes it out.
    pub remove: fn(name: &str) -> String,
    /// Label of the choice of what is added.
    pub add: &'static str,
    /// Heading of the encodings in it.
    pub schemes: &'static str,
    /// Heading of the presets in it.
    pub presets: &'static str,
    /// Button that adds it.
    pub add_it: &'static str,
    /// Said where there is no place for more.
    pub full: &'static str,
    /// Said of the first entry.
    pub baseline: &'static str,
    /// What the number is, beside it.
    pub elsewhere: &'static str,
    /// What the number is, in a sentence.
    pub number_is: &'static str,
    /// What the table of an entry is called.
    pub table: fn(name: &str) -> String,
    /// What the map of an entry is called: head from 1.
    pub map: fn(name: &str, head: usize) -> String,
    /// What the map of differences is called: the two encodings, head from 1, its own number.
    pub apart: fn(name: &str, first: &str, head: usize, share: &str) -> String,
    /// What the colours of a map of differences mean.
    pub apart_is: &'static str,
    /// Name of the choice of the tables' colour scale.
    pub scale: &'static str,
    /// Its two states: one for all, one for each.
    pub scales: [&'static str; 2],
    /// What one scale for all means.
    pub scale_is: &'static str,
    /// Names of the colour scales of maps: attention, difference.
    pub legends: [&'static str; 2],
    /// While it is computed.
    pub busy: &'static str,
    /// Said to screen readers once it is computed: names and numbers.
    pub done: fn(first: &str, others: &str) -> String,
    /// One encoding and its number, in that list.
    pub one: fn(name: &str, share: &str) -> String,
    /// What stands between two of them.
    pub and: &'static str,
}
