//! Layer norm: y = (x - mean) / sqrt(variance + epsilon) * gain + bias, over each row.
//!
//! Shapes: x \[n, d\], gain and bias \[d\], or \[G, d\] where row r belongs to model r / (n / G) -> y \[n, d\]. The variance is the
//! mean of squares, not d/(d-1) of it. Ba et al. 2016.

use super::{
    Dice, Kernel, LayerNormGradient, Normalize, Operation, ProductSum, Sample, Sum, lanes,
    normalize, rule,
};
use crate::engine::tensor::{Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Four;
use poslab_numbers::Real;

/// y = (x - mean) / sqrt(variance + epsilon) * gain + bias.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerNorm {
    /// What keeps the division from zero: 1e-5 as a rule.
    pub epsilon: f64,
}

impl Operation for LayerNorm {
    const NAME: &'static str = "layer_norm";
    const WANTS: &'static str = "x [n, d], gain and bias [d] or [G, d]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/moments.wgsl"),
        include_str!("../../../shaders/layer_norm.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, gain, bias] = inputs else { return None };
        let [n, d] = rule::matrix(x)?;
        let fits = rule::row_of_each_model(gain, n, d) && rule::real(bias, gain.shape.axes());
        fits.then(|| [n, d].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [x, gain, bias] = [inputs[0], inputs[1], inputs[2]];
        let d = x.shape.width();
        let rows = x.real().len() / gain.shape.rows();
        let weights = gain.real().chunks_exact(d).zip(bias.real().chunks_exact(d));
        let blocks = output
            .chunks_exact_mut(rows)
            .zip(x.real().chunks_exact(rows));
        for ((y, x), (gain, bias)) in blocks.zip(weights) {
            for (y, x) in y.chunks_exact_mut(d).zip(x.chunks_exact(d)) {
                let factor = normalize::centre(x, y, self.epsilon);
                let factor = T::Four::splat(factor);
                lanes::update2(y, gain, bias, |y, gain, bias| y * factor * gain + bias);
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], _: &Shape) -> Kernel {
        let (n, d) = (inputs[0].rows(), inputs[0].width());
        let entry = if d.is_multiple_of(4) { "main4" } else { "main" };
        let epsilon = (self.epsilon as f32).to_bits();
        let rows = (n / inputs[1].rows()) as u32;
        Kernel::linear(entry, vec![n as u32, d as u32, rows, epsilon], n)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        8 * output.len() as u64
    }

    /// dbias = the sum of dy over a model's rows, dgain = that of dy times the normalised x; dx: see [`LayerNormGradient`].
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let [x, gain, bias] = [inputs[0], inputs[1], inputs[2]];
        let epsilon = self.epsilon;
        let models = tape.shape(gain).rows();
        let dx = tape.push_needed(x, LayerNormGradient { epsilon }, &[x, gain, dy])?;
        let mut dgain = None;
        if tape.needs(gain) {
            let normal = tape.push_between(gain, "normal", Normalize { epsilon }, &[x])?;
            dgain = ProductSum::push_rows(tape, gain, models, [dy, normal])?;
        }
        let dbias = Sum::push_rows(tape, bias, models, dy)?;
        Ok(vec![dx, dgain, dbias])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, rows, d) = (1 + dice.below(3), dice.axis(), dice.axis());
        let weights = if models == 1 {
            vec![d]
        } else {
            vec![models, d]
        };
        Sample {
            op: Self { epsilon: 1e-5 }.into(),
            inputs: vec![
                dice.normal("x", [models * rows, d]),
                dice.normal("gain", Shape::new(weights.clone())),
                dice.normal("bias", Shape::new(weights)),
            ],
            // A row of nearly equal numbers is divided by its small deviation, and its rounding with it.
            tolerance: 2e-4,
        }
    }
}
