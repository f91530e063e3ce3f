//! The words of the anatomy view.

use super::{anatomy_en, anatomy_zh};
use crate::experiment::anatomy::Of;
use crate::language::Language;

/// The view's words in `language`.
pub const fn anatomy(language: Language) -> &'static AnatomyStrings {
    match language {
        Language::Zh => &anatomy_zh::STRINGS,
        Language::En => &anatomy_en::STRINGS,
    }
}

/// The words of the anatomy view, by the figure that says them.
pub struct AnatomyStrings {
    /// Name of the first part, for screen readers.
    pub region: &'static str,
    /// Heading of the controls.
    pub model: &'static str,
    /// Which doors a scheme uses: their names, in order; none where all stay shut.
    pub doors: fn(names: &[&str]) -> String,
    /// Name of the slider of the position.
    pub position: &'static str,
    /// Name of the slider of the offset.
    pub offset: &'static str,
    /// The frequencies as clocks.
    pub clocks: ClockStrings,
    /// A shift is a rotation.
    pub shift: ShiftStrings,
    /// The wavelengths.
    pub wavelengths: WavelengthStrings,
    /// How alike positions look.
    pub likeness: LikenessStrings,
    /// The buckets.
    pub stairs: StairStrings,
    /// The slopes.
    pub slopes: SlopeStrings,
    /// The terms of the scores.
    pub terms: TermStrings,
}

/// See [`AnatomyStrings::clocks`].
pub struct ClockStrings {
    /// The figure's name.
    pub title: &'static str,
    /// What is to be seen: pairs that are shown, of all pairs.
    pub caption: fn(shown: usize, of: usize) -> String,
    /// A clock's name.
    pub pair: fn(pair: usize) -> String,
    /// How many positions its hand needs for a turn.
    pub wavelength: fn(positions: &str) -> String,
    /// Where its hand stands, for screen readers.
    pub said: fn(pair: usize, position: i64, degrees: &str, turns: &str) -> String,
}

/// See [`AnatomyStrings::shift`].
pub struct ShiftStrings {
    /// The figure's name.
    pub title: &'static str,
    /// What the matrix is, for pair and offset.
    pub caption: fn(pair: usize, k: i64) -> String,
    /// The check over all pairs and positions up to one, with the largest error.
    pub checked: fn(pairs: usize, positions: i32, error: &str) -> String,
}

/// See [`AnatomyStrings::wavelengths`].
pub struct WavelengthStrings {
    /// The figure's name.
    pub title: &'static str,
    /// Names of its axes.
    pub axes: [&'static str; 2],
    /// The mark at the trained length.
    pub trained: fn(length: &str) -> String,
    /// What is to be seen: pairs whose wavelength is longer than the trained length, of all pairs.
    pub caption: fn(longer: usize, of: usize) -> String,
}

/// See [`AnatomyStrings::likeness`].
pub struct LikenessStrings {
    /// The figure's name.
    pub title: fn(of: Of) -> &'static str,
    /// Name of the x axis.
    pub distance: &'static str,
    /// Name of the y axis.
    pub measure: fn(of: Of) -> &'static str,
    /// A head's name.
    pub head: fn(head: usize) -> String,
    /// The mark where it stops falling.
    pub rise: &'static str,
    /// What is to be seen where it rises first from this distance on.
    pub rises: fn(of: Of, distance: usize) -> String,
    /// What is to be seen where it only falls.
    pub falls: fn(positions: usize) -> String,
}

/// See [`AnatomyStrings::stairs`].
pub struct StairStrings {
    /// The figure's name.
    pub title: &'static str,
    /// Names of its axes.
    pub axes: [&'static str; 2],
    /// What is to be seen: up to which distance each has a row of its own.
    pub caption: fn(exact: i64) -> String,
}

/// See [`AnatomyStrings::slopes`].
pub struct SlopeStrings {
    /// The figure's name.
    pub title: &'static str,
    /// Names of its axes.
    pub axes: [&'static str; 2],
    /// What is to be seen: the steepest head's slope and the flattest one's.
    pub caption: fn(steepest: &str, flattest: &str) -> String,
}

/// See [`AnatomyStrings::terms`].
pub struct TermStrings {
    /// The figure's name.
    pub title: &'static str,
    /// Label of the sentence.
    pub sentence: &'static str,
    /// Name of the choice of a head.
    pub choose: &'static str,
    /// A head's name.
    pub head: fn(head: usize) -> String,
    /// The map of the whole score.
    pub sum: &'static str,
    /// Names of a row and a column.
    pub query_key: [&'static str; 2],
    /// What is to be seen, with the largest difference between the sum and the score that the model used.
    pub caption: fn(terms: usize, error: &str) -> String,
}
