//! One optimiser step as a program: forward, loss, gradients, Adam. What it makes of weights and moments feeds its next step.

use super::Size;
use super::doors::DoorNumbers;
use super::dropping::Dropping;
use super::network::Network;
use crate::encoding::Door;
use crate::engine::op::{AdamMean, AdamSquare, AdamStep, Add, CrossEntropy, Hits, SquareSum};
use crate::engine::{EngineError, Feeds, Program, TensorId, backward};
use crate::model::config::Config;
use crate::model::draft::Draft;
use std::rc::Rc;

/// Adam's constants (Kingma and Ba 2015, algorithm 1; PyTorch's defaults).
const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// The numbers that the schedule of step `step`, counted from 0, feeds: the learning rate and Adam's bias corrections.
pub fn schedule(rate: f64, step: usize) -> [f32; 3] {
    let t = (step + 1) as f64;
    let correction = |beta: f64| (1.0 - libm::pow(beta, t)) as f32;
    [rate as f32, correction(BETA1), correction(BETA2)]
}

/// A training step of several models, ready for a [`Session`](crate::engine::Session).
#[derive(Clone, Debug)]
pub struct Trainer {
    /// The program.
    pub program: Rc<Program>,
    /// What it is fed at first.
    pub feeds: Feeds<f32>,
    /// What it makes, and what that becomes: weights and Adam's moments.
    pub carry: Vec<(TensorId, TensorId)>,
    /// Tokens, \[G * B * n\], whole.
    pub ids: TensorId,
    /// Answers, \[G * B * n\], whole; [`u32::MAX`] where nothing is asked.
    pub targets: TensorId,
    /// See [`schedule`].
    pub schedule: TensorId,
    /// The key of what is dropped, \[1\] whole, where anything is; another at each step.
    pub dropout_key: Option<TensorId>,
    /// Cross-entropy, \[G\], in nats.
    pub loss: TensorId,
    /// Share of right answers, \[G\].
    pub hits: TensorId,
    /// Squared norm of the gradient of all weights, \[G\], before clipping.
    pub squares: TensorId,
    /// Squared norm of the gradient that reaches each open door, \[G\]: also at a model that leaves it shut. Rotation passes none.
    pub door_squares: Vec<(Door, TensorId)>,
    /// Weights and tables by name.
    pub weights: Vec<(String, TensorId)>,
}

/// How gradients become steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Optimiser {
    /// Largest norm of a model's gradient (Pascanu et al. 2013, section 3.2); none: no limit.
    pub clip: Option<f64>,
    /// What the learning rate of the tables of positions is multiplied by.
    pub table_rate: f64,
    /// What is dropped.
    pub dropping: Dropping,
}

/// Builds a training step.
///
/// # Errors
/// [`EngineError::Shape`] where doors were opened for other sizes.
pub fn trainer(
    config: &Config,
    size: &Size,
    doors: &DoorNumbers,
    optimiser: Optimiser,
) -> Result<Trainer, EngineError> {
    let (network, logits) = Network::build(config, size, doors, None, optimiser.dropping)?;
    let open_doors = network.open_doors();
    let Network {
        mut draft,
        weights,
        dropout_key,
        ..
    } = network;
    let (rows, models) = (size.rows(), size.models);
    let targets = draft.whole("targets", [rows], vec![u32::MAX; rows]);
    let loss = draft.push("loss", CrossEntropy { models }, &[logits, targets])?;
    let hits = draft.push("hits", Hits { models }, &[logits, targets])?;
    let ones = draft.real("ones", [models], vec![1.0; models]);
    let ids: Vec<_> = weights.iter().map(|(_, id)| *id).collect();
    let door_ids: Vec<_> = open_doors.iter().map(|(_, id)| *id).collect();
    let of = [ids.as_slice(), &door_ids].concat();
    let gradients = backward(&mut draft.program, &[(loss, ones)], &of)?;
    let (of_weights, of_doors) = gradients.split_at(ids.len());
    let squares = squares(&mut draft, "squares", of_weights)?;
    let mut door_squares = Vec::with_capacity(open_doors.len());
    for (i, ((door, _), gradient)) in open_doors.iter().zip(of_doors).enumerate() {
        let own = draft.push(format!("door.squares.{i}"), SquareSum, &[*gradient])?;
        door_squares.push((*door, own));
    }
    let schedule = draft.real("schedule", [3], vec![0.0, 1.0, 1.0]);
    let mut carry = Vec::new();
    for ((name, weight), gradient) in weights.iter().zip(of_weights) {
        let adam = Adam {
            clip: optimiser.clip,
            factor: if name.starts_with("table.") {
                optimiser.table_rate
            } else {
                1.0
            },
            squares,
            schedule,
        };
        adam.step(&mut draft, &mut carry, name, *weight, *gradient)?;
    }
    let Some(ids) = draft.program.find("ids") else {
        unreachable!("the network declares its ids");
    };
    Ok(Trainer {
        program: Rc::new(draft.program),
        feeds: draft.feeds,
        carry,
        ids,
        targets,
        schedule,
        dropout_key,
        loss,
        hits,
        squares,
        door_squares,
        weights,
    })
}

/// The sum of squares of all these gradients, by model.
fn squares(draft: &mut Draft, name: &str, gradients: &[TensorId]) -> Result<TensorId, EngineError> {
    let mut total: Option<TensorId> = None;
    for (i, gradient) in gradients.iter().enumerate() {
        let own = draft.push(format!("{name}.own.{i}"), SquareSum, &[*gradient])?;
        total = Some(match total {
            None => own,
            Some(total) => draft.push(format!("{name}.to.{i}"), Add, &[total, own])?,
        });
    }
    match total {
        Some(total) => Ok(total),
        None => unreachable!("a model has weights"),
    }
}

/// What the step of one weight needs besides its gradient.
struct Adam {
    clip: Option<f64>,
    factor: f64,
    squares: TensorId,
    schedule: TensorId,
}

impl Adam {
    /// Appends the step of one weight and carries what it makes.
    fn step(
        &self,
        draft: &mut Draft,
        carry: &mut Vec<(TensorId, TensorId)>,
        name: &str,
        weight: TensorId,
        gradient: TensorId,
    ) -> Result<(), EngineError> {
        let shape = draft.program.info(weight).shape.clone();
        let zeros = vec![0.0; shape.len()];
        let mean = draft.real(&format!("mean.{name}"), shape.clone(), zeros.clone());
        let square = draft.real(&format!("square.{name}"), shape, zeros);
        let mean_op = AdamMean {
            beta1: BETA1,
            max_norm: self.clip,
        };
        let square_op = AdamSquare {
            beta2: BETA2,
            max_norm: self.clip,
        };
        let step_op = AdamStep {
            epsilon: EPSILON,
            factor: self.factor,
        };
        let squares = self.squares;
        let next_mean = draft.push(
            format!("mean.{name}.next"),
            mean_op,
            &[mean, gradient, squares],
        )?;
        let next_square = draft.push(
            format!("square.{name}.next"),
            square_op,
            &[square, gradient, squares],
        )?;
        let next = draft.push(
            format!("{name}.next"),
            step_op,
            &[weight, next_mean, next_square, self.schedule],
        )?;
        carry.extend([(next, weight), (next_mean, mean), (next_square, square)]);
        Ok(())
    }
}
