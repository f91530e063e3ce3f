//! Cross-entropy: loss = the mean over the asked rows of log(sum of exp(l_j)) - l_target, in nats, for each model.
//!
//! Shapes: logits l \[R, V\], targets \[R\] whole -> loss \[G\]; row r belongs to model r / (R / G). A row whose target is [`u32::MAX`] is
//! not asked; a target without a logit costs log(sum of exp(l_j)); a model without a question has loss 0. Goodfellow,
//! Bengio and Courville 2016, section 6.2.2.

use super::{Asked, CrossEntropyGradient, Dice, Kernel, Operation, Sample, asked, lanes, rule};
use crate::engine::tensor::{Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// The mean of -log softmax(l)\[target\], by model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossEntropy {
    /// How many models share the rows.
    pub models: usize,
}

/// What one row costs; `powers` is room for exp(l_j - max).
fn row_loss<T: Real>(logits: &[T], target: u32, powers: &mut [T]) -> T {
    let highest = lanes::powers(logits, powers);
    let own = logits.get(target as usize).copied().unwrap_or(T::ZERO);
    highest + T::total(powers).ln() - own
}

impl Operation for CrossEntropy {
    const NAME: &'static str = "cross_entropy";
    const WANTS: &'static str =
        "logits [G * rows, classes] and targets [G * rows] of whole numbers";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/reduce.wgsl"),
        include_str!("../../../shaders/cross_entropy.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [logits, targets] = inputs else {
            return None;
        };
        rule::logits(logits, targets, self.models).map(|_| [self.models].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (logits, targets) = (inputs[0], inputs[1].whole());
        let classes = logits.shape.width();
        let rows = targets.len() / self.models;
        let mut powers = vec![T::ZERO; classes];
        let models = logits.real().chunks_exact(rows * classes);
        let models = models.zip(targets.chunks_exact(rows));
        for (loss, (logits, targets)) in output.iter_mut().zip(models) {
            for (logits, target) in logits.chunks_exact(classes).zip(targets) {
                if *target != u32::MAX {
                    *loss += row_loss(logits, *target, &mut powers);
                }
            }
            *loss = *loss / asked::count(targets);
        }
    }

    fn kernel(&self, inputs: &[&Shape], _: &Shape) -> Kernel {
        let (rows, classes) = (inputs[0].rows() / self.models, inputs[0].width());
        Kernel::each_model(self.models, vec![rows as u32, classes as u32])
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        8 * inputs[0].len() as u64
    }

    /// dlogits: see [`CrossEntropyGradient`].
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dloss: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let [logits, targets] = [inputs[0], inputs[1]];
        let models = self.models;
        if !tape.needs(logits) {
            return Ok(Vec::new());
        }
        let asked = tape.push_between(logits, "asked", Asked { models }, &[targets])?;
        let op = CrossEntropyGradient;
        let dlogits = tape.push(logits, op, &[logits, targets, dloss, asked])?;
        Ok(vec![Some(dlogits), None])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, rows, classes) = (1 + dice.below(3), dice.axis(), dice.axis());
        let n = models * rows;
        Sample {
            op: Self { models }.into(),
            inputs: vec![
                dice.normal("logits", [n, classes]),
                dice.targets(n, classes),
            ],
            tolerance: 1e-5,
        }
    }
}
