//! The reverse pass: appends to a program the operations that compute gradients.
//!
//! Each operation knows its own gradient as operations ([`Operation::gradient`](super::op::Operation::gradient)); the
//! pass walks the steps backwards, hands every operation the gradient of what it made, and adds up what reaches a tensor
//! on several ways. It yields ordinary steps, so a gradient runs on both executors and its order of addition is fixed.
//! (Reverse accumulation: Linnainmaa 1970; Baydin et al. 2018, "Automatic differentiation in machine learning", section 3.2.)

use super::error::EngineError;
use super::op::{Add, Op, Operation};
use super::program::Program;
use super::tensor::{Shape, TensorId};

/// Appends the gradients of the tensors `of` and returns them in that order.
///
/// A seed is a tensor with the gradient that it is given: for a loss, a tensor of ones. Only steps between `of` and a
/// seed are walked. The gradient of `x` is called `d.x`, unless it is the very gradient of another tensor (as for the
/// operands of a plain sum); its parts, where there are several, are `d.x.1`, `d.x.2` and so on.
///
/// # Errors
/// [`EngineError::NoGradient`] where an operation on the way has no gradient towards an operand that needs one,
/// [`EngineError::Unreached`] where no seed depends on a tensor of `of`.
pub fn backward(
    program: &mut Program,
    seeds: &[(TensorId, TensorId)],
    of: &[TensorId],
) -> Result<Vec<TensorId>, EngineError> {
    let forward = program.steps().to_vec();
    let mut tape = Tape::new(program, of);
    for (tensor, gradient) in seeds {
        tape.parts[tensor.index()].push(*gradient);
    }
    for step in forward.iter().rev() {
        if !tape.needs(step.output) {
            continue;
        }
        let Some(dy) = tape.total(step.output)? else {
            continue;
        };
        let gradients = step.op.gradient(&mut tape, &step.inputs, step.output, dy)?;
        let gradients = gradients.into_iter().chain(std::iter::repeat(None));
        for (input, gradient) in step.inputs.iter().zip(gradients) {
            if tape.needs(*input) {
                let part = gradient.ok_or_else(|| tape.no_gradient(&step.op, *input))?;
                tape.parts[input.index()].push(part);
            }
        }
    }
    let total = |id: &TensorId| {
        let total = tape.total(*id)?;
        total.ok_or_else(|| EngineError::Unreached(tape.name(*id).to_owned()))
    };
    of.iter().map(total).collect()
}

/// What an operation writes its gradient on: the program, and what the pass knows.
#[derive(Debug)]
pub struct Tape<'a> {
    program: &'a mut Program,
    /// By tensor of the forward program: whether a wanted gradient lies at it or before it.
    needed: Vec<bool>,
    /// By tensor of the forward program: what reached it so far.
    parts: Vec<Vec<TensorId>>,
}

impl<'a> Tape<'a> {
    fn new(program: &'a mut Program, of: &[TensorId]) -> Self {
        let mut needed = vec![false; program.tensors().len()];
        for id in of {
            needed[id.index()] = true;
        }
        for step in program.steps() {
            let leads_there = step.inputs.iter().any(|id| needed[id.index()]);
            needed[step.output.index()] |= leads_there;
        }
        let parts = vec![Vec::new(); needed.len()];
        Self {
            program,
            needed,
            parts,
        }
    }

    /// Whether an operand's gradient is needed; an operation may leave out (`None`) any other.
    pub fn needs(&self, id: TensorId) -> bool {
        self.needed.get(id.index()) == Some(&true)
    }

    /// A tensor's shape.
    pub fn shape(&self, id: TensorId) -> &Shape {
        &self.program.info(id).shape
    }

    /// Appends a step that makes the gradient of the operand `of`, if that is needed.
    ///
    /// # Errors
    /// [`EngineError::Shape`] where the operands don't fit.
    pub fn push_needed(
        &mut self,
        of: TensorId,
        op: impl Operation + Into<Op>,
        inputs: &[TensorId],
    ) -> Result<Option<TensorId>, EngineError> {
        if self.needs(of) {
            self.push(of, op, inputs).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Appends a step on the way to the gradient of `of`, called `d.<of>.<what>`.
    ///
    /// # Errors
    /// [`EngineError::Shape`] where the operands don't fit.
    pub fn push_between(
        &mut self,
        of: TensorId,
        what: &str,
        op: impl Operation + Into<Op>,
        inputs: &[TensorId],
    ) -> Result<TensorId, EngineError> {
        let name = format!("{}.{what}", gradient_name(self.name(of)));
        self.push_free(name, op, inputs)
    }

    /// Appends a step that makes the gradient of `of` or a part of it, called `d.<of>` or, where that is taken, `d.<of>.1`
    /// and so on.
    ///
    /// # Errors
    /// [`EngineError::Shape`] where the operands don't fit.
    pub fn push(
        &mut self,
        of: TensorId,
        op: impl Operation + Into<Op>,
        inputs: &[TensorId],
    ) -> Result<TensorId, EngineError> {
        let name = gradient_name(self.name(of));
        self.push_free(name, op, inputs)
    }

    fn push_free(
        &mut self,
        name: String,
        op: impl Operation + Into<Op>,
        inputs: &[TensorId],
    ) -> Result<TensorId, EngineError> {
        let name = if self.program.find(&name).is_none() {
            name
        } else {
            self.numbered(&name)
        };
        self.program.push(name, op, inputs)
    }

    fn name(&self, id: TensorId) -> &str {
        &self.program.info(id).name
    }

    fn numbered(&self, name: &str) -> String {
        let numbered = (1..).map(|number| format!("{name}.{number}"));
        let mut free = numbered.filter(|name| self.program.find(name).is_none());
        free.next().unwrap_or_default()
    }

    /// The whole gradient of a tensor; none where no seed depends on it.
    fn total(&mut self, id: TensorId) -> Result<Option<TensorId>, EngineError> {
        let parts = std::mem::take(&mut self.parts[id.index()]);
        let Some((first, rest)) = parts.split_first() else {
            return Ok(None);
        };
        let mut total = *first;
        for part in rest {
            // The name goes to the sum.
            let name = gradient_name(self.name(id));
            if let Some(part) = self.program.find(&name) {
                let numbered = self.numbered(&name);
                self.program.rename(part, numbered);
            }
            total = self.push(id, Add, &[total, *part])?;
        }
        self.parts[id.index()].push(total);
        Ok(Some(total))
    }

    fn no_gradient(&self, op: &Op, towards: TensorId) -> EngineError {
        EngineError::NoGradient {
            op: op.name(),
            towards: self.name(towards).to_owned(),
        }
    }
}

fn gradient_name(tensor: &str) -> String {
    format!("d.{tensor}")
}
