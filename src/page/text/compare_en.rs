//! The compare view in English.

use super::compare::CompareStrings;

pub(super) const STRINGS: CompareStrings = CompareStrings {
    region: "The sentence",
    settings: "Mask, tokens and model",
    lineup: "Encodings side by side",
    entry: |place| format!("Encoding {place}"),
    parameters: "Parameters",
    earlier: |name| format!("Move {name} forward"),
    later: |name| format!("Move {name} back"),
    remove: |name| format!("Remove {name}"),
    add: "Add another",
    schemes: "Encodings",
    presets: "As known models have it",
    add_it: "Add",
    full: "Six is the most that fit side by side. Remove one to add another.",
    baseline: "baseline",
    elsewhere: "of attention goes elsewhere",
    number_is: "Each percentage is the share of attention that lands on other words than it does under the baseline, averaged over every query and every head of the layer: 0% is identical, 100% has nothing in common. It is called total variation distance.",
    table: |name| format!("What {name} puts in"),
    map: |name, head| format!("{name}: where head {head} looks"),
    apart: |name, first, head, share| format!("{name} minus {first}, head {head}: {share}"),
    apart_is: "In the maps of differences orange is more than under the baseline, blue is less, and paper is no change.",
    scale: "Scale of the encodings",
    scales: ["one per door", "one each"],
    scale_is: "Encodings that enter by the same door share one colour scale: what looks pale is small.",
    legends: ["attention weight", "change from the baseline"],
    busy: "Computing…",
    done: |first, others| format!("Done. The baseline is {first}. {others}."),
    one: |name, share| format!("{name}: {share} of attention goes elsewhere"),
    and: "; ",
};
