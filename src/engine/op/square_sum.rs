//! Sum of squares of each model's numbers: what the norm of a gradient is made of.
//!
//! Shapes: x \[G, ...\] -> y \[G\]. Added up over all weights, it is the square of a model's global norm (Pascanu et al. 2013, "On
//! the difficulty of training recurrent neural networks", section 3.2), which `adam_mean` and `adam_square` clip by.

use super::{Dice, Kernel, Operation, Sample};
use crate::engine::tensor::{Element, Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// y\[g\] = the sum of x\[g\]^2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareSum;

impl Operation for SquareSum {
    const NAME: &'static str = "square_sum";
    const WANTS: &'static str = "x [G, ...], real numbers";
    const INPUTS: usize = 1;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/reduce.wgsl"),
        include_str!("../../../shaders/square_sum.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x] = inputs else { return None };
        let models = x.shape.axes().first()?;
        (x.element == Element::Real).then(|| [*models].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let x = inputs[0].real();
        let models = x.chunks_exact(x.len() / output.len());
        for (y, x) in output.iter_mut().zip(models) {
            *y = T::dot(x, x);
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let models = output.len();
        Kernel::each_model(models, vec![(inputs[0].len() / models) as u32])
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        2 * inputs[0].len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let shape = [1 + dice.below(4), dice.axis(), dice.axis()];
        Sample {
            op: Self.into(),
            inputs: vec![dice.normal("x", shape)],
            tolerance: 2e-5,
        }
    }
}
