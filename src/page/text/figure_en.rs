//! The figures in English.

use super::figure::{
    AttentionStrings, BelowStrings, EncodingStrings, FigureStrings, HouseStrings, InspectStrings,
    MapStrings, PipelineStrings, RowStrings,
};
use crate::model::Part;

pub(super) const STRINGS: FigureStrings = FigureStrings {
    map: MapStrings {
        role: "heat map",
        keys: "Arrow keys move one cell, Home and End to the ends of a row, with Ctrl to the corners, Page Up and Page Down a page.",
        keys_open: "Arrow keys move one cell, Home and End to the ends of a row, Page Up and Page Down to another map, Enter shows how the cell is computed.",
        hint: "Point at a cell, or walk with the arrow keys, to read its number.",
        value: |place, value| format!("{place}: {value}"),
        query_key: ["query", "key"],
        token_dimension: ["word", "dimension"],
        position_dimension: ["position", "dimension"],
        place: |[row, column], [r, c]| format!("{row} {r}, {column} {c}"),
        hidden: "masked, can’t be seen",
        size: |rows, columns| format!("{rows} rows by {columns} columns. "),
        extremes: |min, min_at, max, max_at| {
            format!("Smallest {min} ({min_at}), largest {max} ({max_at}).")
        },
        large: "Too many numbers to read them all; the cursor or the table reads those you want.",
        legend: |[low, high]| format!("Colour scale from {low} to {high}"),
        table: "Show as table",
        close_table: "Hide table",
        part: |[shown_rows, rows], [shown_columns, columns]| {
            if shown_rows == rows && shown_columns == columns {
                format!("All {rows} rows and {columns} columns")
            } else {
                format!(
                    "{shown_rows} of {rows} rows, {shown_columns} of {columns} columns; follows the cursor"
                )
            }
        },
        zoom: ["Smaller", "Larger"],
    },
    rows: RowStrings {
        title: "Output rows of both sentences",
        side: |sentence| format!("Output rows, {sentence}"),
        permuted: "Each row is one word’s output vector; lines join rows that are equal. Words changed places and their rows went with them, every number unchanged: that is equivariance. Once averaged, the order is gone.",
        same: "Each row is one word’s output vector; lines join rows that are equal. Both sides match row by row.",
        none: "Each row is one word’s output vector. The same word now comes out differently in the two sentences; no row has a match.",
        some: |equal, of| {
            format!(
                "Each row is one word’s output vector; lines join rows that are equal: {equal} of {of} have a match."
            )
        },
        causal: "Each row is one word’s output vector. No positions, yet no row has a match: each word sees only itself and what came before, and what came before has changed.",
        causal_some: |equal, of| {
            format!(
                "Each row is one word’s output vector; lines join rows that are equal. Under a causal mask a row keeps its match only if the words before it are the same: {equal} of {of} do."
            )
        },
        pair: |a, b| format!("{a} in the first equals {b} in the second"),
        cut: |shown, of| {
            format!(
                "Drawn: the first {shown} of {of} dimensions. Equality is judged on all of them."
            )
        },
        cut_rows: |shown, of| format!("Drawn: the first {shown} of {of} rows."),
    },
    house: HouseStrings {
        title: "Which door position enters by",
        doors: [
            "Added to the input",
            "Turns query and key",
            "Added to the score",
            "Vectors by distance",
        ],
        enters: [
            "one row per position, added to the word’s vector",
            "angles per position; query and key each turn by their own",
            "one number per pair of words, added to its score",
            "one vector per distance, met when a query meets a key",
        ],
        state: ["shut", "open"],
        open: |doors| format!("Open: {doors}."),
        shut: "All four doors are shut: words come in, positions don’t.",
        numbers: ["1", "2", "3", "4"],
        and: ", ",
        distances: "distances",
    },
};

pub(super) const BELOW: BelowStrings = BelowStrings {
    attention: AttentionStrings {
        title: "Where each head looks",
        caption: "Rows ask, columns are looked at; a row adds up to 1. Both sentences share one colour scale. Click a cell to see how it was computed.",
        masked: "Hatched: the causal mask forbids looking there, which is not the same as a weight of 0.",
        head: |head| format!("Head {head}"),
        layer: |layer| format!("Layer {layer}"),
        layers: "Layer",
        heads: "Head",
        entropy: |nats| format!("H {nats}"),
        entropy_is: |most| {
            format!(
                "H is entropy, in nats: how spread out a head looks. 0 is one word only, {most} is all evenly."
            )
        },
        side: |sentence, heads, tokens| {
            let heads = if heads == 1 {
                "1 head".into()
            } else {
                format!("{heads} heads")
            };
            format!("Attention, {sentence}: {heads}, {tokens} by {tokens} each. ")
        },
        largest: |head, query, key, weight| {
            format!("Head {head} looks hardest from {query} at {key}, {weight}. ")
        },
        not_made: "The sentence is long, so one head’s map is made at a time; choosing another computes again.",
        cell: |head, query, key, value| format!("Head {head}, {query} looks at {key}: {value}"),
    },
    encoding: EncodingStrings {
        title: "The encoding itself",
        choose: "Part",
        part: |part| match part {
            Part::Input => "added rows",
            Part::Cosine => "cosine",
            Part::Sine => "sine",
            Part::Growth => "growth",
            Part::Bias => "bias",
            Part::Damping => "damping",
            Part::Gate => "gate",
            Part::Counted => "counted vectors",
            Part::Index => "row index",
            Part::Keys => "key vectors",
            Part::Queries => "query vectors",
            Part::Values => "value vectors",
        },
        caption: |part| match part {
            Part::Input => "Each row is what one position adds to a word’s vector.",
            Part::Cosine | Part::Sine => {
                "Each row is a position, each column a pair of dimensions; queries and keys turn by these angles. Pairs on the left turn fast, those on the right slowly."
            }
            Part::Growth => {
                "Besides turning, each pair of a query is multiplied by this number, and of a key divided by it, so scores fade with distance."
            }
            Part::Bias => {
                "Each cell is a pair of positions: what is added to the score of that query and that key. Where colours run along diagonals, only the distance counts."
            }
            Part::Damping => {
                "Each cell is a pair of positions: what the weight is multiplied by after the softmax."
            }
            Part::Gate => {
                "Each cell is a pair of positions: by this factor the score is added once more, so content decides how large the bias is."
            }
            Part::Counted => {
                "Content counts the position, and the count looks up a row here; between two rows it takes a share of both."
            }
            Part::Index => {
                "Each cell is a pair of positions; the number is the row that it looks up. Same colour, same row."
            }
            Part::Keys => {
                "Each row of the table is the vector of one distance; it multiplies the query and joins the score."
            }
            Part::Queries => {
                "Each row of the table is the vector of one distance; it multiplies the key and joins the score."
            }
            Part::Values => {
                "Each row of the table is the vector of one distance; attention mixes it into the output."
            }
        },
        query_key: ["query position", "key position"],
        pair: "pair",
        row: "row",
        look_up: |row| format!("row {row}"),
        exact: |exact, difference| format!("exactly {exact}, off by {difference}"),
        nothing: "This encoding has no table: nothing comes in.",
        naive: "Angles are now taken in plain f32: the larger the position, the larger the error. Point at a cell to see by how much.",
        from: "From position",
    },
    pipeline: PipelineStrings {
        title: "Step by step",
        caption: "Every step bears its tensor’s true shape. Open one to see the numbers.",
        block: |layer| format!("Layer {layer}"),
        door: |door, open| format!("door {door}, {}", if open { "open" } else { "shut" }),
        tensor: |stage, name| format!("{stage} ({name})"),
        list: "Ids",
        tensors: "Tensor",
    },
    inspect: InspectStrings {
        title: |sentence, layer, head, query, key| {
            format!("{sentence}, layer {layer}, head {head}: {query} looks at {key}")
        },
        close: "Close",
        products: |query, key| {
            format!(
                "Multiply the query of {query} and the key of {key} dimension by dimension, and add up"
            )
        },
        score: "Scale it: that is the score",
        softmax: |query| format!("Softmax over all scores of {query}: that is the weight"),
        terms: ["query", "key", "product"],
        sum: "sum",
        more: |count| format!("{count} more"),
        relative: "door 4",
        bias: "door 3",
        shown: |shown, difference| format!("The map shows {shown}; this differs by {difference}."),
        later: |query, key| {
            format!(
                "{key} comes after {query}, and the causal mask forbids looking there: the cell takes no part in the softmax, so its weight is 0."
            )
        },
        padding: "This key is padding: nobody sees it, so its weight is 0.",
        mixture: |token, dimension, head| {
            format!(
                "Dimension {dimension} of {token}: head {head}’s weights times the values, added up"
            )
        },
        more_keys: |count| {
            if count == 1 {
                "1 more key".into()
            } else {
                format!("{count} more keys")
            }
        },
        mixed: ["key", "weight", "value", "product"],
    },
};
