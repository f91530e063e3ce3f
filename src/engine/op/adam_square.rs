//! Adam's running mean of the gradient's square: v' = beta2 v + (1 - beta2) g^2, with g clipped.
//!
//! Shapes: v \[G, ...\], g of the same, squares \[G\] -> v' as v. The gradient is clipped first: g * min(1, max_norm / (norm + 1e-6)), norm = sqrt(squares), the global norm of
//! a model's gradients (Pascanu et al. 2013, section 3.2, as PyTorch's `clip_grad_norm_`).
//! Kingma and Ba 2015, "Adam", algorithm 1.

use super::{Dice, Kernel, Operation, Sample, clip};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// v' = beta2 v + (1 - beta2) g^2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamSquare {
    /// How much of the old mean stays: 0.98 as a rule.
    pub beta2: f64,
    /// The norm above which a model's gradients are scaled down; none: they never are.
    pub max_norm: Option<f64>,
}

impl Operation for AdamSquare {
    const NAME: &'static str = "adam_square";
    const WANTS: &'static str = "v [G, ...], g of the same shape and squares [G]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/clip.wgsl"),
        include_str!("../../../shaders/adam_square.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [v, g, squares] = inputs else {
            return None;
        };
        clip::fits(v, g, squares).then(|| v.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        clip::running_mean(inputs, output, (self.beta2, self.max_norm), |g| g * g);
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let (stays, joins) = (self.beta2, 1.0 - self.beta2);
        clip::kernel(inputs[2].len(), output, [stays, joins], self.max_norm)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        4 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let inputs = clip::operands(dice, "v");
        let max_norm = dice.coin().then_some(0.5);
        Sample {
            op: Self {
                beta2: 0.98,
                max_norm,
            }
            .into(),
            inputs,
            tolerance: 1e-6,
        }
    }
}
