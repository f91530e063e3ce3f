//! The arithmetic behind a cell gives the very number that the cell shows.

mod common;

use common::{doors, on_cpu, on_gpu, report, state};
use pollster::block_on;
use poslab::encoding::InputDoor;
use poslab::experiment::inspect::{Hidden, encoding_cell, map_cell, mixed_cell, rotation_cell};

/// Recomputing in f64 what was computed in f32 differs by rounding alone.
const ROUNDING: f64 = 2e-6;

fn settings(mask: &str, scheme: &str) -> Vec<(&'static str, String)> {
    vec![
        ("text", "a b c d e".to_owned()),
        ("layers", "2".to_owned()),
        ("positions", "on".to_owned()),
        ("mask", mask.to_owned()),
        ("scheme", scheme.to_owned()),
    ]
}

#[test]
fn every_cell_of_a_map_follows_from_its_pieces() {
    for engine in [on_cpu(), on_gpu()] {
        for (mask, scheme) in [("bidirectional", "sinusoidal"), ("causal", "rope")] {
            let report = report(&engine, &state(&settings(mask, scheme)));
            let side = &report.sides[0];
            for (query, key) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))) {
                let cell = block_on(map_cell(side, 1, 2, query, key)).unwrap().unwrap();
                let product: f64 = cell.products.iter().sum();
                assert_eq!(cell.products.len(), 8);
                assert!((product * cell.scale + cell.bias - cell.score).abs() < 1e-12);
                let [score, weight] = cell.shown.map(f64::from);
                assert!((score - cell.score).abs() < ROUNDING, "{cell:?}");
                assert!((weight - cell.weight).abs() < ROUNDING, "{cell:?}");
                let hidden = (mask == "causal" && key > query).then_some(Hidden::Later);
                assert_eq!(cell.hidden, hidden);
            }
        }
    }
}

#[test]
fn every_cell_of_the_weighted_sum_follows_from_its_terms() {
    let report = report(&on_cpu(), &state(&settings("causal", "rope")));
    let side = &report.sides[0];
    for column in [0, 7, 8, 31] {
        let mixture = block_on(mixed_cell(side, 0, 3, column)).unwrap().unwrap();
        assert_eq!(mixture.terms.len(), 5);
        assert!(
            (mixture.sum - f64::from(mixture.shown)).abs() < ROUNDING,
            "{mixture:?}"
        );
    }
}

#[test]
fn every_cell_of_an_encoding_follows_from_its_angle() {
    let positions = [0, 1, 5, 4096];
    let sines = doors("sinusoidal", &[], 16, 1, &positions).input.unwrap();
    let InputDoor::Waves(columns) = sines else {
        panic!("a sinusoid is made of waves");
    };
    let turns = doors("rope", &[], 16, 1, &positions).rotation.unwrap();
    for (token, position) in positions.into_iter().enumerate() {
        for wave in &columns {
            let cell = encoding_cell(*wave, position);
            assert!((cell.value - wave.at(position)).abs() < 1e-12);
            let from_fraction = (cell.angle.fraction * std::f64::consts::TAU).sin();
            assert!((cell.angle.sin_cos[0] - from_fraction).abs() < 1e-9);
        }
        let angle = rotation_cell(&turns, position, 3).unwrap();
        assert!((angle.sin_cos[1] - turns.angle(&positions, token, 3).cos()).abs() < 1e-9);
        assert_eq!(rotation_cell(&turns, position, 8), None);
    }
}

#[test]
fn a_long_text_makes_the_one_map_that_is_watched() {
    let long = [("text", "w ".repeat(600))];
    let report = report(&on_cpu(), &state(&long));
    let side = &report.sides[0];
    let maps = side.built.program.find("attention.0").unwrap();
    assert_eq!(side.built.program.info(maps).shape.axes(), [1, 600, 600]);
    let cell = block_on(map_cell(side, 0, 0, 599, 3)).unwrap().unwrap();
    assert!((cell.weight - f64::from(cell.shown[1])).abs() < ROUNDING);
    assert_eq!(block_on(map_cell(side, 0, 1, 0, 0)).unwrap(), None);
}
