//! English.

use super::{Control, Machine, Order, Reading, Site, Strings, ViewWords};

pub(super) const STRINGS: Strings = Strings {
    site: Site {
        name: "PosLab",
        document: "PosLab: what position does in a Transformer",
        views: "Views",
        order: ViewWords {
            heading: "Without positions, can attention tell who chases whom?",
            lead: "Edit the sentences, then flip the switch. Both sides share one set of weights; only position changes.",
        },
        compare: ViewWords {
            heading: "One sentence, another encoding: where does attention turn?",
            lead: "The weights stay; only the encoding changes. The first one is the baseline for the rest.",
        },
        guide: ViewWords {
            heading: "Which encoding should it be?",
            lead: "Answer a few questions. Every answer comes with an experiment, so you need not take our word for it.",
        },
        race: ViewWords {
            heading: "Trained on short sentences: which encodings still read long ones?",
            lead: "Same weights, same data; only the way positions are told differs. Train them side by side, then pull the sentences longer and see which break.",
        },
        anatomy: ViewWords {
            heading: "What does an encoding do, taken apart?",
            lead: "Pick an encoding. Only what it has is shown; move the sliders and watch what moves along.",
        },
        extension: ViewWords {
            heading: "Trained on short texts, how does it read long ones?",
            lead: "A rotation is a set of clocks. In a longer text the slow ones come to hours that training never showed; each way of stretching slows them in its own manner.",
        },
        patches: ViewWords {
            heading: "A picture has no first word. Where is a patch?",
            lead: "Cut into patches and laid in a row, a picture loses its up and down. Point at a patch and see which others look near.",
        },
        skip: "Skip to the content",
        language: "Language",
        theme: "Theme",
        themes: ["as the system", "light", "dark"],
        copy: "Copy link",
        copied: "Copied",
        copy_refused: "The browser won’t copy; take it from the address bar",
        footer: "Everything is computed in your browser. Nothing is uploaded.",
        link_notice: "Some values in the link could not be used:",
        link_default: |value| format!("The page uses {value} instead."),
        link_unknown: |name| format!("There is no property {name}; it was left out."),
        link_left_out: "It was left out.",
        close: "Got it",
        missing: "This part could not be downloaded. You may be offline.",
        load_again: "Try again",
    },
    order: Order {
        region: "Two sentences compared",
        sentences: ["First sentence", "Second sentence"],
        positions: "Positions",
        switch: ["Positions off", "Positions on"],
        distance: "distance between the two",
        distance_help: "Averaging a sentence’s output rows gives one vector for the whole sentence. The number is how far the two vectors lie apart.",
        measured: |measured| format!("measured {measured}: rounding"),
        tolerance: |tolerance| format!("up to {tolerance} counts as 0"),
        tokens: |count| match count {
            1 => "1 token".into(),
            _ => format!("{count} tokens"),
        },
        busy: "Computing",
        running: |d_model, layers, seconds| {
            let layers = match layers {
                1 => "1 layer".into(),
                _ => format!("{layers} layers"),
            };
            format!("{d_model} numbers a token through {layers}: {seconds} s so far")
        },
        stop: "Stop",
        stopped: "Stopped. The figures still show the last result.",
        again: "Carry on",
    },
    reading: Reading {
        no_scheme: "The switch is on, but the encoding is “No positions”: nothing comes in by any door.",
        nowhere: "The encoding was computed but added nowhere, so order still makes no difference.",
        alike: "Positions are in, and still these two come out alike.",
        alike_other_words: "The words differ, and yet the averages coincide. That is chance.",
        rounding: "It should be 0, but lies above the tolerance: rounding that added up step by step.",
    },
    control: Control {
        region: "Instrument",
        encoding: "Encoding",
        switched_off: "Positions are off, so this has no effect yet.",
        attention: "Mask",
        tokens: "Tokens",
        model: "Model",
        sizes: |[d_model, heads, layers]| format!("{d_model} wide · {heads} heads · {layers} deep"),
        fine: "Precision and device",
        causal: "Each word sees itself and what came before. The first sees only itself, the last sees everything, so order shows even without positions.",
        bidirectional: "Each word sees the whole sentence, whatever the order.",
        less: |label| format!("{label}: less"),
        more: |label| format!("{label}: more"),
        reset: "Reset everything",
        source: |source| format!("Source: {source}"),
    },
    machine: Machine {
        opening: "Getting the device ready…",
        gpu: |adapter| format!("Computed on your GPU: {adapter}."),
        software: |adapter| {
            format!(
                "Computed on a GPU emulated in software ({adapter}): same results, only slower."
            )
        },
        no_webgpu: "Computed on the CPU, in your browser: it has no WebGPU to offer.",
        only_software: "Computed on the CPU, in your browser: this machine’s only GPU is emulated, and the CPU is faster.",
        insecure: "Computed on the CPU, in your browser: the page isn’t https, so the browser withholds the GPU.",
        asked: "Computed on the CPU, in your browser, as you asked.",
        lost: "The GPU went away. The page now uses the CPU; nothing you typed is lost.",
        rebuilt: " The GPU went away and is back; everything was computed again.",
        refused: "The link asks for the GPU, but the browser granted none, so the CPU serves.",
        failed: |why| format!("The GPU could not be opened ({why}), so the CPU serves."),
    },
};
