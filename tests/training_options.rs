//! Training: what the encodings that learn more than a table can and can't say, how perplexity goes with length, and the options.

mod common;

use common::on_cpu;
use common::twin::{real, run as twin, whole};
use pollster::block_on;
use poslab::engine::op::Dropout;
use poslab::experiment::request::TrainRequest;
use poslab::experiment::train::{Finished, Race, Remedy, run};
use poslab::model::train::Weights;
use serde_json::{Value, json};

/// One block, 12 tokens: small enough for a test, and what an encoding can say doesn't depend on size.
fn small(task: &str, schemes: Value) -> Value {
    json!({
        "task": task, "schemes": schemes, "length": 12, "steps": 130, "seed": 1,
        "model": { "d_model": 32, "heads": 4, "layers": 1, "d_ff": 32 },
    })
}

/// A race of a moment.
fn tiny(schemes: Value) -> Value {
    json!({
        "task": "role", "schemes": schemes, "length": 6, "steps": 8, "batch": 3,
        "model": { "d_model": 8, "heads": 2, "layers": 2, "d_ff": 12 },
    })
}

fn race(request: Value) -> Race {
    let request: TrainRequest = serde_json::from_value(request).expect("a request");
    let plan = request.plan().expect("an allowed request");
    let mut race = Race::new(&on_cpu(), plan).expect("a race");
    while !race.is_over() {
        block_on(race.step()).expect("a step");
    }
    race
}

fn trained(request: Value) -> Finished {
    let request: TrainRequest = serde_json::from_value(request).expect("a request");
    let plan = request.plan().expect("an allowed request");
    let engine = on_cpu();
    let done = run(&engine, plan, |_| {}, || false, || 0.0);
    block_on(done).expect("a race").expect("an end")
}

#[test]
fn what_sees_left_and_right_alike_tosses_a_coin_however_much_it_learns() {
    let done = trained(small(
        "role",
        json!([
            { "id": "kerple" }, { "id": "fire" }, { "id": "cope" }, { "id": "t5" },
            { "id": "transformer_xl" }, { "id": "deberta" }, { "id": "swin_2d" },
        ]),
    ));
    let accuracy = |model: usize| done.outcomes[model].scores[0].accuracy.expect("a score");
    for mirror_blind in 0..3 {
        let coin = accuracy(mirror_blind);
        assert!((0.4..=0.6).contains(&coin), "{mirror_blind}: {coin}");
    }
    for solved in 3..7 {
        assert!(accuracy(solved) > 0.95, "{solved}: {}", accuracy(solved));
    }
}

#[test]
fn exactly_four_back_is_said_by_vectors_of_offsets_and_not_by_a_falling_bias() {
    let mut request = small(
        "back_k",
        json!([
            { "id": "transformer_xl" }, { "id": "deberta" }, { "id": "hybrid" }, { "id": "kerple" },
            { "id": "fire" },
        ]),
    );
    request["evaluate_at"] = json!([48]);
    let done = trained(request);
    let new = |model: usize| {
        done.outcomes[model].scores[0]
            .new_positions
            .expect("a score")
    };
    for exact in 0..3 {
        assert!(new(exact) > 0.95, "{exact}: {}", new(exact));
    }
    for vague in 3..5 {
        assert!(new(vague) < 0.6, "{vague}: {}", new(vague));
    }
}

#[test]
fn perplexity_stays_with_alibi_and_shaw_and_grows_with_sinusoids_and_rope() {
    let mut request = small(
        "text_en",
        json!([
            { "id": "alibi" }, { "id": "shaw", "values": false }, { "id": "sinusoidal" }, { "id": "rope" },
        ]),
    );
    request["length"] = json!(16);
    request["steps"] = json!(200);
    request["evaluate_at"] = json!([16, 128]);
    let done = trained(request);
    let grown = |model: usize| {
        let scores = &done.outcomes[model].scores;
        let loss = |at: usize| scores[at].loss.expect("a score");
        // Whoever guesses among all 40 characters has 40.
        assert!(loss(0).exp() < 13.0, "{model} learned little");
        (loss(1) - loss(0)).exp()
    };
    for flat in 0..2 {
        assert!(grown(flat) < 1.09, "{flat}: {}", grown(flat));
    }
    for growing in 2..4 {
        assert!(grown(growing) > 1.12, "{growing}: {}", grown(growing));
    }
}

fn weights(request: Value) -> Weights {
    block_on(race(request).weights()).expect("weights")
}

#[test]
fn what_positions_learn_has_a_rate_of_its_own() {
    let mut request = tiny(json!([{ "id": "t5", "buckets": 8 }]));
    let table = |request: &Value| weights(request.clone())["table.bias"].clone();
    let usual = table(&request);
    assert!(usual.iter().any(|v| *v != 0.0));
    request["position_lr"] = json!(0);
    assert!(table(&request).iter().all(|v| *v == 0.0));
    // A bias that stays zero is no bias, except that its gradient counts in the norm by which a model's gradients are clipped.
    let token = |mut request: Value| {
        request["clip"] = json!(0);
        weights(request)["token"].clone()
    };
    let none = tiny(json!([{ "id": "none" }]));
    assert!(
        token(request.clone()) == token(none),
        "a zero bias changed the model"
    );
    request["position_lr"] = json!(4);
    let far = |table: &[f32]| table.iter().fold(0.0_f32, |most, v| most.max(v.abs()));
    let (fast, usual) = (far(&table(&request)), far(&usual));
    assert!(fast > 2.0 * usual, "{fast} and {usual}");
}

#[test]
fn a_bias_grows_by_the_scale_of_its_table() {
    let steepest = |scale: f64| {
        let mut request = small("previous", json!([{ "id": "t5" }]));
        request["steps"] = json!(60);
        request["bias_scale"] = json!(scale);
        let table = weights(request)["table.bias"].clone();
        let far = table.iter().fold(0.0_f32, |most, v| most.max(v.abs()));
        f64::from(far) * scale
    };
    let (slow, fast) = (steepest(1.0), steepest(8.0));
    assert!(fast > 2.0 * slow, "{slow} and {fast}");
}

#[test]
fn dropout_drops_its_share_alike_in_every_model_and_anew_at_every_step() {
    let (models, own) = (2, 10_000);
    let dropped = |site, key| {
        let rate = 0.3;
        let op = Dropout { models, site, rate }.into();
        let ones = real("x", [models, own], vec![1.0; models * own]);
        twin::<f32>(&op, &[ones, whole("key", [1], vec![key])])
    };
    let first = dropped(0, 1);
    let (one, other) = first.split_at(own);
    assert_eq!(one, other, "models differ");
    let zeros = one.iter().filter(|v| **v == 0.0).count() as f64 / own as f64;
    assert!((zeros - 0.3).abs() < 0.02, "{zeros} are dropped");
    let mean = one.iter().sum::<f32>() / own as f32;
    assert!((mean - 1.0).abs() < 0.03, "the mean is {mean}");
    assert_ne!(first, dropped(0, 2));
    assert_ne!(first, dropped(1, 1));
    assert_eq!(first, dropped(0, 1));
}

#[test]
fn dropout_changes_training_and_not_tests_and_a_seed_keeps_its_curve() {
    let plain = tiny(json!([{ "id": "shaw" }, { "id": "none" }, { "id": "none" }]));
    let loss = |request: &Value| {
        let race = race(request.clone());
        block_on(race.loss()).expect("a loss")
    };
    let usual = loss(&plain);
    for place in ["embedding", "attention", "residual"] {
        let mut request = plain.clone();
        request[format!("dropout_{place}")] = json!(0.4);
        let dropped = loss(&request);
        assert_ne!(dropped, usual, "{place}");
        assert_eq!(dropped, loss(&request), "{place}");
        assert_eq!(dropped[1], dropped[2], "equal models drop alike");
        let race = race(request);
        let test = || block_on(race.evaluate(&[6], &Remedy::Nothing)).expect("a score");
        assert_eq!(test(), test(), "a test drops nothing");
    }
}
