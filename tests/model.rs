//! The model: padding changes nothing, looking changes nothing, stages show true shapes.

mod common;

use common::{doors, on_cpu};
use pollster::block_on;
use poslab::encoding::{Door, Doors};
use poslab::model::{Built, Config, Look, Sentence, Side, transformer};
use proptest::prelude::*;

fn read(built: &Built, name: &str) -> Vec<f32> {
    let run = block_on(on_cpu().run(&built.program, &built.feeds)).unwrap();
    block_on(run.read(built.program.find(name).unwrap()))
        .unwrap()
        .values
}

fn apart(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max)
}

fn opened(scheme: &str, config: &Config, sentence: &Sentence) -> Doors {
    doors(
        scheme,
        &[],
        config.d_model,
        config.heads,
        &sentence.positions,
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn padding_on_either_side_changes_no_real_row(
        n in 1_usize..8,
        count in 1_usize..5,
        left in any::<bool>(),
        causal in any::<bool>(),
        scheme in prop::sample::select(vec!["none", "sinusoidal", "rope"]),
    ) {
        let config = Config { causal, layers: 2, ..Config::default() };
        let plain = Sentence::new((0..n).map(|i| format!("token {i}")));
        let side = if left { Side::Left } else { Side::Right };
        let padded = plain.clone().padded(side, count);
        for look in [Look::Everything, Look::Nothing] {
            let build = |sentence| transformer(&config, &opened(scheme, &config, sentence), sentence, look);
            let (plain, padded) = (build(&plain).unwrap(), build(&padded).unwrap());
            let start = if left { count * config.d_model } else { 0 };
            let rows = read(&padded, "output");
            let rows = &rows[start..][..n * config.d_model];
            prop_assert!(apart(&read(&plain, "output"), rows) < 2e-6);
            prop_assert!(apart(&read(&plain, "pooled"), &read(&padded, "pooled")) < 2e-6);
        }
    }

    #[test]
    fn earlier_rows_never_see_later_tokens(n in 2_usize..8, seed in 0_u64..100) {
        let config = Config { causal: true, layers: 2, seed, ..Config::default() };
        let whole = Sentence::new((0..n).map(|i| format!("token {i}")));
        let rows_of = |length: usize| {
            let start = Sentence::new((0..length).map(|i| format!("token {i}")));
            let doors = opened("rope", &config, &start);
            read(&transformer(&config, &doors, &start, Look::Nothing).unwrap(), "output")
        };
        let all = rows_of(whole.len());
        for length in 1..n {
            prop_assert!(apart(&rows_of(length), &all[..length * config.d_model]) < 2e-6);
        }
    }
}

#[test]
fn looking_changes_nothing() {
    let sentence = Sentence::new((0..40).map(|i| format!("token {}", i % 7)));
    let config = Config {
        layers: 2,
        ..Config::default()
    };
    let doors = opened("rope", &config, &sentence);
    let looks = [
        Look::Everything,
        Look::Map { layer: 1, head: 3 },
        Look::Nothing,
    ];
    let built = looks.map(|look| transformer(&config, &doors, &sentence, look).unwrap());
    let outputs = built.each_ref().map(|built| read(built, "output"));
    assert!(apart(&outputs[0], &outputs[1]) < 2e-6);
    assert!(apart(&outputs[0], &outputs[2]) < 2e-6);
    let all = read(&built[0], "attention.1");
    assert!(apart(&all[3 * 1600..], &read(&built[1], "attention.1")) < 1e-6);
    assert_eq!(built[1].program.find("attention.0"), None);
    assert_eq!(built[2].program.find("scores.1"), None);
}

#[test]
fn weights_are_the_same_whatever_the_encoding() {
    let sentence = Sentence::new(["a", "b"]);
    let config = Config::default();
    let weights = |scheme| {
        let doors = opened(scheme, &config, &sentence);
        let built = transformer(&config, &doors, &sentence, Look::Everything).unwrap();
        ["embedding_table", "w_q.0", "w_1.0"].map(|name| {
            let id = built.program.find(name).unwrap();
            built.feeds.get(id).unwrap().clone()
        })
    };
    assert_eq!(weights("none"), weights("sinusoidal"));
    assert_eq!(weights("none"), weights("rope"));
}

#[test]
fn stages_show_true_shapes_and_every_door() {
    let sentence = Sentence::new(["a", "b", "c"]);
    let config = Config {
        scale_embedding: true,
        ..Config::default()
    };
    let built = transformer(&config, &Doors::default(), &sentence, Look::Everything).unwrap();
    let shape = |at: usize| {
        let tensor = built.stages[at].tensors[0];
        built.program.info(tensor).shape.to_string()
    };
    let shapes: Vec<_> = (0..4).map(shape).collect();
    assert_eq!(shapes, ["[3]", "[3, 32]", "[3, 32]", "[3, 32]"]);
    let doors: Vec<_> = built.stages.iter().filter_map(|stage| stage.door).collect();
    assert_eq!(doors, Door::ALL);
    for stage in &built.stages {
        assert!(!stage.tensors.is_empty() && !stage.label.zh.is_empty());
    }
}
