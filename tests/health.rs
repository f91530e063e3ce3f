//! The health of position: gradients at the doors are slopes, entropy and distance have their bounds, and a position is read
//! where it is there to be read.

mod common;

use common::on_cpu;
use common::training::{plan, step_of};
use pollster::block_on;
use poslab::engine::{Feeds, cpu};
use poslab::experiment::train::{AngleGradient, Health, Race};
use serde_json::{Value, json};
use std::rc::Rc;

fn tiny(task: &str, schemes: Value) -> Value {
    json!({
        "task": task, "schemes": schemes, "length": 6, "steps": 8, "batch": 3,
        "model": { "d_model": 8, "heads": 2, "layers": 2, "d_ff": 12 },
    })
}

#[test]
fn the_gradient_towards_an_angle_is_the_slope_of_the_loss() {
    for pairing in ["half_split", "interleaved"] {
        let plan = plan(tiny(
            "previous",
            json!([{ "id": "rope", "pairing": pairing }]),
        ));
        let (trainer, feeds) = step_of(&plan, None, "angles");
        let loss = |feeds: &Feeds<f64>| {
            let run = cpu::run(&trainer.program, &Rc::new(feeds.clone())).expect("a run");
            run.data(trainer.loss).real()[0]
        };
        let turning = plan
            .open(0)
            .expect("doors")
            .remove(0)
            .rotation
            .expect("a rotation");
        let mut gradient = AngleGradient::new(turning.pairing, turning.pairs, [6, 4, 8]);
        let run = cpu::run(&trainer.program, &Rc::new(feeds.clone())).expect("a run");
        let numbers = |name: &str| {
            let id = trainer.program.find(name).expect("a tensor");
            let values = run.data(id).real().iter();
            values.map(|v| *v as f32).collect::<Vec<_>>()
        };
        for name in ["q_turned.0", "k_turned.0", "q_turned.1", "k_turned.1"] {
            gradient.add(&numbers(name), &numbers(&format!("d.{name}")));
        }
        let table = trainer.program.find("door.rotation").expect("door 2");
        let moved = |at: usize, by: f64| {
            let mut feeds = feeds.clone();
            let mut turns = feeds.get(table).expect("fed").real().to_vec();
            let (cos, sin) = (turns[2 * at], turns[2 * at + 1]);
            turns[2 * at] = cos * by.cos() - sin * by.sin();
            turns[2 * at + 1] = sin * by.cos() + cos * by.sin();
            feeds.real(table, turns);
            loss(&feeds)
        };
        let mut steep = 0;
        for (at, own) in gradient.values().iter().enumerate() {
            let slope = (moved(at, 1e-5) - moved(at, -1e-5)) / 2e-5;
            assert!((own - slope).abs() < 1e-6, "{pairing} {at}: {own} {slope}");
            steep += usize::from(slope.abs() > 1e-4);
        }
        assert!(steep > 6, "{pairing}: only {steep} slopes that aren't flat");
    }
}

fn health(request: Value, steps: usize) -> (Health, Race) {
    let mut race = Race::new(&on_cpu(), plan(request)).expect("a race");
    for _ in 0..steps {
        block_on(race.step()).expect("a step");
    }
    (block_on(race.health()).expect("a look"), race)
}

#[test]
fn entropy_and_distance_keep_their_bounds() {
    let schemes = json!([{ "id": "none" }, { "id": "alibi" }, { "id": "rope" }]);
    let (health, _) = health(tiny("role", schemes), 2);
    assert_eq!((health.entropy.len(), health.distance.len()), (3, 3));
    for model in &health.entropy {
        assert_eq!(model.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
        for nats in model.iter().flatten() {
            assert!((0.0..=6_f64.ln() + 1e-6).contains(nats), "{nats}");
        }
    }
    let far = |model: usize| health.distance[model].iter().flatten().sum::<f64>();
    assert!(
        health
            .distance
            .iter()
            .flatten()
            .flatten()
            .all(|d| *d > 0.0 && *d < 5.0)
    );
    assert!(far(1) < far(0), "ALiBi keeps attention near");
}

#[test]
fn a_position_is_read_where_a_scheme_adds_it() {
    let schemes = json!([{ "id": "none" }, { "id": "sinusoidal" }, { "id": "rope" }]);
    let mut request = tiny("role", schemes);
    request["length"] = json!(12);
    request["model"]["d_model"] = json!(32);
    let (health, race) = health(request, 4);
    assert_eq!(health.readout[0].len(), 3, "the input and two blocks");
    for (model, readout) in health.readout.iter().enumerate() {
        for share in readout {
            match model {
                1 => assert!(*share > 0.9, "{readout:?}"),
                _ => assert!(share.abs() < 0.15, "{model}: {readout:?}"),
            }
        }
    }
    let doors = block_on(race.door_gradient()).expect("gradients");
    assert_eq!(doors[0], None, "no door is open");
    assert!(
        doors[1].unwrap() > 0.0 && doors[2].unwrap() > 0.0,
        "{doors:?}"
    );
}

#[test]
fn a_causal_mask_alone_tells_roughly_where_a_token_stands() {
    let mut request = tiny("previous", json!([{ "id": "none" }]));
    request["length"] = json!(12);
    request["steps"] = json!(80);
    request["batch"] = json!(32);
    request["model"]["d_model"] = json!(32);
    let (causal, _) = health(request.clone(), 80);
    request["model"]["causal"] = json!(false);
    let (both_ways, _) = health(request, 80);
    let most = |health: &Health| health.readout[0].iter().copied().fold(-1.0, f64::max);
    let (causal, both_ways) = (most(&causal), most(&both_ways));
    assert!(causal > 0.05 && both_ways < 0.02, "{causal} {both_ways}");
}
