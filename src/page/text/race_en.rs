//! Training and testing past the trained length, in English.

use super::race::{RaceStrings, Standing};

pub(super) const STRINGS: RaceStrings = RaceStrings {
    region: "Task and training",
    chance: |share| format!("Guessing gets {share}"),
    blind: |share| format!("a model that can’t tell order gets {share} at best"),
    answer: |answer| format!("Right answer: {answer}"),
    train: "Train",
    train_again: "Train again from the start",
    pause: "Pause",
    resume: "Go on",
    step: "One step",
    reset: "Clear",
    more: |steps| format!("Train {steps} more steps"),
    save: "Save weights",
    load: "Load weights",
    pace: "Pace",
    paces: ["Full speed", "10 steps a second", "2 steps a second"],
    leaks: "The mask is wrong, and every word sees what comes after it. A score near 100 % here isn’t skill: it reads the answer off. Generating word by word, there would be nothing to read.",
    opening: "Putting the weights back",
    resumed: |step| {
        format!("The GPU went away. Training went on from the snapshot at step {step}.")
    },
    restored: "Your last race, as it stood before the page was reloaded, weights and all.",
    loaded: "The race of your file, as it stood when it was saved.",
    file: |why| format!("{why}."),
    progress: "Training progress",
    steps: |taken, of| format!("{taken} of {of} steps"),
    time: |seconds, left| match left {
        Some(left) if left >= 0.5 => format!("{seconds:.1} s, about {left:.0} s left"),
        _ => format!("{seconds:.1} s"),
    },
    testing: |length| format!("Trained. Now testing on new sentences of {length} words"),
    learning: "As they learn",
    measure: "What to plot",
    measures: ["Accuracy", "Loss"],
    measure_axes: ["accuracy on training sentences", "cross-entropy (nats)"],
    measure_captions: [
        "Every batch is new, so this is skill, not memory. It jitters because a batch holds only a few dozen sentences.",
        "Cross-entropy in nats. Tossing a coin between two answers costs ln 2 ≈ 0.69.",
    ],
    step_axis: "training step",
    guess: "guessing",
    no_curve: "Press Train, and the curves will grow here side by side.",
    lengths: "Pull the sentences longer",
    lengths_lead: "Tested only on sentences that training never saw; the shaded part is the trained length.",
    noise: [
        "One seed only: differences of a few points may be luck, of the seed or of the test sentences. Three seeds show how large that luck is.",
        "Each line is the mean of three seeds, its band goes from the lowest to the highest. Where two bands overlap, the difference is noise: don’t read a ranking into it.",
    ],
    length: "Test length",
    length_value: |length, times| format!("{length} tokens, {times} times the trained length"),
    trained: "trained",
    length_axis: "tokens in a sentence",
    accuracy_axis: "accuracy",
    length_measures: ["Accuracy", "Perplexity"],
    perplexity_axis: "perplexity: e to the cross-entropy (lower is better)",
    perplexed: |length, times, values| {
        format!(
            "At {length} characters, {times} times the trained length, perplexity is {}.",
            values.join(", ")
        )
    },
    no_test: "Once they are trained, this shows which of them still answer when sentences grow.",
    reading,
    remedies: "Remedies at test time, without more training",
    remedy: |kind| match kind {
        "none" => (
            "No remedy",
            "Used as it was trained. A learned table goes on into rows that training never touched.",
        ),
        "linear" => (
            "Interpolation",
            "Positions are squeezed into the trained range. Before and after survive; “exactly so many back” blurs.",
        ),
        "ntk" => (
            "NTK",
            "A larger base: fast frequencies stay, slow ones are stretched.",
        ),
        "dynamic" => (
            "Dynamic NTK",
            "Past the trained length, the base grows with the length.",
        ),
        "yarn" => (
            "YaRN",
            "Fast frequencies stay, slow ones are interpolated, with a ramp between and a slightly sharper softmax.",
        ),
        "clamp" => (
            "Last row",
            "Every position past the end gets the last trained row.",
        ),
        "wrap" => (
            "Wrap around",
            "Positions past the end start over at the first row.",
        ),
        "interpolate" => (
            "Squeeze in",
            "All positions are squeezed between the trained rows, mixing neighbours.",
        ),
        "zero" => (
            "Leave blank",
            "Nothing is added at positions that weren’t trained.",
        ),
        "off" => (
            "Positions off",
            "All four doors are shut in mid-way; no weight changes.",
        ),
        _ => ("", ""),
    },
    remedied: |name, remedy| format!("{name} + {remedy}"),
    off_theory: |share| {
        format!(
            "Said beforehand: with every door shut, a model that can’t tell order gets {share} at best."
        )
    },
    look: "Where they look",
    look_lead: "One sentence, and each encoding’s attention as trained so far. Rows ask, columns are looked at.",
    look_choices: ["Encoding", "Layer", "Head"],
    layer: |layer| format!("Layer {layer}"),
    head: |head| format!("Head {head}"),
    said: |answer, right| match right {
        true => format!("It answers “{answer}”: right."),
        false => format!("It answers “{answer}”: wrong."),
    },
    map: |name, layer, head| format!("{name}, layer {layer}, head {head}"),
    query_key: ["query", "key"],
    setting: "The race",
    fine: "How it is trained",
    racers: "Encodings in the race",
    racers_help: |least, most| {
        format!(
            "Choose {least} to {most}. All start from the same weights and see the same data in the same order; only their doors differ."
        )
    },
    model: "Model",
    model_is: |d_model, heads, layers, batch| {
        format!(
            "Width {d_model}, {heads} heads, {layers} layers; {batch} sentences a step, Adam, learning rate up, then down."
        )
    },
    lost: "The GPU went away before there was a snapshot to go on from. You can train again from the start.",
};

fn reading(at: &Standing) -> String {
    let list = |names: &[String]| match names {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        names => names.concat(),
    };
    let verb = |names: &[String], one: &'static str, many: &'static str| match names.len() {
        1 => one,
        _ => many,
    };
    let mut parts = Vec::new();
    if !at.hold.is_empty() {
        let still = verb(&at.hold, "still answers", "still answer");
        parts.push(format!("{} {still}", list(&at.hold)));
    }
    if !at.fade.is_empty() {
        let begins = verb(&at.fade, "begins to fail", "begin to fail");
        parts.push(format!("{} {begins}", list(&at.fade)));
    }
    if !at.guess.is_empty() {
        let is = verb(
            &at.guess,
            "does no better than guessing",
            "do no better than guessing",
        );
        parts.push(format!("{} {is}", list(&at.guess)));
    }
    let place = match at.times.as_str() {
        "1" => "At the trained length".to_owned(),
        times => format!("At {} tokens, {times} times the trained length", at.length),
    };
    format!("{place}: {}.", parts.join("; "))
}
