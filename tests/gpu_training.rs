//! A race on the GPU follows the same race on the CPU, and itself bit for bit.

mod common;

use common::gpu::{cpu, on_gpu};
use pollster::block_on;
use poslab::engine::Engine;
use poslab::experiment::request::TrainRequest;
use poslab::experiment::train::{Race, Remedy, Score};
use serde_json::{Value, json};

/// The encodings that everybody knows.
fn usual() -> Value {
    json!({ "schemes": [
        { "id": "learned", "max_len": 16 }, { "id": "t5" }, { "id": "shaw" },
        { "id": "rope" }, { "id": "alibi", "direction": "split" },
    ] })
}

/// What is learned by pair, by head or by count, and everything dropped now and then.
fn unusual() -> Value {
    json!({
        "schemes": [
            { "id": "kerple" }, { "id": "fire" }, { "id": "swin_2d" }, { "id": "transformer_xl" },
            { "id": "deberta" }, { "id": "cope" }, { "id": "xpos" }, { "id": "distance_decay" },
        ],
        "dropout_embedding": 0.1, "dropout_attention": 0.1, "dropout_residual": 0.1,
    })
}

/// Losses of the first steps, and a test after them.
fn race(engine: &Engine, own: Value) -> (Vec<Vec<f32>>, Score) {
    let mut request = json!({
        "task": "role", "length": 8, "steps": 40, "batch": 8, "warm_up": 10,
        "model": { "d_model": 16, "heads": 2, "layers": 2, "d_ff": 24 },
    });
    if let (Value::Object(request), Value::Object(own)) = (&mut request, own) {
        request.extend(own);
    }
    let request: TrainRequest = serde_json::from_value(request).expect("a request");
    let plan = request.plan().expect("an allowed request");
    let mut race = Race::new(engine, plan).expect("a race");
    let mut losses = Vec::new();
    for _ in 0..20 {
        block_on(race.step()).expect("a step");
        losses.push(block_on(race.loss()).expect("a loss"));
    }
    let scores = block_on(race.evaluate(&[12], &Remedy::Nothing)).expect("a score");
    (losses, scores.into_iter().next().expect("one length"))
}

fn follows(own: fn() -> Value) {
    let (on_cpu, cpu_score) = race(&cpu(), own());
    let (on_gpu_once, gpu_score) = on_gpu(move |engine| race(engine, own()));
    let (on_gpu_again, _) = on_gpu(move |engine| race(engine, own()));
    assert_eq!(on_gpu_once, on_gpu_again);
    for (step, (cpu, gpu)) in on_cpu.iter().zip(&on_gpu_once).enumerate() {
        for (cpu, gpu) in cpu.iter().zip(gpu) {
            let off = (cpu - gpu).abs();
            assert!(
                off < 1e-3,
                "step {step}: {cpu} on the CPU, {gpu} on the GPU"
            );
        }
    }
    assert!(on_cpu[0] != on_cpu[19], "nothing was learned");
    for (cpu, gpu) in cpu_score.accuracy.iter().zip(&gpu_score.accuracy) {
        let off = cpu.expect("a score") - gpu.expect("a score");
        assert!(off.abs() < 0.02, "{cpu_score:?}, {gpu_score:?}");
    }
}

#[test]
fn a_race_on_the_gpu_follows_the_cpu_and_itself_bit_for_bit() {
    follows(usual);
}

#[test]
fn so_does_one_of_everything_that_is_learned_and_dropped() {
    follows(unusual);
}
