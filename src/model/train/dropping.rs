//! Dropout in training: where it sits and how often it drops.

use super::network::Network;
use crate::engine::op::Dropout;
use crate::engine::{EngineError, TensorId};

/// Probabilities of dropping, 0 for none; tests drop nothing. Where they sit is Vaswani et al. 2017, section 5.4, and for
/// attention the authors' code.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dropping {
    /// On the sum of embedding and door 1.
    pub embedding: f64,
    /// On the attention weights.
    pub attention: f64,
    /// On what attention and feed-forward give, before it joins the residual stream.
    pub residual: f64,
}

impl Dropping {
    /// Whether anything is dropped.
    pub fn is_on(&self) -> bool {
        [self.embedding, self.attention, self.residual]
            .iter()
            .any(|rate| *rate > 0.0)
    }
}

impl Network<'_> {
    /// Drops numbers of `x` at this rate; nothing at a rate of 0.
    pub(super) fn drop_some(
        &mut self,
        name: String,
        x: TensorId,
        rate: f64,
    ) -> Result<TensorId, EngineError> {
        let Some(key) = self.dropout_key.filter(|_| rate > 0.0) else {
            return Ok(x);
        };
        let op = Dropout {
            models: self.size.models,
            site: self.dropouts,
            rate,
        };
        self.dropouts += 1;
        self.draft.push(name, op, &[x, key])
    }
}
