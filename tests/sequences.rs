//! Attention over many sequences at once: it equals attention sequence by sequence, models don't touch each other, and
//! hidden keys give no gradient.

mod common;

use common::twin::{Input, apart, real, run, whole, zeros};
use poslab::engine::op::{
    Dice, Op, PairMix, PairScores, Pairs, Rotate, Scores, Softmax, WeightedSum,
};
use poslab::engine::{Element, Feeds, Program, backward, cpu};
use std::rc::Rc;

const MODELS: usize = 2;
const SEQUENCES: usize = 3;
const HEADS: usize = 2;
const TOKENS: usize = 5;
const HEAD_DIM: usize = 3;
const WIDTH: usize = HEADS * HEAD_DIM;
const ROWS: usize = MODELS * SEQUENCES * TOKENS;
const OFFSETS: usize = 2 * TOKENS - 1;
const MAP: usize = TOKENS * TOKENS;

const SCORES: PairScores = PairScores {
    models: MODELS,
    sequences: SEQUENCES,
    heads: HEADS,
    scale: 0.5,
    bias: true,
    key: true,
};

const MIX: PairMix = PairMix {
    models: MODELS,
    sequences: SEQUENCES,
    heads: HEADS,
    transpose: false,
    scale: 1.0,
    value: true,
};

/// The part of `values` that is number `index` of `count` equal ones.
fn part(values: &[f32], index: usize, count: usize) -> Vec<f32> {
    let len = values.len() / count;
    values[index * len..][..len].to_vec()
}

/// A table by offset of one model as the planes that `scores` and `weighted_sum` read; here all three are alike.
fn planes(table: &Input, model: usize) -> Input {
    let table = part(table.1.real(), model, MODELS);
    real("relative", [3, OFFSETS, HEAD_DIM], table.repeat(3))
}

/// Every pair's row of a table by offset.
fn by_pair() -> Input {
    let pairs = (0..TOKENS).flat_map(|i| (0..TOKENS).map(move |j| (j + TOKENS - 1 - i) as u32));
    whole("index", [TOKENS, TOKENS], pairs.collect())
}

/// One model's bias, spread over the pairs of every head.
fn dense(bias: &Input, model: usize) -> Input {
    let table = part(bias.1.real(), model, MODELS);
    let rows = by_pair();
    let head = |head: usize| {
        let table = &table;
        let rows = rows.1.whole().iter();
        rows.map(move |row| table[*row as usize * HEADS + head])
    };
    let values = (0..HEADS).flat_map(head).collect();
    real("bias", [HEADS, TOKENS, TOKENS], values)
}

#[test]
fn tables_by_offset_equal_a_dense_bias_and_rows_by_pair() {
    let mut dice = Dice::new(11, 1);
    let [q, k] = ["q", "k"].map(|name| dice.normal(name, [ROWS, WIDTH]));
    let bias = dice.normal("bias", [MODELS, OFFSETS, HEADS]);
    let key = dice.normal("key", [MODELS, OFFSETS, HEAD_DIM]);
    let inputs = [q.clone(), k.clone(), bias.clone(), key.clone()];
    let all: Vec<f64> = run(&SCORES.into(), &inputs);
    for (sequence, maps) in all.chunks_exact(HEADS * MAP).enumerate() {
        let model = sequence / SEQUENCES;
        let rows = |x: &Input| {
            let values = part(x.1.real(), sequence, MODELS * SEQUENCES);
            real("rows", [TOKENS, WIDTH], values)
        };
        // `scores` meets the keys with the query plane, too: there it is zeros.
        let mut table = planes(&key, model).1.real().to_vec();
        table[OFFSETS * HEAD_DIM..].fill(0.0);
        let table = real("relative", [3, OFFSETS, HEAD_DIM], table);
        let one = Scores::all(HEADS, SCORES.scale, true);
        let inputs = [rows(&q), rows(&k), dense(&bias, model), table, by_pair()];
        let off = apart(maps, &run::<f64>(&one.into(), &inputs));
        assert!(off < 1e-12, "sequence {sequence} is off by {off:e}");
    }
}

#[test]
fn a_value_table_by_offset_equals_rows_by_pair() {
    let mut dice = Dice::new(12, 1);
    let maps = dice.normal("attention", [MODELS * SEQUENCES * HEADS, TOKENS, TOKENS]);
    let v = dice.normal("v", [ROWS, WIDTH]);
    let value = dice.normal("value", [MODELS, OFFSETS, HEAD_DIM]);
    let all: Vec<f64> = run(&MIX.into(), &[maps.clone(), v.clone(), value.clone()]);
    for (sequence, y) in all.chunks_exact(TOKENS * WIDTH).enumerate() {
        let values = |x: &Input| part(x.1.real(), sequence, MODELS * SEQUENCES);
        let one = WeightedSum {
            heads: HEADS,
            relative: true,
        };
        let inputs = [
            real("attention", [HEADS, TOKENS, TOKENS], values(&maps)),
            real("v", [TOKENS, WIDTH], values(&v)),
            planes(&value, sequence / SEQUENCES),
            by_pair(),
        ];
        let off = apart(y, &run::<f64>(&one.into(), &inputs));
        assert!(off < 1e-12, "sequence {sequence} is off by {off:e}");
    }
}

#[test]
fn shut_doors_equal_tables_of_zeros_and_are_not_read() {
    let mut dice = Dice::new(13, 1);
    let [q, k] = ["q", "k"].map(|name| dice.normal(name, [ROWS, WIDTH]));
    let none = real("shut", [1], vec![f32::NAN]);
    let shut = PairScores {
        bias: false,
        key: false,
        ..SCORES
    };
    let zeros = [
        zeros("bias", [MODELS, OFFSETS, HEADS]),
        zeros("key", [MODELS, OFFSETS, HEAD_DIM]),
    ];
    let [bias, key] = zeros;
    let open = run::<f32>(&SCORES.into(), &[q.clone(), k.clone(), bias, key]);
    assert_eq!(run::<f32>(&shut.into(), &[q, k, none.clone(), none]), open);
}

/// One model's share of an operand.
fn share(input: &Input, model: usize) -> Input {
    let mut axes = input.0.shape.axes().to_vec();
    axes[0] /= MODELS;
    let values = part(input.1.real(), model, MODELS);
    real(&input.0.name, poslab::engine::Shape::new(axes), values)
}

#[test]
fn a_model_among_others_computes_what_it_computes_alone() {
    let mut dice = Dice::new(14, 1);
    let alone = PairScores {
        models: 1,
        ..SCORES
    };
    let mix_alone = PairMix { models: 1, ..MIX };
    let rotate = Rotate {
        head_dim: HEAD_DIM,
        pairing: Pairs::Interleaved,
        inverse: false,
    };
    let rows = [ROWS, WIDTH];
    let maps = [MODELS * SEQUENCES * HEADS, TOKENS, TOKENS];
    let cases: [(Op, Op, Vec<Input>); 3] = [
        (
            SCORES.into(),
            alone.into(),
            vec![
                dice.normal("q", rows),
                dice.normal("k", rows),
                dice.normal("bias", [MODELS, OFFSETS, HEADS]),
                dice.normal("key", [MODELS, OFFSETS, HEAD_DIM]),
            ],
        ),
        (
            MIX.into(),
            mix_alone.into(),
            vec![
                dice.normal("attention", maps),
                dice.normal("v", rows),
                dice.normal("value", [MODELS, OFFSETS, HEAD_DIM]),
            ],
        ),
        (
            rotate.into(),
            rotate.into(),
            vec![
                dice.normal("x", rows),
                dice.normal("table", [MODELS, TOKENS, 1, 2]),
            ],
        ),
    ];
    for (together, alone, inputs) in cases {
        let all: Vec<f32> = run(&together, &inputs);
        for model in 0..MODELS {
            let own: Vec<_> = inputs.iter().map(|input| share(input, model)).collect();
            let expected = part(&all, model, MODELS);
            assert_eq!(run::<f32>(&alone, &own), expected, "{}", together.name());
        }
    }
}

#[test]
fn a_rotation_turned_back_is_where_it_was() {
    let mut dice = Dice::new(15, 1);
    let x = dice.normal("x", [ROWS, WIDTH]);
    let angles = dice.normal("angles", [MODELS * TOKENS]);
    let turns = angles.1.real().iter().flat_map(|a| [a.cos(), a.sin()]);
    let table = real("table", [MODELS, TOKENS, 1, 2], turns.collect());
    let there = Rotate {
        head_dim: HEAD_DIM,
        pairing: Pairs::HalfSplit,
        inverse: false,
    };
    let back = Rotate {
        inverse: true,
        ..there
    };
    let turned = run::<f32>(&there.into(), &[x.clone(), table.clone()]);
    assert!(apart(&turned, x.1.real()) > 0.1, "it turns");
    let turned = real("turned", [ROWS, WIDTH], turned);
    let off = apart(&run::<f32>(&back.into(), &[turned, table]), x.1.real());
    assert!(off < 1e-6, "it is off by {off:e}");
}

/// The weights of one map and the gradient of its scores, where `valid` keys may be seen.
fn masked(valid: [u32; 3], causal: bool) -> (Vec<f32>, Vec<f32>) {
    let mut program = Program::new();
    let scores = program.feed("scores", [1, 3, 3], Element::Real);
    let mask = program.feed("valid", [3], Element::Whole);
    let seed = program.feed("seed", [1, 3, 3], Element::Real);
    let weights = program.push("weights", Softmax { causal }, &[scores, mask]);
    let weights = weights.expect("the shapes fit");
    let made = backward(&mut program, &[(weights, seed)], &[scores]).expect("gradients");
    let mut feeds = Feeds::new();
    feeds.real(scores, vec![0.5, -1.0, 2.0, 1.5, 0.0, -0.5, 3.0, 1.0, -2.0]);
    feeds.real(seed, vec![1.0, -2.0, 0.5, 0.25, 4.0, -1.0, 2.0, -3.0, 1.0]);
    feeds.whole(mask, valid.to_vec());
    let run = cpu::run(&Rc::new(program), &Rc::new(feeds)).expect("it runs");
    let values = |id| run.data(id).real().to_vec();
    (values(weights), values(made[0]))
}

#[test]
fn a_row_that_sees_nothing_gives_zeros_and_no_gradient() {
    assert_eq!(masked([0; 3], false), (vec![0.0; 9], vec![0.0; 9]));
    // Under a causal mask the first query sees the first key alone, which is hidden here.
    let (weights, gradient) = masked([0, 1, 1], true);
    assert_eq!(
        (&weights[..3], &gradient[..3]),
        (&[0.0; 3][..], &[0.0; 3][..])
    );
    // The second sees one key: its weight is 1 whatever the score, so that has no slope.
    assert_eq!(
        (&weights[3..6], &gradient[3..6]),
        (&[0.0, 1.0, 0.0][..], &[0.0; 3][..])
    );
    assert!(weights[7] > 0.0 && weights[8] > 0.0 && gradient[7] != 0.0);
    // What one gains the other loses.
    assert!((gradient[7] + gradient[8]).abs() < 1e-6);
}

#[test]
fn a_hidden_key_has_no_gradient_without_a_causal_mask_either() {
    let (weights, gradient) = masked([1, 0, 1], false);
    for row in 0..3 {
        assert_eq!((weights[3 * row + 1], gradient[3 * row + 1]), (0.0, 0.0));
        assert!(gradient[3 * row] != 0.0);
    }
}
