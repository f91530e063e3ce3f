//! Attention on the CPU: what holds whatever the numbers are.

mod common;

use common::twin::{Input, apart, cases, real, run, whole, zeros};
use poslab::engine::Real;
use poslab::engine::op::{Attention, Dice, Op, Sample, Scores, Softmax, WeightedSum};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// q, k, v, bias, relative, index, valid that fit, and the operation on them.
fn attention(seed: u64, size: usize) -> (Attention, Vec<Input>) {
    let Sample { op, inputs, .. } = Op::LIST
        .iter()
        .find(|op| op.name == "attention")
        .map(|op| (op.sample)(&mut Dice::new(seed, size)))
        .expect("attention is listed");
    match op {
        Op::Attention(op) => (op, inputs),
        other => panic!("attention's sample is {}", other.name()),
    }
}

/// The same by the three steps that make every map.
fn by_steps<T: Real>(op: Attention, inputs: &[Input]) -> Vec<T> {
    let [q, k, v, bias, relative, index, valid] = [0, 1, 2, 3, 4, 5, 6].map(|i| inputs[i].clone());
    let map = [op.heads, q.0.shape.rows(), k.0.shape.rows()];
    let scores = Scores::all(op.heads, op.scale, op.relative).into();
    let scores = run::<f32>(&scores, &[q, k, bias, relative.clone(), index.clone()]);
    let softmax = Softmax { causal: op.causal }.into();
    let weights = run::<f32>(&softmax, &[real("scores", map, scores), valid]);
    let sum = WeightedSum {
        heads: op.heads,
        relative: op.relative,
    }
    .into();
    run(&sum, &[real("attention", map, weights), v, relative, index])
}

#[test]
fn attention_equals_its_three_steps() {
    let case = |(seed, size)| {
        let (op, inputs) = attention(seed, size);
        let whole = run::<f32>(&op.into(), &inputs);
        let off = apart(&whole, &by_steps::<f32>(op, &inputs));
        prop_assert!(off <= 1e-5, "{op:?} is off by {off:e}");
        Ok(())
    };
    cases(256)
        .run(&(any::<u64>(), 1..40usize), case)
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn fully_masked_rows_give_zeros() {
    let (op, mut inputs) = attention(3, 20);
    let keys = inputs[1].0.shape.rows();
    inputs[6] = whole("valid", [keys], vec![0; keys]);
    let output = run::<f32>(&op.into(), &inputs);
    assert!(output.iter().all(|y| *y == 0.0), "attention: {output:?}");

    // The first two keys are hidden: under a causal mask the first two queries see nothing, the third sees itself.
    let scores = real("scores", [1, 3, 3], vec![0.5; 9]);
    let valid = whole("valid", [3], vec![0, 0, 1]);
    let weights = run::<f32>(&Softmax { causal: true }.into(), &[scores, valid]);
    assert_eq!(weights, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
}

/// Opens doors 3 and 4 wide, with zeros behind them.
fn with_zero_tables(inputs: &[Input], heads: usize) -> Vec<Input> {
    let (queries, keys) = (inputs[0].0.shape.rows(), inputs[1].0.shape.rows());
    let head_dim = inputs[0].0.shape.width() / heads;
    let index = (0..queries * keys).map(|i| (i % 5) as u32).collect();
    let mut open = inputs.to_vec();
    open[3] = zeros("bias", [heads, queries, keys]);
    open[4] = zeros("relative", [3, 5, head_dim]);
    open[5] = whole("index", [queries, keys], index);
    open
}

/// Shuts doors 3 and 4 as the model does.
fn with_shut_doors(inputs: &[Input], heads: usize) -> Vec<Input> {
    let head_dim = inputs[0].0.shape.width() / heads;
    let mut shut = inputs.to_vec();
    shut[3] = zeros("bias", [1, 1, 1]);
    shut[4] = zeros("relative", [3, 1, head_dim]);
    shut[5] = whole("index", [1, 1], vec![0]);
    shut
}

fn shut_equals_zeros<T: Real>(seed: u64, size: usize) -> Result<(), TestCaseError> {
    let (op, inputs) = attention(seed, size);
    let shut = with_shut_doors(&inputs, op.heads);
    let open = with_zero_tables(&inputs, op.heads);
    let bits =
        |values: Vec<T>| -> Vec<u64> { values.iter().map(|v| v.to_f64().to_bits()).collect() };
    let whole = op.into();
    prop_assert_eq!(bits(run(&whole, &shut)), bits(run(&whole, &open)));
    prop_assert_eq!(bits(by_steps(op, &shut)), bits(by_steps(op, &open)));
    Ok(())
}

#[test]
fn shut_doors_equal_zero_tables_bit_for_bit() {
    let case = |(seed, size)| {
        shut_equals_zeros::<f32>(seed, size)?;
        shut_equals_zeros::<f64>(seed, size)
    };
    cases(128)
        .run(&(any::<u64>(), 1..40usize), case)
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn one_query_with_a_cache_equals_all_at_once() {
    let case = |(seed, size)| {
        let (op, inputs) = attention(seed, size);
        let op = Attention { causal: true, ..op };
        // As many queries as keys: k doubles as q.
        let mut inputs = with_shut_doors(&inputs, op.heads);
        inputs[0] = inputs[1].clone();
        let (keys, width) = (inputs[1].0.shape.rows(), inputs[1].0.shape.width());
        inputs[6] = whole("valid", [1], vec![1]);
        let all = run::<f32>(&op.into(), &inputs);
        for seen in 1..=keys {
            let rows = |input: &Input, from: usize| {
                let values = input.1.real()[from * width..seen * width].to_vec();
                real(&input.0.name, [seen - from, width], values)
            };
            let mut now = inputs.clone();
            now[0] = rows(&inputs[0], seen - 1);
            now[1] = rows(&inputs[1], 0);
            now[2] = rows(&inputs[2], 0);
            let off = apart(
                &run::<f32>(&op.into(), &now),
                &all[(seen - 1) * width..seen * width],
            );
            prop_assert!(off <= 1e-6, "row {} is off by {off:e}", seen - 1);
        }
        Ok(())
    };
    cases(64)
        .run(&(any::<u64>(), 1..24usize), case)
        .unwrap_or_else(|error| panic!("{error}"));
}
