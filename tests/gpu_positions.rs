//! Exact positions on the GPU: the sinusoid against f64, far out, and the naive path measured beside it.

mod common;

use common::gpu::{Bench, on_gpu, read};
use poslab::encoding::{Wave, inverse_frequencies, turns};
use poslab::engine::Engine;
use poslab::engine::op::Sinusoid;

const D_MODEL: usize = 512;
const FARTHEST: i32 = 1 << 20;

/// Positions that bug reports name, the ends, negative ones, and a sample in between.
fn positions() -> Vec<i32> {
    let named = [
        0, 1, 100, 792, 4096, 100_000, FARTHEST, -1, -792, -100_000, -FARTHEST,
    ];
    let dense = (0..2048).chain(FARTHEST - 64..FARTHEST);
    // A prime step meets every residue.
    let spread = (-FARTHEST..FARTHEST).step_by(2_503);
    named.into_iter().chain(dense).chain(spread).collect()
}

fn waves() -> Vec<Wave> {
    let pair = |inv_freq| [false, true].map(|cosine| Wave { inv_freq, cosine });
    inverse_frequencies(D_MODEL, 10_000.0)
        .into_iter()
        .flat_map(pair)
        .collect()
}

fn words(wave: &Wave) -> [u32; 4] {
    let turns = turns(wave.inv_freq);
    let phase = if wave.cosine { 1 << 30 } else { 0 };
    [
        turns as u32,
        (turns >> 32) as u32,
        phase,
        (wave.inv_freq as f32).to_bits(),
    ]
}

/// The largest error of the table at `positions` against f64.
fn largest_error(engine: &Engine, naive: bool, positions: &[i32]) -> f64 {
    let waves = waves();
    let mut bench = Bench::default();
    let rows = positions.iter().map(|p| p.cast_unsigned()).collect();
    let rows = bench.whole("positions", [positions.len()], rows);
    let columns = waves.iter().flat_map(words).collect();
    let columns = bench.whole("waves", [D_MODEL, 4], columns);
    let table = bench
        .program
        .push("table", Sinusoid { naive }, &[rows, columns]);
    let table = table.expect("the shapes fit");
    let values = read(&bench.run(engine), table).values;
    let exact = positions
        .iter()
        .flat_map(|p| waves.iter().map(|wave| wave.at(*p)));
    let errors = values
        .iter()
        .zip(exact)
        .map(|(value, exact)| (f64::from(*value) - exact).abs());
    errors.fold(0.0, f64::max)
}

#[test]
fn positions_are_exact_as_far_as_2_to_the_20() {
    let error = on_gpu(|engine| largest_error(engine, false, &positions()));
    assert!(error <= 2e-7, "{error:e}");
}

#[test]
fn the_naive_path_shows_its_error() {
    let error = on_gpu(|engine| largest_error(engine, true, &[FARTHEST, FARTHEST - 1]));
    // The product's own rounding to f32, 2^-5 radians at most there, is enough: whatever sine the adapter has.
    assert!(error > 1e-4, "{error:e}");
    println!("naive error at 2^20: {error:e}");
}
