//! Encodings side by side: what differs is measured against numbers that are added up here again, and every encoding has
//! a picture that holds what its doors hold.

mod common;

use common::{doors, on_cpu, state};
use pollster::block_on;
use poslab::encoding::{Door, SCHEMES};
use poslab::engine::Engine;
use poslab::experiment::lineup::parse;
use poslab::experiment::{Contestant, Side, Trouble, apart, compare};
use poslab::language::Language;
use poslab::model::{Part, exhibit};

fn run(engine: &Engine, set: &[(&str, &str)], lineup: &str) -> Vec<Contestant> {
    let set: Vec<_> = set.iter().map(|(n, v)| (*n, (*v).to_owned())).collect();
    let entries = parse(lineup).expect("a line-up");
    block_on(compare(engine, &state(&set), Language::En, entries)).expect("runs")
}

fn side(contestant: &Contestant) -> &Side {
    contestant.outcome.as_ref().expect("runs")
}

#[test]
fn the_share_that_moved_is_half_of_what_differs() {
    let engine = on_cpu();
    let set = [("layers", "2"), ("text", "the cat sat on the mat")];
    let found = run(&engine, &set, "none,sinusoidal,rope:base=500000,alibi");
    let first = side(&found[0]);
    for contestant in &found[1..] {
        for layer in 0..2 {
            let other = side(contestant);
            let apart = block_on(apart(&engine, first, other, layer)).expect("runs");
            let (a, b) = (
                block_on(first.map(layer)).expect("maps"),
                block_on(other.map(layer)).expect("maps"),
            );
            // 4 heads, 6 queries.
            let sizes = a.values.iter().zip(&b.values).map(|(a, b)| (a - b).abs());
            let share = f64::from(sizes.clone().sum::<f32>()) / 2.0 / 24.0;
            assert!((apart.share - share).abs() < 1e-6);
            assert!(apart.share > 0.01 && apart.share < 1.0, "{}", apart.share);
            let mean = apart.heads.iter().sum::<f64>() / 4.0;
            assert!((apart.share - mean).abs() < 1e-9, "the mean over heads");
            assert_eq!(apart.largest, sizes.fold(0.0, f32::max));
            let map = block_on(apart.run.read(apart.map)).expect("reads");
            assert_eq!(map.shape.axes(), [4, 6, 6]);
            for row in map.values.chunks(6) {
                assert!(row.iter().sum::<f32>().abs() < 1e-5, "what goes comes");
            }
        }
    }
}

#[test]
fn nothing_differs_from_itself() {
    let engine = on_cpu();
    let found = run(&engine, &[], "rope,rope");
    let same = block_on(apart(&engine, side(&found[0]), side(&found[1]), 0)).expect("runs");
    assert_eq!((same.share, same.largest), (0.0, 0.0));
}

#[test]
fn one_that_cannot_take_the_sentence_stops_no_other() {
    let set = [("text", "one two three")];
    let found = run(&on_cpu(), &set, "learned:max_len=2,alibi");
    let Err(Trouble::Refused(refusal)) = &found[0].outcome else {
        panic!("two rows are too few for three words");
    };
    assert!(refusal.to_string().contains('2'), "{refusal}");
    assert!(found[1].outcome.is_ok());
}

#[test]
fn the_second_sentence_is_no_hindrance() {
    let set = [
        ("tokenizer", "ids"),
        ("text", "1 2 3"),
        ("text-b", "not an id"),
    ];
    assert!(run(&on_cpu(), &set, "none,alibi")[1].outcome.is_ok());
}

#[test]
fn every_encoding_shows_what_each_of_its_doors_lets_in() {
    let engine = on_cpu();
    let positions: Vec<i32> = (0..12).collect();
    for scheme in SCHEMES {
        let id = scheme.id();
        let doors = doors(id, &[], 32, 4, &positions);
        let laid = exhibit(&doors, &positions, false).expect(id);
        let run = block_on(engine.run(&laid.program, &laid.feeds)).expect(id);
        let shown: Vec<Door> = laid.parts.iter().map(|(part, _)| door(*part)).collect();
        for door in scheme.doors() {
            assert!(shown.contains(door), "{id} shows {door:?}");
        }
        assert_eq!(shown.is_empty(), id == "none", "{id}");
        for (part, tensor) in laid.parts {
            let read = block_on(run.read(tensor)).expect(id);
            assert!(read.values.iter().all(|v| v.is_finite()), "{id} {part:?}");
            assert!(read.values.iter().any(|v| *v != 0.0), "{id} {part:?}");
            if let (Part::Bias, Some(bias)) = (part, &doors.bias) {
                let at = bias.at(12, 0, 7, 2) as f32;
                assert_eq!(read.values[7 * 12 + 2], at, "{id}");
            }
        }
    }
}

/// The door that a part is of; an index is of the door whose table it looks up.
fn door(part: Part) -> Door {
    match part {
        Part::Input => Door::Input,
        Part::Cosine | Part::Sine | Part::Growth => Door::Rotation,
        Part::Bias | Part::Damping | Part::Gate => Door::Bias,
        _ => Door::Relative,
    }
}
