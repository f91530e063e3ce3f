//! Hits: the share of a model's asked rows whose largest logit is the target's.
//!
//! Shapes: logits \[R, V\], targets \[R\] whole -> share \[G\]; row r belongs to model r / (R / G). A row whose target is [`u32::MAX`] is
//! not asked; of equal logits the first counts as the largest; a model without a question has share 0.

use super::{Dice, Kernel, Operation, Sample, asked, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// The accuracy, by model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hits {
    /// How many models share the rows.
    pub models: usize,
}

/// Where a row is largest; the first place of several.
fn first_largest<T: Real>(row: &[T]) -> usize {
    let mut best = 0;
    for (i, value) in row.iter().enumerate() {
        if *value > row[best] {
            best = i;
        }
    }
    best
}

impl Operation for Hits {
    const NAME: &'static str = "hits";
    const WANTS: &'static str =
        "logits [G * rows, classes] and targets [G * rows] of whole numbers";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/reduce.wgsl"),
        include_str!("../../../shaders/hits.wgsl"),
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
        let models = logits.real().chunks_exact(rows * classes);
        let models = models.zip(targets.chunks_exact(rows));
        for (share, (logits, targets)) in output.iter_mut().zip(models) {
            let answers = logits.chunks_exact(classes).map(first_largest);
            let right = answers.zip(targets);
            let right = right.filter(|(answer, target)| *answer == **target as usize);
            *share = T::from_f64(right.count() as f64) / asked::count(targets);
        }
    }

    fn kernel(&self, inputs: &[&Shape], _: &Shape) -> Kernel {
        let (rows, classes) = (inputs[0].rows() / self.models, inputs[0].width());
        Kernel::each_model(self.models, vec![rows as u32, classes as u32])
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        inputs[0].len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, rows, classes) = (1 + dice.below(3), dice.axis(), 1 + dice.below(4));
        let n = models * rows;
        Sample {
            op: Self { models }.into(),
            inputs: vec![
                dice.normal("logits", [n, classes]),
                dice.targets(n, classes),
            ],
            tolerance: 1e-6,
        }
    }
}
