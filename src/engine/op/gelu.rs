//! GELU, exact: y = x/2 * (1 + erf(x / sqrt 2)).
//!
//! Shapes: x of any shape -> y of the same. Hendrycks and Gimpel 2016, "Gaussian error linear units"; not the tanh form.

use super::{Dice, GeluGradient, Kernel, Operation, Sample, lanes};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Four;
use poslab_numbers::Real;
use std::f64::consts::FRAC_1_SQRT_2;

/// y = x/2 * (1 + erf(x / sqrt 2)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gelu;

impl Operation for Gelu {
    const NAME: &'static str = "gelu";
    const WANTS: &'static str = "x, real numbers of any shape";
    const INPUTS: usize = 1;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/erf.wgsl"),
        include_str!("../../../shaders/gelu.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x] = inputs else { return None };
        (x.element == Element::Real).then(|| x.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [half, one, per_deviation] =
            [0.5, 1.0, FRAC_1_SQRT_2].map(|c| T::Four::splat(T::from_f64(c)));
        lanes::map(output, inputs[0].real(), |x| {
            half * x * (one + (x * per_deviation).erf())
        });
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        Kernel::each(output.len(), |threads| vec![threads])
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        // The error function: two polynomials of degree 6 and 4, a quotient.
        24 * output.len() as u64
    }

    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let x = inputs[0];
        Ok(vec![tape.push_needed(x, GeluGradient, &[x, dy])?])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let shape = [dice.axis(), dice.axis()];
        Sample {
            op: Self.into(),
            inputs: vec![dice.normal("x", shape)],
            tolerance: 1e-6,
        }
    }
}
