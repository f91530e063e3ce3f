//! `lab.train`: a race, with progress and an end by signal.

use super::answer::{numbers, object};
use super::ask::Answer;
use super::read::read;
use crate::chunk::chunk;
use crate::engine::Engine;
use crate::experiment::request::TrainRequest;
use crate::experiment::train::{Finished, Outcome, Progress, Scaled, ScoreOf, run};
use crate::language::Language;
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment, in browsers and in Node.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

chunk! { train:
    /// See [`race`].
    pub(super) fn train(
        engine: Engine,
        request: JsValue,
        on: JsValue,
        signal: JsValue,
    ) -> Answer {
        Box::pin(race(engine, request, on, signal))
    }
}

/// Trains, tests and reports: `Trained` of the contract, or `undefined` where `signal` (an `AbortSignal`, or nothing) ended
/// it. `on` (a function, or nothing) hears of progress.
///
/// # Errors
/// A request that isn't allowed, or a GPU that is gone.
async fn race(
    engine: Engine,
    request: JsValue,
    on: JsValue,
    signal: JsValue,
) -> Result<JsValue, JsError> {
    let schemes = field(&request, "schemes");
    let request: TrainRequest = read(request)?;
    let refused = |refusal: crate::refusal::Refusal| JsError::new(&refusal.sentence(Language::En));
    let plan = request.plan().map_err(refused)?;
    let on: Option<Function> = on.dyn_into().ok();
    let hear = |progress: &Progress| {
        if let Some(on) = &on {
            // A listener that throws is its author's to mend; the race goes on.
            let _threw = on.call1(&JsValue::NULL, &told(progress));
        }
    };
    let stop = || field(&signal, "aborted").is_truthy();
    let done = run(&engine, plan, hear, stop, now).await;
    let done = done.map_err(|trouble| JsError::new(&trouble.sentence(Language::En)))?;
    Ok(done.map_or(JsValue::UNDEFINED, |done| trained(&done, &schemes)))
}

/// A field of an object; `undefined` where there is none.
fn field(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn reals(values: &[f32]) -> JsValue {
    let values: Vec<f64> = values.iter().copied().map(f64::from).collect();
    numbers(&values)
}

fn told(progress: &Progress) -> JsValue {
    object([
        ("step", JsValue::from(progress.step as u32)),
        ("steps", JsValue::from(progress.steps as u32)),
        ("loss", reals(&progress.loss)),
        ("accuracy", reals(&progress.accuracy)),
        ("seconds", progress.seconds.into()),
    ])
}

/// `Trained`; each scheme is handed back as it was asked for.
fn trained(done: &Finished, schemes: &JsValue) -> JsValue {
    let asked: Array = schemes.clone().dyn_into().unwrap_or_default();
    let outcomes = done.outcomes.iter().zip(asked.iter());
    let outcomes: Array = outcomes.map(|(one, scheme)| outcome(one, scheme)).collect();
    object([
        ("schemes", outcomes.into()),
        ("seconds", done.seconds.into()),
        ("steps_per_second", done.steps_per_second.into()),
    ])
}

fn outcome(outcome: &Outcome, scheme: JsValue) -> JsValue {
    let by_layer = |layers: &[Vec<f64>]| layers.iter().map(|layer| numbers(layer)).collect();
    let [entropy, distance]: [Array; 2] =
        [&outcome.entropy, &outcome.distance].map(|l| by_layer(l));
    let steps: Vec<f64> = outcome.steps.iter().map(|step| *step as f64).collect();
    let metrics = object([
        ("steps", numbers(&steps)),
        ("accuracy", reals(&outcome.accuracy)),
        ("door_gradient", reals(&outcome.door_gradient)),
        ("entropy", entropy.into()),
        ("distance", distance.into()),
        ("readout", numbers(&outcome.readout)),
        (
            "position_parameters",
            JsValue::from(outcome.position_parameters as u32),
        ),
    ]);
    let scaled: Array = outcome.scaled.iter().map(scaled).collect();
    object([
        ("scheme", scheme),
        ("loss", reals(&outcome.loss)),
        ("accuracy_at", by_length(&outcome.scores, |s| s.accuracy)),
        ("perplexity_at", by_length(&outcome.scores, perplexity)),
        (
            "new_positions_at",
            by_length(&outcome.scores, |s| s.new_positions),
        ),
        ("scaled", scaled.into()),
        ("metrics", metrics),
    ])
}

/// Scores under one remedy; `null` where it means nothing to this encoding.
fn scaled(scaled: &Scaled) -> JsValue {
    if scaled.scores.is_empty() {
        return JsValue::NULL;
    }
    let factor = scaled.remedy.factor();
    let scaling = object(
        [("kind", scaled.remedy.kind().into())]
            .into_iter()
            .chain(factor.map(|factor| ("factor", factor.into()))),
    );
    object([
        ("scaling", scaling),
        ("accuracy_at", by_length(&scaled.scores, |s| s.accuracy)),
        ("perplexity_at", by_length(&scaled.scores, perplexity)),
        (
            "new_positions_at",
            by_length(&scaled.scores, |s| s.new_positions),
        ),
    ])
}

/// e to the cross-entropy.
fn perplexity(score: &ScoreOf) -> Option<f64> {
    score.loss.map(libm::exp)
}

/// `{ "16": 0.99, "32": null }`.
fn by_length(scores: &[ScoreOf], value: impl Fn(&ScoreOf) -> Option<f64>) -> JsValue {
    let value = |score| value(score).map_or(JsValue::NULL, JsValue::from);
    object(
        scores
            .iter()
            .map(|score| (score.length.to_string(), value(score))),
    )
}
