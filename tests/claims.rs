//! What tutorials say of positional encodings, measured: numbers that follow from the formulas, worked out beforehand in f64.

mod common;

use common::doors;
use poslab::encoding::{Doors, InputDoor, dynamic::stretched, inverse_frequencies, precision};
use poslab::engine::cpu;
use poslab::experiment::anatomy::{shift_check, spectrum};
use poslab::model::{Config, Look, Sentence, transformer};
use std::f64::consts::TAU;
use std::rc::Rc;

fn near(got: f64, want: f64, tolerance: f64, what: &str) {
    assert!((got - want).abs() <= tolerance, "{what}: {got}, not {want}");
}

/// A number of the interleaved sinusoid.
fn sinusoid(d_model: usize, position: i32, column: usize) -> f64 {
    let Some(InputDoor::Waves(waves)) = doors("sinusoidal", &[], d_model, 1, &[0]).input else {
        panic!("the sinusoid is made of waves");
    };
    waves[column].at(position)
}

/// PE(p) . PE(q), which depends on the distance alone: the sum of the cosines.
fn product(d_model: usize, distance: i32) -> f64 {
    let angle = |w: f64| f64::from(distance) * w;
    let cosines = inverse_frequencies(d_model, 1e4).into_iter();
    cosines.map(|w| angle(w).cos()).sum()
}

/// How far apart two neighbours lie: the same for every pair of them.
fn step(d_model: usize, base: f64) -> f64 {
    let squares = inverse_frequencies(d_model, base).into_iter();
    squares.map(|w| 2.0 - 2.0 * w.cos()).sum::<f64>().sqrt()
}

/// "Low dimensions change slowly", "the frequency varies linearly", "it runs down to 1/10000": the other way round,
/// geometrically, and not quite.
#[test]
fn the_first_pair_is_the_fastest_and_frequencies_fall_geometrically() {
    for (width, ratio, last) in [(512, 0.96466, 1.0366e-4), (64, 0.74989, 1.3335e-4)] {
        let w = inverse_frequencies(width, 1e4);
        assert_eq!(w[0], 1.0);
        near(w[w.len() - 1], last, 5e-9, "the last frequency");
        for pair in w.windows(2) {
            near(pair[1] / pair[0], ratio, 5e-6, "the ratio of neighbours");
        }
    }
    let w = inverse_frequencies(512, 1e4);
    assert_eq!(TAU / w[0], TAU, "the shortest wave");
    near(TAU / w[255], 60_611.5, 0.1, "the longest wave");
}

/// "At i = 511 the denominator is about 10^8": it is 9,646.6, since i counts pairs.
#[test]
fn the_largest_denominator_stays_below_the_base() {
    near(
        1.0 / inverse_frequencies(512, 1e4)[255],
        9_646.6,
        0.05,
        "the largest denominator",
    );
    for (column, want) in [(510, 1.0366e-3), (511, 0.999_999_5), (256, 0.099_83)] {
        near(sinusoid(512, 10, column), want, 5e-5 * want, "position 10");
    }
}

/// "PE(p + k) is a linear map of PE(p)": one rotation for every p.
#[test]
fn a_shift_is_one_rotation_for_all_positions() {
    let spectrum = spectrum(&doors("sinusoidal", &[], 64, 1, &[0])).expect("it has frequencies");
    for k in [1, 7, 100, 1000] {
        let check = shift_check(&spectrum, k, 4096 - k);
        assert!(
            check.largest_error < 2e-12,
            "{k}: {:e}",
            check.largest_error
        );
    }
}

/// "PE(p) . PE(q) falls with the distance": up to the first ripple.
#[test]
fn similarity_falls_only_up_to_the_first_ripple() {
    for (width, first, rises) in [(64, 5, 39), (128, 11, 35), (512, 43, 14)] {
        let products: Vec<f64> = (0..=100).map(|k| product(width, k)).collect();
        let rising = |k: &usize| products[k + 1] > products[*k];
        assert_eq!((0..100).find(rising), Some(first), "width {width}");
        assert_eq!((0..100).filter(rising).count(), rises, "width {width}");
    }
    near(product(64, 5), 23.504, 5e-4, "at distance 5");
    near(product(64, 6), 23.559, 5e-4, "at distance 6");
}

/// "A smaller base makes the fast part fade": it moves the slow end only, and gives more fast pairs.
#[test]
fn a_base_moves_the_slow_end() {
    for (base, shorter, apart) in [(5e3, 119, 3.858), (1e4, 110, 3.714), (100.0, 219, 5.208)] {
        let w = inverse_frequencies(512, base);
        assert_eq!(w[0], 1.0);
        assert_eq!(
            w.iter().filter(|w| TAU / **w < 320.0).count(),
            shorter,
            "base {base}"
        );
        near(step(512, base), apart, 5e-4, "the distance of neighbours");
    }
}

/// "Wider models need another base", "it breaks beyond 4096": ends and steps hardly depend on the width, and not on the position.
#[test]
fn neither_width_nor_position_breaks_the_table() {
    for (width, last, slope) in [
        (128, 1.155e-4, 0.0312),
        (512, 1.037e-4, 0.0281),
        (1024, 1.018e-4, 0.0276),
        (4096, 1.004_5e-4, 0.0273),
    ] {
        let w = inverse_frequencies(width, 1e4);
        near(w[width / 2 - 1], last, 6e-8, "the last frequency");
        let squares = w.iter().map(|w| w * w).sum::<f64>();
        near(
            squares / width as f64,
            slope,
            6e-5,
            "the slope for each dimension",
        );
    }
    near(step(64, 1e4), 1.47185, 5e-6, "the distance of neighbours");
    let row = |p: i32| {
        (0..64)
            .map(|column| sinusoid(64, p, column))
            .collect::<Vec<f64>>()
    };
    for p in [0, 100, 4095, 4096, 16_000] {
        let squares = row(p)
            .iter()
            .zip(row(p + 1))
            .map(|(a, b)| (a - b).powi(2))
            .sum::<f64>();
        near(
            squares.sqrt(),
            1.47185,
            5e-6,
            "the distance of neighbours, further out",
        );
        let length = row(p).iter().map(|x| x * x).sum::<f64>().sqrt();
        near(length, 32_f64.sqrt(), 1e-12, "the length of a row");
    }
}

/// "bf16 underflows": its exponent is f32's; what collides are positions, from 257 on.
#[test]
fn half_precision_merges_positions() {
    let positions: Vec<i32> = (0..4096).collect();
    for (name, distinct, last, merged) in [("bf16", 769, 256, 257), ("f16", 3073, 2048, 2049)] {
        let held = precision::round(&positions, name).expect("in range");
        assert_eq!(precision::distinct(&held), distinct, "{name}");
        let first = (1..4096).find(|p| held[*p] == held[p - 1]);
        assert_eq!(first, Some(merged), "{name}");
        assert_eq!(held[merged], last, "{name}");
    }
}

/// "NTK divides positions by 4.089 at s = 4": it multiplies the base; the fastest pair stays, the slowest is divided by s.
#[test]
fn ntk_changes_the_base() {
    let set = [("scaling", "ntk"), ("factor", "4")];
    let door = doors("rope", &set, 128, 1, &[0]).rotation.expect("turns");
    near(door.inv_freq[1].powf(-64.0), 40_889.9, 0.05, "the base");
    assert_eq!(door.inv_freq[0], 1.0);
    let last = inverse_frequencies(128, 1e4)[63];
    near(door.inv_freq[63] / last, 0.25, 1e-12, "the slowest pair");
}

/// "Positions scaled by a sigmoid": the step grows to 2.34, no two collide, and distances no longer look equal.
#[test]
fn a_dynamic_scale_stretches_without_collisions() {
    let at = |p: i32| stretched(f64::from(p), 128.0, 64.0);
    let steps: Vec<f64> = (0..512).map(|p| at(p + 1) - at(p)).collect();
    let most = steps.iter().copied().fold(0.0, f64::max);
    near(steps[0], 1.121, 1e-3, "the first step");
    near(most, 2.342, 1e-3, "the largest step");
    assert_eq!(steps.iter().position(|step| *step == most), Some(215));
    assert!(steps.iter().all(|step| *step > 1.0));
    let similar = |step: &f64| -> f64 {
        let cosines = inverse_frequencies(64, 1e4).into_iter();
        cosines.map(|w| (step * w).cos()).sum()
    };
    let products: Vec<f64> = steps.iter().map(similar).collect();
    near(
        products.iter().copied().fold(f64::MAX, f64::min),
        27.31,
        5e-3,
        "the least similar",
    );
    near(
        products.iter().copied().fold(0.0, f64::max),
        30.66,
        5e-3,
        "the most similar",
    );
    near(product(64, 1), 30.917, 5e-4, "without a scale");
}

/// "128 to 256 offsets are enough": a clip at k leaves 2k + 1 of them apart.
#[test]
fn a_clip_makes_far_offsets_one() {
    let positions: Vec<i32> = (0..32).collect();
    let door = doors("shaw", &[("clip", "8")], 16, 2, &positions)
        .relative
        .expect("door 4");
    let mut rows: Vec<u32> = (0..32).map(|j| door.index.row(32, 0, j)).collect();
    rows.extend((0..32).map(|j| door.index.row(32, 31, j)));
    rows.sort_unstable();
    rows.dedup();
    assert_eq!(rows.len(), 17);
    assert_eq!(door.index.row(32, 0, 9), door.index.row(32, 0, 10));
}

/// The last row of a model without positions, under a causal mask, of tokens in this order.
fn last_row(layers: usize, order: &[&str]) -> Vec<f64> {
    let config = Config {
        d_model: 64,
        d_ff: 128,
        layers,
        causal: true,
        ..Config::default()
    };
    let sentence = Sentence::new(order.iter().copied());
    let built = transformer(&config, &Doors::default(), &sentence, Look::Nothing).expect("fits");
    let run = cpu::run(&built.program, &Rc::new(built.feeds.widen())).expect("runs");
    run.data(built.output).real()[(order.len() - 1) * 64..].to_vec()
}

/// "A causal mask knows the order": not the last row of one layer, which sees a set; two layers do.
#[test]
fn one_causal_layer_sees_a_set_and_two_see_an_order() {
    let apart = |layers| {
        let [one, other] = [["a", "b", "c", "d", "e"], ["c", "a", "d", "b", "e"]];
        let rows = last_row(layers, &one)
            .into_iter()
            .zip(last_row(layers, &other));
        rows.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    assert!(apart(1) < 1e-12, "{:e}", apart(1));
    assert!(apart(2) > 1e-2, "{:e}", apart(2));
}
