//! The anatomy view in English.

use super::anatomy::{
    AnatomyStrings, ClockStrings, LikenessStrings, ShiftStrings, SlopeStrings, StairStrings,
    TermStrings, WavelengthStrings,
};
use crate::experiment::anatomy::Of;

pub(super) const STRINGS: AnatomyStrings = AnatomyStrings {
    region: "Anatomy of the encoding",
    model: "Parameters and sizes",
    doors: |names| match names {
        [] => "It opens no door.".into(),
        [one] => format!("It comes in by one door: {}.", one.to_lowercase()),
        many => {
            let names = many.join(", ").to_lowercase();
            format!("It comes in by {} doors: {names}.", many.len())
        }
    },
    position: "position p",
    offset: "offset k",
    clocks: ClockStrings {
        title: "Frequencies as clocks",
        caption: |shown, of| {
            let which = match shown == of {
                true => format!("All {of} pairs"),
                false => format!("{shown} of {of} pairs, evenly spread"),
            };
            format!(
                "{which}. The tip of a hand is the pair itself: how far right is the sine, how far up the cosine. Whole hand: position p; dashed: p + k. Move p and both hands run; the angle between them stays."
            )
        },
        pair: |pair| format!("pair {pair}"),
        wavelength: |positions| format!("{positions} a turn"),
        said: |pair, position, degrees, turns| {
            format!("Pair {pair} at position {position}: {degrees}°, {turns} whole turns so far")
        },
    },
    shift: ShiftStrings {
        title: "A shift is a rotation",
        caption: |pair, k| {
            format!(
                "Pair {pair}: one matrix leads from p to p + {k}, and p is not in it. Wherever the pair of words stands, the step between them is the same rotation."
            )
        },
        checked: |pairs, positions, error| {
            format!(
                "Checked just now on all {pairs} pairs and every p from 0 to {positions}: the largest |PE(p + k) − Rₖ PE(p)| is {error}, which is rounding."
            )
        },
    },
    wavelengths: WavelengthStrings {
        title: "Wavelengths",
        axes: ["pair", "positions for one turn"],
        trained: |length| format!("trained length {length}"),
        caption: |longer, of| match longer {
            0 => format!("All {of} pairs turn at least once within the trained length."),
            n => format!(
                "Every step to the right takes the same factor longer. {n} of {of} pairs don’t complete a turn within the trained length, so part of their circle stays unseen."
            ),
        },
    },
    likeness: LikenessStrings {
        title: |of| match of {
            Of::Rows => "How alike two positions look",
            Of::Turns => "How much of a match survives the rotation",
            Of::Bias => "What distance adds to the score",
        },
        distance: "distance",
        measure: |of| match of {
            Of::Rows => "PE(p) · PE(p + k)",
            Of::Turns => "sum of cos(k w) over pairs",
            Of::Bias => "bias on the score",
        },
        head: |head| format!("head {head}"),
        rise: "stops falling",
        rises: |of, distance| match (of, distance) {
            (_, 0) => {
                "It rises and falls from the first step on: distance alone does not order it."
                    .into()
            }
            (Of::Bias, _) => format!(
                "It falls up to distance {distance} and then rises for the first time: whether it falls with distance is for training to decide."
            ),
            _ => format!(
                "It falls up to distance {distance} and then rises for the first time: nearer does not always mean more alike."
            ),
        },
        falls: |positions| {
            format!("Over {positions} positions it only falls: the farther, the less.")
        },
    },
    stairs: StairStrings {
        title: "Distances in buckets",
        axes: ["key position − query position", "row of the table"],
        caption: |exact| {
            format!(
                "Looking back, distances up to {exact} have a row each. Farther out several share one, and the model cannot tell them apart."
            )
        },
    },
    slopes: SlopeStrings {
        title: "One slope per head",
        axes: ["head", "slope"],
        caption: |steepest, flattest| {
            format!(
                "The score loses this much with each step of distance. The steepest head ({steepest}) sees only its neighbours, the flattest ({flattest}) sees far."
            )
        },
    },
    terms: TermStrings {
        title: "A score, taken apart",
        sentence: "Sentence",
        choose: "Head",
        head: |head| format!("head {head}"),
        sum: "their sum: the score",
        query_key: ["query", "key"],
        caption: |terms, error| {
            format!(
                "{terms} maps on one colour scale; added cell by cell they give the score. Maps with stripes along the diagonal depend on distance alone. Largest difference from the score that the model used: {error}."
            )
        },
    },
};
