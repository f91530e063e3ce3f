//! The twins: f32 against f64 on generated operands, and what holds of the operations whatever the numbers are.

use poslab::engine::op::{
    Attention, Dice, Listed, Matmul, Op, Pairs, Rotate, Rotation, Sample, Scores, Sinusoid,
    Softmax, WeightedSum,
};
use poslab::engine::{Data, Element, Operand, Real, Shape, TensorInfo};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

type Input = (TensorInfo, Data<f32>);

/// Runs a twin on operands that must fit.
fn run<T: Real>(op: &Op, inputs: &[Input]) -> Vec<T> {
    let infos: Vec<_> = inputs.iter().map(|(info, _)| info).collect();
    let shape = op.output(&infos);
    let shape = shape.unwrap_or_else(|| panic!("{} takes {infos:?}", op.name()));
    let widen = |data: &Data<f32>| match data {
        Data::Real(values) => {
            Data::Real(values.iter().map(|v| T::from_f64(f64::from(*v))).collect())
        }
        Data::Whole(values) => Data::Whole(values.clone()),
    };
    let data: Vec<Data<T>> = inputs.iter().map(|(_, data)| widen(data)).collect();
    let pairs = infos.iter().zip(&data);
    let operands: Vec<_> = pairs
        .map(|(info, data)| Operand {
            shape: &info.shape,
            data,
        })
        .collect();
    let mut output = vec![T::ZERO; shape.len()];
    op.run(&operands, &mut output);
    output
}

fn real(name: &str, shape: impl Into<Shape>, values: Vec<f32>) -> Input {
    let info = TensorInfo {
        name: name.into(),
        shape: shape.into(),
        element: Element::Real,
    };
    (info, Data::Real(values))
}

fn zeros(name: &str, shape: impl Into<Shape>) -> Input {
    let shape = shape.into();
    let len = shape.len();
    real(name, shape, vec![0.0; len])
}

fn whole(name: &str, shape: impl Into<Shape>, values: Vec<u32>) -> Input {
    let info = TensorInfo {
        name: name.into(),
        shape: shape.into(),
        element: Element::Whole,
    };
    (info, Data::Whole(values))
}

/// How far two results lie apart, relative to 1 + |value|.
fn apart<A: Real, B: Real>(a: &[A], b: &[B]) -> f64 {
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().zip(b).map(|(a, b)| (a.to_f64(), b.to_f64()));
    // A difference that is no number counts as the largest.
    let off = |(a, b): (f64, f64)| ((a - b).abs() / (1.0 + b.abs())).min(f64::INFINITY);
    pairs.map(off).fold(0.0, f64::max)
}

fn cases(count: u32) -> TestRunner {
    TestRunner::new(Config {
        cases: count,
        failure_persistence: None,
        ..Config::default()
    })
}

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
    let scores = Scores::all(op.heads, op.scale).into();
    let scores = run::<f32>(&scores, &[q, k, bias, relative.clone(), index.clone()]);
    let softmax = Softmax { causal: op.causal }.into();
    let weights = run::<f32>(&softmax, &[real("scores", map, scores), valid]);
    let sum = WeightedSum { heads: op.heads }.into();
    run(&sum, &[real("attention", map, weights), v, relative, index])
}

fn check_listed(op: &Listed) {
    let sizes = prop_oneof![1..8usize, 1..70usize];
    let result = cases(128).run(&(any::<u64>(), sizes), |(seed, size)| {
        let sample = (op.sample)(&mut Dice::new(seed, size));
        let exact: Vec<f64> = run(&sample.op, &sample.inputs);
        let off = apart(&run::<f32>(&sample.op, &sample.inputs), &exact);
        prop_assert!(off <= sample.tolerance, "{:?} is off by {off:e}", sample.op);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{}: {error}", op.name);
    }
}

#[test]
fn f32_follows_f64() {
    for op in Op::LIST {
        check_listed(op);
    }
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

#[test]
fn a_row_of_a_product_is_the_same_alone_and_among_others() {
    let mut dice = Dice::new(5, 40);
    for _ in 0..64 {
        let (n, k, m) = (3 + dice.axis(), dice.axis(), dice.axis());
        let (x, w, b) = (
            dice.normal("x", [n, k]),
            dice.normal("w", [k, m]),
            dice.normal("b", [m]),
        );
        let row = real("x", [1, k], x.1.real()[..k].to_vec());
        let all = run::<f32>(&Matmul.into(), &[x, w.clone(), b.clone()]);
        assert_eq!(run::<f32>(&Matmul.into(), &[row, w, b]), all[..m]);
    }
}

/// The angles' table of `n` positions up to 2^20.
fn table(dice: &mut Dice, n: usize, pairs: usize) -> Input {
    let rotation = Rotation {
        naive: false,
        attention_factor: 1.0,
    };
    let mut waves = dice.waves(pairs);
    if let Data::Whole(words) = &mut waves.1 {
        words.chunks_exact_mut(4).for_each(|wave| wave[2] = 0);
    }
    let values = run::<f32>(&rotation.into(), &[dice.positions(n, false), waves]);
    real("table", [n, pairs, 2], values)
}

#[test]
fn a_rotation_keeps_every_head_s_norm() {
    let mut dice = Dice::new(7, 12);
    for pairing in [Pairs::HalfSplit, Pairs::Interleaved] {
        let (n, heads, pairs, rest) = (dice.axis(), 3, dice.axis(), dice.below(3));
        let head_dim = 2 * pairs + rest;
        let x = dice.normal("x", [n, heads * head_dim]);
        let turned = run::<f32>(
            &Rotate { head_dim, pairing }.into(),
            &[x.clone(), table(&mut dice, n, pairs)],
        );
        let norms = |values: &[f32]| -> Vec<f32> {
            let norm = |head: &[f32]| head.iter().map(|x| x * x).sum::<f32>().sqrt();
            values.chunks_exact(head_dim).map(norm).collect()
        };
        let off = apart(&norms(&turned), &norms(x.1.real()));
        assert!(off <= 1e-6, "{pairing:?} is off by {off:e}");
        assert_ne!(turned, x.1.real());
    }
}

#[test]
fn the_two_pairings_differ_by_a_permutation() {
    let mut dice = Dice::new(9, 12);
    let (n, pairs) = (5, 6);
    let head_dim = 2 * pairs;
    let table = table(&mut dice, n, pairs);
    let x = dice.normal("x", [n, head_dim]);
    // P puts the first numbers of the pairs first, then the second ones: half_split(P v) = P interleaved(v).
    let permute = |values: &[f32]| -> Vec<f32> {
        let row = |row: &[f32]| -> Vec<f32> {
            let (firsts, seconds) = (row.iter().step_by(2), row.iter().skip(1).step_by(2));
            firsts.chain(seconds).copied().collect()
        };
        values.chunks_exact(head_dim).flat_map(row).collect()
    };
    let turn =
        |pairing, x: Input| run::<f32>(&Rotate { head_dim, pairing }.into(), &[x, table.clone()]);
    let permuted = real("x", [n, head_dim], permute(x.1.real()));
    assert_eq!(
        turn(Pairs::HalfSplit, permuted),
        permute(&turn(Pairs::Interleaved, x))
    );
}

#[test]
fn exact_angles_hold_to_a_million_positions() {
    let width = 512;
    let wave = |column: usize| {
        let inv_freq = 10_000f64.powf(-((column / 2 * 2) as f64) / width as f64);
        let turns = (inv_freq / std::f64::consts::TAU * 2f64.powi(64)) as u64;
        let phase = (column as u32 % 2) << 30;
        [
            turns as u32,
            (turns >> 32) as u32,
            phase,
            (inv_freq as f32).to_bits(),
        ]
    };
    let waves = whole("waves", [width, 4], (0..width).flat_map(wave).collect());
    let ends = [0, 1, 100, 792, 4095, 4096, 100_000, (1 << 20) - 1, 1 << 20];
    let spread = (0..200).map(|i| i * 5_237);
    let positions = ends.into_iter().chain(spread).flat_map(|p: i32| [p, -p]);
    let positions: Vec<u32> = positions.map(i32::cast_unsigned).collect();
    let n = positions.len();
    let inputs = [whole("positions", [n], positions.clone()), waves];

    let f32s = run::<f32>(&Sinusoid { naive: false }.into(), &inputs);
    let f64s = run::<f64>(&Sinusoid { naive: false }.into(), &inputs);
    let naive = run::<f32>(&Sinusoid { naive: true }.into(), &inputs);
    let furthest = |values: &[f32]| {
        let off = values
            .iter()
            .zip(&f64s)
            .map(|(a, b)| (f64::from(*a) - b).abs());
        off.fold(0.0, f64::max)
    };
    assert!(furthest(&f32s) <= 1e-7, "exact: {:e}", furthest(&f32s));
    assert!(furthest(&naive) >= 1e-2, "naive: {:e}", furthest(&naive));
    // f64 is held to the plain sine of the angle, which at these sizes is right within 1e-9.
    for (row, position) in f64s.chunks_exact(width).zip(positions) {
        for (column, value) in row.iter().enumerate() {
            let inv_freq = 10_000f64.powf(-((column / 2 * 2) as f64) / width as f64);
            let angle = f64::from(position.cast_signed()) * inv_freq;
            let plain = if column % 2 == 0 {
                angle.sin()
            } else {
                angle.cos()
            };
            assert!(
                (value - plain).abs() <= 1e-9,
                "column {column}: {value}, not {plain}"
            );
        }
    }
}

#[test]
fn f32_functions_keep_what_they_promise() {
    let steps = 400_000;
    let mut worst = [0.0f64; 2];
    for i in 0..=steps {
        let x = -20.0 + 40.0 * i as f32 / steps as f32;
        let exact = f64::from(x).exp();
        worst[0] = worst[0].max((Real::exp(x).to_f64() - exact).abs() / exact);
        worst[1] = worst[1].max((Real::erf(x).to_f64() - Real::erf(f64::from(x))).abs());
    }
    assert!(worst[0] <= 2.4e-7, "exp: {:e}", worst[0]);
    assert!(worst[1] <= 1e-7, "erf: {:e}", worst[1]);
    assert_eq!(Real::exp(-1e30f32), 0.0);
    assert_eq!(Real::exp(89.0f32), f32::INFINITY);
    assert!(Real::exp(f32::NAN).is_nan());
}

#[test]
fn empty_operands_fit_nowhere() {
    for op in Op::LIST {
        let Sample { op, inputs, .. } = (op.sample)(&mut Dice::new(1, 8));
        for empty in 0..inputs.len() {
            let mut infos: Vec<_> = inputs.iter().map(|(info, _)| info.clone()).collect();
            let mut axes = infos[empty].shape.axes().to_vec();
            axes[0] = 0;
            infos[empty].shape = Shape::new(axes);
            let infos: Vec<_> = infos.iter().collect();
            assert_eq!(op.output(&infos), None, "{} takes {infos:?}", op.name());
        }
    }
}
