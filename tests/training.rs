//! Training: the contrasts that a race is for, and that a race can be trusted: repeatable, stoppable, with right gradients.

mod common;

use common::on_cpu;
use pollster::block_on;
use poslab::experiment::request::TrainRequest;
use poslab::experiment::train::{Finished, Plan, Race, Remedy, run};
use poslab::model::train::Slot;
use poslab::refusal::Refusal;
use serde_json::{Value, json};
use std::cell::Cell;

fn plan(request: Value) -> Plan {
    let request: TrainRequest = serde_json::from_value(request).expect("a request");
    request.plan().expect("an allowed request")
}

fn trained(request: Value) -> Finished {
    let engine = on_cpu();
    let done = run(&engine, plan(request), |_| {}, || false, || 0.0);
    block_on(done).expect("a race").expect("an end")
}

/// The accuracy of every model at a length.
fn accuracy(done: &Finished, length: usize) -> Vec<f64> {
    let of = |outcome: &poslab::experiment::train::Outcome| {
        let score = outcome.scores.iter().find(|score| score.length == length);
        score.and_then(|score| score.accuracy).expect("a score")
    };
    done.outcomes.iter().map(of).collect()
}

/// One block, 12 tokens: small enough for a test, and what an encoding can say doesn't depend on size.
fn small(task: &str, schemes: Value) -> Value {
    json!({
        "task": task, "schemes": schemes, "length": 12, "steps": 130, "seed": 1,
        "model": { "d_model": 32, "heads": 4, "layers": 1, "d_ff": 32 },
    })
}

#[test]
fn who_chases_whom_needs_a_position_that_tells_left_from_right() {
    let done = trained(small(
        "role",
        json!([
            { "id": "none" }, { "id": "alibi" },
            { "id": "alibi", "direction": "split" }, { "id": "sinusoidal" },
            { "id": "rope" }, { "id": "shaw", "values": false },
        ]),
    ));
    let scores = accuracy(&done, 12);
    // Blind to order, or to the mirror: a coin, whatever the weights.
    for coin in &scores[..2] {
        assert!((0.4..=0.6).contains(coin), "{scores:?}");
    }
    for solved in &scores[2..] {
        assert!(*solved > 0.95, "{scores:?}");
    }
}

#[test]
fn a_bag_needs_no_positions_and_their_loss_shows_who_used_them() {
    let mut race = Race::new(
        &on_cpu(),
        plan(small(
            "bag",
            json!([{ "id": "none" }, { "id": "sinusoidal" }]),
        )),
    )
    .unwrap();
    while !race.is_over() {
        block_on(race.step()).unwrap();
    }
    let [score] = &block_on(race.evaluate(&[12], &Remedy::Nothing)).unwrap()[..] else {
        panic!("one length, one score");
    };
    assert!(score.accuracy[0].unwrap() > 0.95, "{score:?}");
    assert!(score.accuracy[1].unwrap() > 0.95, "{score:?}");
    assert_eq!(score.new_positions, [None, None]);
}

#[test]
fn relative_vectors_go_on_past_the_trained_length_and_a_table_of_places_does_not() {
    let mut request = small(
        "previous",
        json!([{ "id": "shaw", "values": false }, { "id": "learned" }, { "id": "rope" }]),
    );
    request["evaluate_at"] = json!([12, 24]);
    request["evaluate_scaling"] =
        json!([{ "kind": "off" }, { "kind": "clamp" }, { "kind": "yarn" }]);
    let done = trained(request);
    assert!(
        accuracy(&done, 12).iter().all(|score| *score > 0.9),
        "{:?}",
        accuracy(&done, 12)
    );
    let new = |model: usize| done.outcomes[model].scores[1].new_positions.unwrap();
    assert!(new(0) > 0.9, "{}", new(0));
    assert!(new(1) < 0.2, "{}", new(1));
    let [off, clamp, yarn] = &done.outcomes[1].scaled[..] else {
        panic!("three remedies");
    };
    assert!(off.scores[0].accuracy.unwrap() < 0.5);
    assert!(clamp.scores[1].new_positions.unwrap() < 0.2);
    assert!(yarn.scores.is_empty(), "YaRN means nothing to a table");
    assert_eq!(done.outcomes[2].scaled[2].scores.len(), 2);
}

/// A race of a moment.
fn tiny(schemes: Value) -> Value {
    json!({
        "task": "role", "schemes": schemes, "length": 6, "steps": 8, "batch": 3,
        "model": { "d_model": 8, "heads": 2, "layers": 2, "d_ff": 12 },
    })
}

fn losses(request: Value) -> Vec<Vec<f32>> {
    let done = trained(request);
    done.outcomes
        .into_iter()
        .map(|outcome| outcome.loss)
        .collect()
}

#[test]
fn a_seed_gives_the_same_curve_bit_for_bit_and_neighbours_change_nothing() {
    let learned = json!({ "id": "learned", "max_len": 16 });
    let one = losses(tiny(json!([learned])));
    assert_eq!(one, losses(tiny(json!([learned]))));
    assert_eq!(one[0].len(), 8);
    let four = json!([{ "id": "t5" }, learned, { "id": "rope" }, { "id": "none" }]);
    assert_eq!(one[0], losses(tiny(four))[1]);
    let mut other = tiny(json!([learned]));
    other["seed"] = json!(8);
    assert_ne!(one, losses(other));
}

#[test]
fn equal_encodings_train_alike_and_a_shut_door_is_a_table_of_zeros() {
    let all = losses(tiny(
        json!([{ "id": "none" }, { "id": "none" }, { "id": "rope" }]),
    ));
    assert_eq!(all[0], all[1]);
    assert_ne!(all[0], all[2]);
    // Beside rope, "none" is turned by angles of zero; alone, it isn't turned at all.
    assert_eq!(all[0], losses(tiny(json!([{ "id": "none" }])))[0]);
}

/// Remedies for rope take what rope's own scaling takes.
#[test]
fn a_remedy_is_told_as_a_scaling_is() {
    let mut request = tiny(json!([{ "id": "rope" }]));
    request["evaluate_at"] = json!([24]);
    request["evaluate_scaling"] = json!([
        { "kind": "yarn", "factor": 4 },
        { "kind": "yarn", "factor": 4, "original_length": 6 },
        { "kind": "yarn", "factor": 4, "attention_factor": 2 },
        { "kind": "llama3" },
        { "kind": "llama3", "factor": 4 },
    ]);
    let plan = plan(request);
    let length = plan.length;
    assert_eq!(length, 6, "the trained length that the second remedy names");
    let engine = on_cpu();
    let done = block_on(run(&engine, plan, |_| {}, || false, || 0.0));
    let done = done.unwrap().expect("nobody stops it");
    let loss: Vec<_> = done.outcomes[0]
        .scaled
        .iter()
        .map(|s| s.scores[0].loss)
        .collect();
    assert_eq!(loss[0], loss[1]);
    assert_ne!(loss[0], loss[2]);
    assert_eq!(
        loss[3], loss[4],
        "a factor that isn't given is test length over trained length"
    );
    assert_ne!(loss[0], loss[4]);
}

#[test]
fn a_race_is_stopped_and_another_starts_afresh() {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let mut seen = Vec::new();
    let request = tiny(json!([{ "id": "sinusoidal" }]));
    let on = |progress: &poslab::experiment::train::Progress| seen.push(progress.step);
    let engine = on_cpu();
    let stopped = run(&engine, plan(request.clone()), on, stop, || 0.0);
    assert!(block_on(stopped).unwrap().is_none());
    assert_eq!(seen, [1, 2, 3]);
    assert_eq!(losses(request.clone()), losses(request));
}

#[test]
fn a_race_can_be_looked_into_and_goes_on() {
    let mut race = Race::new(
        &on_cpu(),
        plan(tiny(json!([{ "id": "rope" }, { "id": "shaw" }]))),
    )
    .unwrap();
    block_on(race.step()).unwrap();
    let probe = block_on(race.probe(9, &Remedy::Nothing)).unwrap();
    assert_eq!(probe.ids.len(), 9);
    assert_eq!(probe.answers.len(), 2);
    assert_eq!(probe.maps.len(), 2);
    assert_eq!(probe.maps[0].shape.axes(), [2 * 2, 9, 9]);
    for row in probe.maps[1].values.chunks_exact(9) {
        assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }
    let point = block_on(race.note()).unwrap();
    assert!(point.gradient.iter().all(|norm| *norm > 0.0));
    // Nothing of the rotation is learned, but its angles get their gradient as the relative vectors do.
    let doors = &point.door_gradient;
    assert!(doors.iter().all(|norm| norm.unwrap() > 0.0), "{doors:?}");
    let before = block_on(race.weights()).unwrap();
    race.extend(1);
    while !race.is_over() {
        block_on(race.step()).unwrap();
    }
    assert_eq!(race.taken(), 9);
    assert_ne!(before, block_on(race.weights()).unwrap());
}

#[test]
fn random_starts_reach_rows_that_a_fixed_start_never_trains() {
    let mut request = tiny(json!([{ "id": "learned", "max_len": 12, "std": 0.0 }]));
    let late_rows = |request: Value| {
        let mut race = Race::new(&on_cpu(), plan(request)).unwrap();
        while !race.is_over() {
            block_on(race.step()).unwrap();
        }
        let weights = block_on(race.weights()).unwrap();
        weights["table.input"][6 * 8..].iter().any(|v| *v != 0.0)
    };
    assert!(!late_rows(request.clone()));
    request["random_start"] = json!(6);
    assert!(late_rows(request));
}

/// In bfloat16, 300 to 305 are 300, 300, 302, 304, 304, 304: ties go to the even significand.
#[test]
fn in_half_precision_neighbours_collide_in_a_race_too() {
    let asked = |scheme: &str, precision: &str, start: u32| {
        let mut request = tiny(json!([{ "id": scheme }]));
        request["random_start"] = json!(start);
        request["precision"] = json!(precision);
        let request: TrainRequest = serde_json::from_value(request).expect("a request");
        let plan = request.plan()?;
        let positions = plan.ask(&plan.entrants[0], start as usize, 6)?.positions;
        let slot = plan.open(start as usize)?[0].get(Slot::Input).cloned();
        Ok::<_, Refusal>((positions, slot))
    };
    let (exact, rows) = asked("sinusoidal", "f32", 300).unwrap();
    assert_eq!(exact, [300, 301, 302, 303, 304, 305]);
    let (held, collided) = asked("sinusoidal", "bf16", 300).unwrap();
    assert_eq!(held, [300, 300, 302, 304, 304, 304]);
    assert_ne!(rows, collided);
    let (below, _) = asked("shaw", "bf16", 200).unwrap();
    assert_eq!(below, [200, 201, 202, 203, 204, 205]);
    let told = asked("shaw", "bf16", 300).unwrap_err().to_string();
    assert!(told.contains("precision can't be bf16"), "{told}");
    assert!(asked("cope", "bf16", 300).is_ok(), "it counts for itself");
}

#[test]
fn bad_requests_are_refused_by_name() {
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut request = tiny(json!([{ "id": "none" }]));
        change(&mut request);
        let request: TrainRequest = serde_json::from_value(request).expect("a request");
        request.plan().expect_err("a refusal").to_string()
    };
    for (told, change) in [
        ("task can't be nope", &|r: &mut Value| {
            r["task"] = json!("nope")
        }),
        ("schemes can't be 0 schemes", &|r| r["schemes"] = json!([])),
        ("length can't be 2", &|r| r["length"] = json!(2)),
        ("steps can't be 0", &|r| r["steps"] = json!(0)),
        ("learning_rate can't be -1", &|r| {
            r["learning_rate"] = json!(-1)
        }),
        ("position can't be 4", &|r| {
            r["schemes"] = json!([{ "id": "swin_2d", "rows": 2, "columns": 2 }])
        }),
        ("dropout_residual can't be 1", &|r| {
            r["dropout_residual"] = json!(1)
        }),
        ("position_lr can't be -1", &|r| r["position_lr"] = json!(-1)),
        ("max_len can't be 4", &|r| {
            r["schemes"] = json!([{ "id": "learned", "max_len": 4 }]);
        }),
        ("pairing can't be interleaved", &|r| {
            r["schemes"] = json!([{ "id": "rope" }, { "id": "rope", "pairing": "interleaved" }]);
        }),
        ("model.add can't be nowhere", &|r| {
            r["model"]["add"] = json!("nowhere")
        }),
        ("heads can't be 3", &|r| r["model"]["heads"] = json!(3)),
        ("evaluate_at[1] can't be 0", &|r| {
            r["evaluate_at"] = json!([6, 0])
        }),
        ("evaluate_scaling[0].beta can't be 2", &|r| {
            r["evaluate_scaling"] = json!([{ "kind": "yarn", "beta": 2 }]);
        }),
        ("evaluate_scaling[0] can't be beta_fast", &|r| {
            r["evaluate_scaling"] = json!([{ "kind": "clamp", "beta_fast": 2 }]);
        }),
        ("evaluate_scaling[0].kind can't be magic", &|r| {
            r["evaluate_scaling"] = json!([{ "kind": "magic" }]);
        }),
        ("k can't be 2", &|r| r["k"] = json!(2)),
    ] as [(&str, &dyn Fn(&mut Value)); 17]
    {
        let sentence = refused(change);
        assert!(sentence.starts_with(told), "{sentence}");
    }
}
