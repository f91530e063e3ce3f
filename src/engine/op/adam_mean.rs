//! Adam's running mean of the gradient: m' = beta1 m + (1 - beta1) g, with g clipped.
//!
//! Shapes: m \[G, ...\], g of the same, squares \[G\] -> m' as m. The gradient is clipped first: g * min(1, max_norm / (norm + 1e-6)), norm = sqrt(squares), the global norm of
//! a model's gradients (Pascanu et al. 2013, section 3.2, as PyTorch's `clip_grad_norm_`).
//! Kingma and Ba 2015, "Adam", algorithm 1.

use super::{Dice, Kernel, Operation, Sample, clip};
use crate::engine::real::Real;
use crate::engine::tensor::{Operand, Shape, TensorInfo};

/// m' = beta1 m + (1 - beta1) g.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamMean {
    /// How much of the old mean stays: 0.9 as a rule.
    pub beta1: f64,
    /// The norm above which a model's gradients are scaled down; none: they never are.
    pub max_norm: Option<f64>,
}

impl Operation for AdamMean {
    const NAME: &'static str = "adam_mean";
    const WANTS: &'static str = "m [G, ...], g of the same shape and squares [G]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/clip.wgsl"),
        include_str!("../../../shaders/adam_mean.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [m, g, squares] = inputs else {
            return None;
        };
        clip::fits(m, g, squares).then(|| m.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [m, g, squares] = [inputs[0].real(), inputs[1].real(), inputs[2].real()];
        let stays = T::from_f64(self.beta1);
        let joins = T::from_f64(1.0 - self.beta1);
        let own = m.len() / squares.len();
        let models = m.chunks_exact(own).zip(g.chunks_exact(own));
        let models = output.chunks_exact_mut(own).zip(models).zip(squares);
        for ((output, (m, g)), squares) in models {
            let factor = clip::factor(*squares, self.max_norm);
            for ((y, m), g) in output.iter_mut().zip(m).zip(g) {
                let g = *g * factor;
                *y = stays * *m + joins * g;
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let (stays, joins) = (self.beta1, 1.0 - self.beta1);
        clip::kernel(inputs[2].len(), output, [stays, joins], self.max_norm)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        4 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let shape = [1 + dice.below(3), dice.axis(), dice.axis()];
        let max_norm = dice.coin().then_some(0.5);
        Sample {
            op: Self {
                beta1: 0.9,
                max_norm,
            }
            .into(),
            inputs: vec![
                dice.normal("m", shape),
                dice.normal("g", shape),
                dice.positive("squares", [shape[0]]),
            ],
            tolerance: 1e-6,
        }
    }
}
