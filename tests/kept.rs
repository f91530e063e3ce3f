//! A race that is kept: the file reads as a PyTorch module's, and a race goes on from it as if it had never stopped.

mod common;

use common::on_cpu;
use pollster::block_on;
use poslab::experiment::request::TrainRequest;
use poslab::experiment::train::{Heats, Kept, Plan, Remedy, Tested};
use safetensors::SafeTensors;
use serde_json::{Value, json};

fn plan() -> Plan {
    let request: Value = json!({
        "task": "role", "length": 6, "steps": 6, "batch": 3,
        "schemes": [{ "id": "none" }, { "id": "learned", "max_len": 12 }, { "id": "t5" }, { "id": "alibi" },
            { "id": "alibi", "direction": "split" }],
        "model": { "d_model": 8, "heads": 2, "layers": 2, "d_ff": 12 },
    });
    let request: TrainRequest = serde_json::from_value(request).expect("a request");
    request.plan().expect("an allowed request")
}

/// A race after some steps, with one test.
fn race(seeds: usize, steps: usize) -> Heats {
    let mut heats = Heats::new(&on_cpu(), &plan(), seeds).expect("a race");
    train(&mut heats, steps);
    heats
}

fn train(heats: &mut Heats, steps: usize) {
    for _ in 0..steps {
        block_on(heats.step()).expect("a step");
        block_on(heats.note()).expect("a look");
    }
}

fn kept(heats: &Heats) -> Kept {
    let scores = block_on(heats.evaluate(12, &Remedy::Nothing)).expect("a test");
    Kept {
        link: "view=race&task=role".into(),
        heats: block_on(heats.snapshot()).expect("a snapshot"),
        tests: vec![Tested {
            remedy: Remedy::Yarn(Some(2.0)),
            scores: vec![scores],
        }],
        seconds: 1.5,
    }
}

#[test]
fn what_is_written_is_read_again() {
    for seeds in [1, 3] {
        let kept = kept(&race(seeds, 3));
        let file = kept.write(&plan().entrants, true).expect("a file");
        let read = Kept::read(&file).expect("the same file");
        assert!(read.heats == kept.heats, "weights, means and curves");
        assert_eq!((&read.link, read.seconds), (&kept.link, kept.seconds));
        let [before, after] = [&kept, &read].map(|kept| &kept.tests[0]);
        assert_eq!(before.remedy, after.remedy);
        let scores = |tested: &Tested| tested.scores.concat();
        assert_eq!(scores(after).len(), seeds);
        for (before, after) in scores(before).iter().zip(scores(after)) {
            assert_eq!(before.length, after.length);
            // JSON's decimals cost the last bit.
            for (a, b) in before.accuracy.iter().zip(after.accuracy) {
                assert!((a.unwrap() - b.unwrap()).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn a_race_goes_on_from_a_file_step_for_step() {
    let mut whole = race(2, 3);
    let file = kept(&whole).write(&plan().entrants, true).expect("a file");
    train(&mut whole, 3);
    let kept = Kept::read(&file).expect("a kept race");
    let mut resumed = Heats::resume(&on_cpu(), &plan(), &kept.heats).expect("the same models");
    assert_eq!(resumed.taken(), 3);
    train(&mut resumed, 3);
    assert!(resumed.is_over());
    assert_eq!(resumed.curves(), whole.curves());
    let weights = |heats: &Heats| block_on(heats.first().weights()).expect("weights");
    assert!(weights(&resumed) == weights(&whole));
}

#[test]
fn without_running_means_the_weights_are_the_same() {
    let heats = race(1, 3);
    let entrants = plan().entrants;
    let kept = kept(&heats);
    let [long, short] = [true, false].map(|means| kept.write(&entrants, means).expect("a file"));
    assert!(2 * short.len() < long.len());
    let kept = Kept::read(&short).expect("a kept race");
    let resumed = Heats::resume(&on_cpu(), &plan(), &kept.heats).expect("the same models");
    let weights = |heats: &Heats| block_on(heats.first().weights()).expect("weights");
    assert!(weights(&resumed) == weights(&heats));
}

#[test]
fn a_pytorch_reader_finds_every_weight_where_it_looks() {
    let heats = race(1, 2);
    let file = kept(&heats).write(&plan().entrants, false).expect("a file");
    let (_, metadata) = SafeTensors::read_metadata(&file).expect("a header");
    let words = metadata.metadata().as_ref().expect("metadata");
    assert_eq!(words["link"], "view=race&task=role");
    assert_eq!(words["format"], "pt");
    let tensors = SafeTensors::deserialize(&file).expect("a file");
    let shape = |name: &str| tensors.tensor(name).expect(name).shape().to_vec();
    assert_eq!(shape("none.layers.0.linear1.weight"), [12, 8]);
    assert_eq!(shape("none.layers.1.attention.query.bias"), [8]);
    assert_eq!(shape("learned.position.weight"), [12, 8]);
    assert_eq!(shape("t5.position_bias.weight"), [32, 2]);
    assert_eq!(shape("alibi_2.norm.weight"), [8]);
    assert!(
        tensors.tensor("none.position.weight").is_err(),
        "it has no table"
    );
    // Row o, column i of the file is what the model multiplies input i by for output o.
    let own = block_on(heats.first().weights()).expect("weights");
    let file = tensors
        .tensor("learned.layers.0.attention.query.weight")
        .expect("a weight");
    let at = |o: usize, i: usize| {
        let bytes = &file.data()[4 * (o * 8 + i)..][..4];
        f32::from_le_bytes(bytes.try_into().expect("four bytes"))
    };
    let learned = &own["w_q.0"][64..128];
    for (o, i) in [(0, 0), (2, 5), (7, 1)] {
        assert_eq!(at(o, i), learned[i * 8 + o]);
    }
}

#[test]
fn a_wrong_file_gets_a_sentence() {
    let file = kept(&race(1, 1))
        .write(&plan().entrants, false)
        .expect("a file");
    let sentence = |file: &[u8]| Kept::read(file).expect_err("a wrong file").en;
    for broken in [
        &b""[..],
        b"not a file at all",
        &file[..file.len() / 2],
        &file[..100],
    ] {
        assert!(sentence(broken).contains("no whole safetensors file"));
    }
    let nobody: Vec<(String, safetensors::tensor::TensorView<'_>)> = Vec::new();
    let foreign = safetensors::serialize(nobody, None).expect("a file");
    assert!(sentence(&foreign).contains("trained and saved here"));
    // Whole, but of other models than those that it is to go on with.
    let kept = Kept::read(&file).expect("a kept race");
    let mut other = plan();
    other.config.d_ff = 16;
    let refused = Heats::resume(&on_cpu(), &other, &kept.heats).expect_err("other models");
    assert!(
        refused.to_string().contains("belong to other models"),
        "{refused}"
    );
}
