//! Training on request: read and checked, before anything is built.

mod part;

use super::check;
use super::scalar::Scalar;
use super::scheme::SchemeRequest;
use crate::experiment::train::{
    Back, LONGEST_TEST, MOST_BATCH, MOST_MODELS, MOST_STEPS, Plan, Remedy, Schedule, Task, task,
};
use crate::language::Said;
use crate::model::Config;
use crate::model::train::{Dropping, Entrant};
use crate::refusal::Refusal;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Asks for a race: several encodings learn one task side by side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainRequest {
    /// The task's id: "role".
    pub task: String,
    /// k of "back_k"; 4 where it isn't given.
    pub k: Option<Scalar>,
    /// One for each model.
    pub schemes: Vec<SchemeRequest>,
    /// Sizes and choices of the model: `d_model` 32, `heads` 4, `layers` 2, `d_ff` 2 d_model, `causal` as the task has it,
    /// `scale_embedding`, `embedding_std`.
    #[serde(default)]
    pub model: BTreeMap<String, Scalar>,
    /// Tokens of a sequence.
    pub length: Scalar,
    /// Optimiser steps.
    pub steps: Scalar,
    /// Sequences a step; 32 where it isn't given.
    pub batch: Option<Scalar>,
    /// Highest learning rate; 0.004 where it isn't given.
    pub learning_rate: Option<f64>,
    /// Seed of weights and data.
    pub seed: Option<Scalar>,
    /// Lengths at which the trained models are tested; the trained one where they aren't given.
    pub evaluate_at: Option<Vec<Scalar>>,
    /// Remedies under which they are tested besides: `{ kind: "yarn", factor: 4 }`.
    #[serde(default)]
    pub evaluate_scaling: Vec<BTreeMap<String, Scalar>>,
    /// Largest first position of a training sequence; each step draws one. 0 where it isn't given.
    pub random_start: Option<Scalar>,
    /// What positions are held in: "f32" where it isn't given, "f16", "bf16".
    pub precision: Option<Scalar>,
    /// Steps until the learning rate is at its highest; 50, or half of the steps where there are few.
    pub warm_up: Option<Scalar>,
    /// Largest norm of a model's gradient; 1 where it isn't given, 0 for no limit.
    pub clip: Option<f64>,
    /// What the learning rate of what encodings learn is multiplied by; 1.
    pub position_lr: Option<Scalar>,
    /// How many times larger a bias is than the number that its table holds; 8.
    pub bias_scale: Option<Scalar>,
    /// Probability of dropping numbers of the embedding with its position; 0.
    pub dropout_embedding: Option<Scalar>,
    /// Probability of dropping attention weights; 0.
    pub dropout_attention: Option<Scalar>,
    /// Probability of dropping numbers that join the residual stream; 0.
    pub dropout_residual: Option<Scalar>,
}

/// Sequences a step where a request doesn't say.
const BATCH: usize = 32;
/// Highest learning rate where a request doesn't say.
const LEARNING_RATE: f64 = 4e-3;

impl TrainRequest {
    /// Asks for what has no default; everything else has it.
    pub fn new(
        task: impl Into<String>,
        schemes: Vec<SchemeRequest>,
        length: Scalar,
        steps: Scalar,
    ) -> Self {
        Self {
            task: task.into(),
            k: None,
            schemes,
            model: BTreeMap::new(),
            length,
            steps,
            batch: None,
            learning_rate: None,
            seed: None,
            evaluate_at: None,
            evaluate_scaling: Vec::new(),
            random_start: None,
            precision: None,
            warm_up: None,
            clip: None,
            position_lr: None,
            bias_scale: None,
            dropout_embedding: None,
            dropout_attention: None,
            dropout_residual: None,
        }
    }

    /// Checks everything.
    ///
    /// # Errors
    /// A [`Refusal`] that names the property, what was given and what is allowed.
    pub fn plan(&self) -> Result<Plan, Refusal> {
        let task = self.task()?;
        let config = self.config(task)?;
        let [least, most] = task.lengths();
        let length = check::within("length", &self.length, least, most.min(LONGEST_TEST))?;
        let steps = check::within("steps", &self.steps, 1, MOST_STEPS)?;
        let batch = check::count("batch", self.batch.as_ref(), BATCH, MOST_BATCH)?;
        let plan = Plan {
            entrants: self.entrants(config.causal)?,
            length,
            steps,
            batch,
            schedule: self.schedule(steps)?,
            random_start: match &self.random_start {
                Some(given) => check::within("random_start", given, 0, LONGEST_TEST)?,
                None => 0,
            },
            precision: check::choice("precision", self.precision.as_ref())?,
            position_rate: check::real("position_lr", self.position_lr.as_ref())?,
            bias_scale: check::real("bias_scale", self.bias_scale.as_ref())?,
            dropping: Dropping {
                embedding: check::real("dropout_embedding", self.dropout_embedding.as_ref())?,
                attention: check::real("dropout_attention", self.dropout_attention.as_ref())?,
                residual: check::real("dropout_residual", self.dropout_residual.as_ref())?,
            },
            evaluate_at: self.evaluate_at(length, [least, most])?,
            remedies: self.remedies()?,
            config,
            task,
        };
        plan.check()?;
        Ok(plan)
    }

    fn task(&self) -> Result<&'static dyn Task, Refusal> {
        let known = task(&self.task)?;
        match &self.k {
            None => Ok(known),
            Some(k) if known.id() == "back_k" => {
                Ok(Back::of(check::within("k", k, 1, Back::LARGEST)?))
            }
            Some(k) => {
                let allowed = Said::new("只有 back_k 用得上它", "only back_k takes it");
                Err(Refusal::new("k", k.text(), allowed))
            }
        }
    }

    fn entrants(&self, causal: bool) -> Result<Vec<Entrant>, Refusal> {
        let count = self.schemes.len();
        if !(1..=MOST_MODELS).contains(&count) {
            let allowed = Said::new(
                format!("要有 1 到 {MOST_MODELS} 种编码"),
                format!("1 to {MOST_MODELS} schemes are allowed"),
            );
            return Err(Refusal::new("schemes", format!("{count} schemes"), allowed));
        }
        self.schemes
            .iter()
            .map(|s| part::entrant(s, causal))
            .collect()
    }

    fn config(&self, task: &dyn Task) -> Result<Config, Refusal> {
        let mut config = Config {
            d_model: self.size("d_model")?,
            heads: self.size("heads")?,
            layers: LAYERS,
            causal: task.causal(),
            seed: check::whole("seed", self.seed.as_ref())? as u64,
            ..Config::default()
        };
        config.d_ff = D_FF_PER_D * config.d_model;
        for (name, given) in &self.model {
            part::set(&mut config, name, given)?;
        }
        config.check()?;
        Ok(config)
    }

    fn size(&self, name: &str) -> Result<usize, Refusal> {
        check::whole(name, self.model.get(name))
    }

    fn schedule(&self, steps: usize) -> Result<Schedule, Refusal> {
        let usual = WARM_UP.min(steps / 2);
        let warm_up = match &self.warm_up {
            Some(given) => check::within("warm_up", given, 0, steps)?,
            None => usual,
        };
        let highest = self.learning_rate.unwrap_or(LEARNING_RATE);
        if !(highest > 0.0 && highest <= 1.0) {
            let allowed = Said::new(
                "要填大于 0、不超过 1 的数",
                "a number above 0 and up to 1 is allowed",
            );
            return Err(Refusal::new("learning_rate", highest, allowed));
        }
        let clip = self.clip.unwrap_or(1.0);
        if !(0.0..=1e6).contains(&clip) {
            let allowed = Said::new(
                "要填 0（不裁剪）到 1000000 之间的数",
                "a number from 0 (no limit) to 1000000 is allowed",
            );
            return Err(Refusal::new("clip", clip, allowed));
        }
        Ok(Schedule {
            highest,
            warm_up,
            steps,
            clip,
        })
    }

    fn evaluate_at(&self, length: usize, [least, most]: [usize; 2]) -> Result<Vec<usize>, Refusal> {
        let Some(lengths) = &self.evaluate_at else {
            return Ok(vec![length]);
        };
        let most = most.min(LONGEST_TEST);
        let read = lengths.iter().enumerate();
        read.map(|(at, given)| check::within(&format!("evaluate_at[{at}]"), given, least, most))
            .collect()
    }

    fn remedies(&self) -> Result<Vec<Remedy>, Refusal> {
        let read = self.evaluate_scaling.iter().enumerate();
        read.map(|(at, given)| part::remedy(&format!("evaluate_scaling[{at}]"), given))
            .collect()
    }
}

/// Blocks where a request doesn't say.
const LAYERS: usize = 2;
/// Width of the feed-forward middle over d_model, where a request doesn't say.
const D_FF_PER_D: usize = 2;
/// Steps of warm-up where a request doesn't say.
const WARM_UP: usize = 50;
