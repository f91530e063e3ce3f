//! Asked: how many of a model's rows have a target, at least 1.
//!
//! Shapes: targets \[R\] whole -> y \[G\]; row r belongs to model r / (R / G). A row without a question has the target
//! [`u32::MAX`]. The mean of a loss divides by this.

use super::{Dice, Kernel, Operation, Sample};
use crate::engine::tensor::{Element, Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// How many targets of each model are asked, at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// How many models share the rows.
    pub models: usize,
}

/// How many of `targets` are asked, at least 1: what a mean divides by.
pub(super) fn count<T: Real>(targets: &[u32]) -> T {
    let asked = targets.iter().filter(|target| **target != u32::MAX).count();
    T::from_f64(asked.max(1) as f64)
}

impl Operation for Asked {
    const NAME: &'static str = "asked";
    const WANTS: &'static str = "targets [G * rows] of whole numbers";
    const INPUTS: usize = 1;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/reduce.wgsl"),
        include_str!("../../../shaders/asked.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [targets] = inputs else { return None };
        let fits = targets.element == Element::Whole
            && targets.shape.axes().len() == 1
            && self.models > 0
            && targets.shape.len().is_multiple_of(self.models);
        fits.then(|| [self.models].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let targets = inputs[0].whole();
        let models = targets.chunks_exact(targets.len() / self.models);
        for (y, targets) in output.iter_mut().zip(models) {
            *y = count(targets);
        }
    }

    fn kernel(&self, inputs: &[&Shape], _: &Shape) -> Kernel {
        let rows = (inputs[0].len() / self.models) as u32;
        Kernel::each_model(self.models, vec![rows])
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        inputs[0].len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, rows) = (1 + dice.below(3), dice.axis());
        Sample {
            op: Self { models }.into(),
            inputs: vec![dice.targets(models * rows, 5)],
            tolerance: 1e-6,
        }
    }
}
