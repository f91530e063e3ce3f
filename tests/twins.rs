//! The twins: f32 against f64 on generated operands, and what holds of the operations whatever the numbers are.

mod common;

use common::twin::{Input, apart, cases, real, run, whole};
use poslab::engine::op::{Dice, Listed, Matmul, Op, Pairs, Rotate, Rotation, Sample, Sinusoid};
use poslab::engine::{Data, Real, Shape};
use proptest::prelude::*;

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
            &Rotate {
                head_dim,
                pairing,
                inverse: false,
            }
            .into(),
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
    let turn = |pairing, x: Input| {
        run::<f32>(
            &Rotate {
                head_dim,
                pairing,
                inverse: false,
            }
            .into(),
            &[x, table.clone()],
        )
    };
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
