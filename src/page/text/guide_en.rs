//! The guide in English.

use super::guide::GuideStrings;

pub(super) const STRINGS: GuideStrings = GuideStrings {
    sources: "Sources",
    back: "Take this answer back",
    see: "See for yourself",
    out: "Ruled out: ",
    and: ", ",
    left: "Worth a comparison",
    none_yet: "Once you answer, the encodings that your answers concern, and that no experiment rules out, stand here.",
    nothing_left: "These answers rule out every encoding they mention. Take one of them back.",
    compare: |count, all| {
        let which = if all { "these" } else { "the first" };
        format!("See {which} {count} side by side")
    },
    ruled_out: "Ruled out by experiment",
    because: |scheme, answer| format!("{scheme}, given “{answer}”"),
    limits: "The guide says only what the experiments show. The models trained here are small, and so are their tasks; how encodings rank in a large model has to be measured there.",
};
