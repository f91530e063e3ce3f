//! The gradient of whole models, of every number that an encoding learns, against central differences in f64.

mod common;

use common::training::{plan, step_of};
use poslab::engine::cpu;
use poslab::engine::{Feeds, TensorId};
use poslab::model::train::Trainer;
use poslab::random::uniforms;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::rc::Rc;

fn total_loss(trainer: &Trainer, feeds: &Feeds<f64>) -> f64 {
    let run = cpu::run(&trainer.program, &Rc::new(feeds.clone())).expect("a run");
    run.data(trainer.loss).real().iter().sum()
}

/// The slope of the loss as number `at` of a weight moves.
fn slope(trainer: &Trainer, feeds: &Feeds<f64>, id: TensorId, at: usize) -> f64 {
    const STEP: f64 = 1e-5;
    let moved = |by: f64| {
        let mut feeds = feeds.clone();
        let mut values = feeds.get(id).expect("a weight").real().to_vec();
        values[at] += by;
        feeds.real(id, values);
        total_loss(trainer, &feeds)
    };
    (moved(STEP) - moved(-STEP)) / (2.0 * STEP)
}

/// Tables that start from zeros get numbers, so that what they multiply has a slope as well.
fn fill_tables(trainer: &Trainer, feeds: &mut Feeds<f64>) {
    let tables = trainer.weights.iter();
    for (name, id) in tables.filter(|(name, _)| name.starts_with("table.")) {
        let numbers = feeds.get(*id).expect("a table").real();
        if numbers.iter().all(|v| *v == 0.0) {
            let numbers = uniforms(5, name, numbers.len(), 1.0);
            feeds.real(*id, numbers);
        }
    }
}

/// Compares the gradient of every number of every table, and of some of every other weight, with the slope of the loss.
fn check_gradients(schemes: Value, change: impl Fn(&mut Value)) {
    let mut request = json!({
        "task": "previous", "schemes": schemes, "length": 6, "steps": 8, "batch": 2,
        "model": { "d_model": 8, "heads": 2, "layers": 2, "d_ff": 12, "causal": true },
    });
    change(&mut request);
    let plan = plan(request);
    let (trainer, mut feeds) = step_of(&plan, Some(1.0), "gradient");
    fill_tables(&trainer, &mut feeds);
    let run = cpu::run(&trainer.program, &Rc::new(feeds.clone())).unwrap();
    let mut steep = BTreeMap::new();
    for (name, id) in &trainer.weights {
        let gradient = trainer.program.find(&format!("d.{name}"));
        let gradient = run
            .data(gradient.unwrap_or_else(|| panic!("d.{name}")))
            .real();
        let stride = if name.starts_with("table.") {
            gradient.len().div_ceil(160)
        } else {
            gradient.len().div_ceil(9)
        };
        for at in (0..gradient.len()).step_by(stride) {
            let slope = slope(&trainer, &feeds, *id, at);
            let off = (gradient[at] - slope).abs();
            assert!(
                off < 1e-7 + 1e-5 * slope.abs(),
                "{name}[{at}]: {} but {slope}",
                gradient[at]
            );
            *steep.entry(name.clone()).or_insert(0) += usize::from(slope.abs() > 1e-6);
        }
    }
    for (name, _) in trainer
        .weights
        .iter()
        .filter(|(name, _)| name.starts_with("table."))
    {
        assert!(steep[name] > 1, "every slope of {name} is flat");
    }
}

#[test]
fn the_whole_models_gradient_is_the_slope_of_its_loss() {
    check_gradients(
        json!([
            { "id": "learned", "max_len": 8 }, { "id": "t5", "buckets": 8 },
            { "id": "shaw", "clip": 3 }, { "id": "rope" },
        ]),
        |_| {},
    );
}

#[test]
fn the_gradient_of_kernels_networks_and_windows_is_the_slope() {
    check_gradients(
        json!([
            { "id": "kerple" }, { "id": "kerple", "variant": "power" }, { "id": "fire" },
            { "id": "swin_2d", "rows": 3, "columns": 3 }, { "id": "learned_2d", "rows": 3, "columns": 3 },
        ]),
        |_| {},
    );
}

#[test]
fn the_gradient_of_vectors_that_heads_meet_is_the_slope() {
    check_gradients(
        json!([
            { "id": "transformer_xl" }, { "id": "deberta", "buckets": 8, "max_position": 16 },
            { "id": "hybrid", "window": 2 }, { "id": "xpos" },
        ]),
        |_| {},
    );
}

#[test]
fn the_gradient_of_counted_positions_and_through_factors_is_the_slope() {
    check_gradients(
        json!([
            { "id": "cope", "max_position": 3 }, { "id": "content_gate" }, { "id": "distance_decay" },
            { "id": "rope_2d", "rows": 3, "columns": 3 },
        ]),
        // Without a mask counts run to the right as well.
        |request| request["model"]["causal"] = json!(false),
    );
}

#[test]
fn the_gradient_through_dropout_is_the_slope_of_what_was_not_dropped() {
    check_gradients(
        json!([{ "id": "shaw", "clip": 3 }, { "id": "none" }]),
        |request| {
            for place in ["embedding", "attention", "residual"] {
                request[format!("dropout_{place}")] = json!(0.3);
            }
        },
    );
}
