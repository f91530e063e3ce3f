//! A test of trained models as a program: forward, loss, right answers; nothing is learned.

use super::Size;
use super::doors::DoorNumbers;
use super::dropping::Dropping;
use super::network::{Network, Weights};
use crate::engine::op::{CrossEntropy, Hits};
use crate::engine::{EngineError, Feeds, Program, TensorId};
use crate::model::config::Config;
use std::rc::Rc;

/// A test of several models, ready for a [`Session`](crate::engine::Session).
#[derive(Clone, Debug)]
pub struct Examiner {
    /// The program.
    pub program: Rc<Program>,
    /// What it is fed at first.
    pub feeds: Feeds<f32>,
    /// Tokens, \[G * B * n\], whole.
    pub ids: TensorId,
    /// Answers, \[G * B * n\], whole; [`u32::MAX`] where nothing is asked.
    pub targets: TensorId,
    /// Answers at positions that training never met, \[G * B * n\], whole.
    pub new_targets: TensorId,
    /// Cross-entropy, \[G\], in nats.
    pub loss: TensorId,
    /// Share of right answers, \[G\].
    pub hits: TensorId,
    /// Share of right answers at new positions, \[G\].
    pub new_hits: TensorId,
    /// Scores of every answer, \[G * B * n, V\].
    pub logits: TensorId,
    /// Attention maps, \[G * B * heads, n, n\] a layer.
    pub maps: Vec<TensorId>,
    /// What goes into the first block and what each block gives, \[G * B * n, d_model\].
    pub outputs: Vec<TensorId>,
}

/// Builds a test of models with these weights.
///
/// # Errors
/// [`EngineError::Shape`] where doors or weights are of other sizes.
pub fn examiner(
    config: &Config,
    size: &Size,
    doors: &DoorNumbers,
    weights: &Weights,
) -> Result<Examiner, EngineError> {
    let (network, logits) =
        Network::build(config, size, doors, Some(weights), Dropping::default())?;
    let Network {
        mut draft,
        maps,
        outputs,
        ..
    } = network;
    let (rows, models) = (size.rows(), size.models);
    let nothing_asked = vec![u32::MAX; rows];
    let targets = draft.whole("targets", [rows], nothing_asked.clone());
    let new_targets = draft.whole("targets.new", [rows], nothing_asked);
    let loss = draft.push("loss", CrossEntropy { models }, &[logits, targets])?;
    let hits = draft.push("hits", Hits { models }, &[logits, targets])?;
    let new_hits = draft.push("hits.new", Hits { models }, &[logits, new_targets])?;
    let Some(ids) = draft.program.find("ids") else {
        unreachable!("the network declares its ids");
    };
    Ok(Examiner {
        program: Rc::new(draft.program),
        feeds: draft.feeds,
        ids,
        targets,
        new_targets,
        loss,
        hits,
        new_hits,
        logits,
        maps,
        outputs,
    })
}
