//! Scale: y = x * factor.
//!
//! Shapes: x of any shape -> y of the same. Embeddings are scaled by sqrt(d_model) where the model says so
//! (Vaswani et al. 2017, section 3.4).

use super::{Dice, Kernel, Operation, Sample, lanes};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Four;
use poslab_numbers::Real;

/// y = x * factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// What every number is multiplied by.
    pub factor: f64,
}

impl Operation for Scale {
    const NAME: &'static str = "scale";
    const WANTS: &'static str = "x, real numbers of any shape";
    const INPUTS: usize = 1;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/scale.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x] = inputs else { return None };
        (x.element == Element::Real).then(|| x.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let factor = T::Four::splat(T::from_f64(self.factor));
        lanes::map(output, inputs[0].real(), |x| x * factor);
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        let factor = (self.factor as f32).to_bits();
        Kernel::each(output.len(), |threads| vec![threads, factor])
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        output.len() as u64
    }

    /// dx = dy * factor.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        Ok(vec![tape.push_needed(inputs[0], *self, &[dy])?])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let shape = [dice.axis(), dice.axis()];
        let factor = dice.below(100) as f64 / 7.0 - 5.0;
        Sample {
            op: Self { factor }.into(),
            inputs: vec![dice.normal("x", shape)],
            tolerance: 1e-6,
        }
    }
}
