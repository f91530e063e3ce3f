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
    limits: "The guide says only what the experiments show: what an encoding looks like, whether it tells order, where it ends. How well a model trains with it is another matter.",
};
