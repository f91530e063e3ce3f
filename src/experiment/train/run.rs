//! A whole race on request: train, test, report.

use super::exam::Score;
use super::health::Health;
use super::plan::Plan;
use super::race::{Point, Race};
use super::remedy::Remedy;
use crate::engine::Engine;
use crate::experiment::Trouble;
use crate::model::train::Entrant;

/// How far a race is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Steps taken.
    pub step: usize,
    /// Steps asked for.
    pub steps: usize,
    /// Cross-entropy of each model on the last batch, in nats.
    pub loss: Vec<f32>,
    /// Share of right answers of each model on the last batch.
    pub accuracy: Vec<f32>,
    /// Since the start.
    pub seconds: f64,
}

/// A race that was run to its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// One for each encoding.
    pub outcomes: Vec<Outcome>,
    /// From the first step to the last.
    pub seconds: f64,
    /// Optimiser steps a second, all models together.
    pub steps_per_second: f64,
}

/// What became of one encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The steps after which the curves were read.
    pub steps: Vec<usize>,
    /// Cross-entropy at those steps, in nats.
    pub loss: Vec<f32>,
    /// Share of right answers at those steps, on data never seen before.
    pub accuracy: Vec<f32>,
    /// Norm of the gradient that reaches the doors at those steps; empty where none is open: see [`Race::door_gradient`].
    pub door_gradient: Vec<f32>,
    /// Scores by test length.
    pub scores: Vec<ScoreOf>,
    /// The same under each remedy that was asked for.
    pub scaled: Vec<Scaled>,
    /// Numbers of position that were learned; 0 where the encoding is computed.
    pub position_parameters: usize,
    /// Mean entropy of attention, by layer and head, in nats.
    pub entropy: Vec<Vec<f64>>,
    /// Mean distance that attention reaches, by layer and head, in tokens.
    pub distance: Vec<Vec<f64>>,
    /// R^2 of the position read from what goes into the first block and from what each block gives; empty for a wide model:
    /// see [`Health`].
    pub readout: Vec<f64>,
}

/// One model's score at one length: see [`Score`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreOf {
    /// Tokens of a test sequence.
    pub length: usize,
    /// Share of right answers.
    pub accuracy: Option<f64>,
    /// Share of right answers at positions that training never met.
    pub new_positions: Option<f64>,
    /// Cross-entropy in nats; e to it is the perplexity.
    pub loss: Option<f64>,
}

/// Scores under a remedy.
#[derive(Clone, Debug, PartialEq)]
pub struct Scaled {
    /// The remedy.
    pub remedy: Remedy,
    /// By test length; empty where it means nothing to this encoding.
    pub scores: Vec<ScoreOf>,
}

/// How many times a race is read over its steps.
const READINGS: usize = 100;

/// Runs a race to its end. `on` hears of progress, `stop` is asked after each step, `now` is a clock in milliseconds.
/// None where it was stopped.
///
/// # Errors
/// [`Trouble::Refused`] where encodings don't fit each other, [`Trouble::Engine`] where the engine failed.
pub async fn run(
    engine: &Engine,
    plan: Plan,
    mut on: impl FnMut(&Progress),
    stop: impl Fn() -> bool,
    now: impl Fn() -> f64,
) -> Result<Option<Finished>, Trouble> {
    let mut race = Race::new(engine, plan)?;
    let steps = race.plan().steps;
    let every = steps.div_ceil(READINGS);
    let start = now();
    while !race.is_over() {
        if stop() {
            return Ok(None);
        }
        race.step().await?;
        if race.taken() % every == 0 || race.is_over() {
            let point = race.note().await?;
            on(&Progress {
                step: point.step,
                steps,
                loss: point.loss.clone(),
                accuracy: point.accuracy.clone(),
                seconds: (now() - start) / 1e3,
            });
        }
    }
    let seconds = (now() - start) / 1e3;
    let tested = tests(&race, &stop).await?;
    let Some((plain, remedied)) = tested else {
        return Ok(None);
    };
    let Health {
        mut entropy,
        mut distance,
        mut readout,
    } = race.health().await?;
    let entrants = race.plan().entrants.iter().enumerate();
    let outcomes = entrants.map(|(model, entrant)| {
        let mut outcome = outcome(&race, entrant, model, &plain);
        outcome.entropy = std::mem::take(&mut entropy[model]);
        outcome.distance = std::mem::take(&mut distance[model]);
        outcome.readout = std::mem::take(&mut readout[model]);
        let scaled = remedied.iter().map(|(remedy, scores)| Scaled {
            remedy: remedy.clone(),
            scores: match remedy.applies(entrant) {
                true => of_model(scores, model),
                false => Vec::new(),
            },
        });
        outcome.scaled = scaled.collect();
        outcome
    });
    Ok(Some(Finished {
        outcomes: outcomes.collect(),
        seconds,
        steps_per_second: steps as f64 / seconds.max(1e-9),
    }))
}

/// Scores without a remedy, and with each that was asked for.
type Tested = (Vec<Score>, Vec<(Remedy, Vec<Score>)>);

async fn tests(race: &Race, stop: impl Fn() -> bool) -> Result<Option<Tested>, Trouble> {
    let plan = race.plan();
    let plain = race.evaluate(&plan.evaluate_at, &Remedy::Nothing).await?;
    let mut remedied = Vec::with_capacity(plan.remedies.len());
    for remedy in &plan.remedies {
        if stop() {
            return Ok(None);
        }
        remedied.push((
            remedy.clone(),
            race.evaluate(&plan.evaluate_at, remedy).await?,
        ));
    }
    Ok(Some((plain, remedied)))
}

fn outcome(race: &Race, entrant: &Entrant, model: usize, plain: &[Score]) -> Outcome {
    let of = |numbers: &dyn Fn(&Point) -> f32| race.curve().iter().map(numbers).collect();
    Outcome {
        steps: race.curve().iter().map(|point| point.step).collect(),
        loss: of(&|point| point.loss[model]),
        accuracy: of(&|point| point.accuracy[model]),
        door_gradient: race
            .curve()
            .iter()
            .filter_map(|p| p.door_gradient[model])
            .collect(),
        scores: of_model(plain, model),
        scaled: Vec::new(),
        position_parameters: position_parameters(race.plan(), entrant),
        entropy: Vec::new(),
        distance: Vec::new(),
        readout: Vec::new(),
    }
}

fn of_model(scores: &[Score], model: usize) -> Vec<ScoreOf> {
    let one = |score: &Score| ScoreOf {
        length: score.length,
        accuracy: score.accuracy[model],
        new_positions: score.new_positions[model],
        loss: score.loss[model],
    };
    scores.iter().map(one).collect()
}

fn position_parameters(plan: &Plan, entrant: &Entrant) -> usize {
    let learned = entrant.learned(&plan.config);
    learned.iter().map(|own| own.numbers(&plan.config)).sum()
}
