//! A program in the making, together with what it is fed.

use crate::engine::op::{Op, Operation};
use crate::engine::{Element, EngineError, Feeds, Program, Shape, TensorId};

/// A program and its feeds, filled side by side.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub program: Program,
    pub feeds: Feeds<f32>,
    /// What is fed because it belongs to the model, not to the sentence.
    pub weights: Vec<TensorId>,
}

impl Draft {
    /// Declares and feeds real numbers; a name that is there already keeps what it was fed.
    pub fn real(&mut self, name: &str, shape: impl Into<Shape>, values: Vec<f32>) -> TensorId {
        self.program.find(name).unwrap_or_else(|| {
            let id = self.program.feed(name, shape, Element::Real);
            self.feeds.real(id, values);
            id
        })
    }

    /// Declares and feeds a weight, or a constant in a weight's place.
    pub fn weight(&mut self, name: &str, shape: impl Into<Shape>, values: Vec<f32>) -> TensorId {
        let id = self.real(name, shape, values);
        if !self.weights.contains(&id) {
            self.weights.push(id);
        }
        id
    }

    /// Declares and feeds whole numbers; a name that is there already keeps what it was fed.
    pub fn whole(&mut self, name: &str, shape: impl Into<Shape>, values: Vec<u32>) -> TensorId {
        self.program.find(name).unwrap_or_else(|| {
            let id = self.program.feed(name, shape, Element::Whole);
            self.feeds.whole(id, values);
            id
        })
    }

    /// Declares and feeds positions, negative ones in two's complement.
    pub fn positions(&mut self, name: &str, positions: &[i32]) -> TensorId {
        let values = positions.iter().map(|p| p.cast_unsigned()).collect();
        self.whole(name, [positions.len()], values)
    }

    /// Appends a step.
    pub fn push<O: Operation + Into<Op>>(
        &mut self,
        name: impl Into<String>,
        op: O,
        inputs: &[TensorId],
    ) -> Result<TensorId, EngineError> {
        self.program.push(name, op, inputs)
    }
}
