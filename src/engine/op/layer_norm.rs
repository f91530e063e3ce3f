//! Layer norm: y = (x - mean) / sqrt(variance + epsilon) * gain + bias, over each row.
//!
//! Shapes: x \[n, d\], gain \[d\], bias \[d\] -> y \[n, d\]. The variance is the mean of squares, not d/(d-1) of it. Ba et al. 2016.

use super::{Dice, Kernel, Operation, Sample, rule, tile};
use crate::engine::real::Real;
use crate::engine::tensor::{Operand, Shape, TensorInfo};

/// y = (x - mean) / sqrt(variance + epsilon) * gain + bias.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerNorm {
    /// What keeps the division from zero: 1e-5 as a rule.
    pub epsilon: f64,
}

impl Operation for LayerNorm {
    const NAME: &'static str = "layer_norm";
    const WANTS: &'static str = "x [n, d], gain [d] and bias [d]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/layer_norm.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, gain, bias] = inputs else { return None };
        let [n, d] = rule::matrix(x)?;
        (rule::real(gain, &[d]) && rule::real(bias, &[d])).then(|| [n, d].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (x, gain, bias) = (inputs[0], inputs[1].real(), inputs[2].real());
        let d = x.shape.width();
        let per_row = T::ONE / T::from_f64(d as f64);
        for (y, x) in output.chunks_exact_mut(d).zip(x.real().chunks_exact(d)) {
            let mean = tile::sum(x) * per_row;
            for (y, x) in y.iter_mut().zip(x) {
                *y = *x - mean;
            }
            let variance = tile::dot(y, y) * per_row;
            let factor = T::ONE / (variance + T::from_f64(self.epsilon)).sqrt();
            for ((y, gain), bias) in y.iter_mut().zip(gain).zip(bias) {
                *y = *y * factor * *gain + *bias;
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], _: &Shape) -> Kernel {
        let (n, d) = (inputs[0].rows(), inputs[0].width());
        let entry = if d.is_multiple_of(4) { "main4" } else { "main" };
        let epsilon = (self.epsilon as f32).to_bits();
        Kernel::linear(entry, vec![n as u32, d as u32, epsilon], n)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        8 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, d) = (dice.axis(), dice.axis());
        Sample {
            op: Self { epsilon: 1e-5 }.into(),
            inputs: vec![
                dice.normal("x", [n, d]),
                dice.normal("gain", [d]),
                dice.normal("bias", [d]),
            ],
            // A row of nearly equal numbers is divided by its small deviation, and its rounding with it.
            tolerance: 2e-4,
        }
    }
}
