//! GELU's gradient: dx = dy * (Phi(x) + x phi(x)), Phi(x) = (1 + erf(x / sqrt 2)) / 2, phi(x) = exp(-x^2 / 2) / sqrt(2 pi).
//!
//! Shapes: x of any shape, dy of the same -> dx of the same. Hendrycks and Gimpel 2016.

use super::{Dice, Kernel, Operation, Sample, lanes, rule};
use crate::engine::tensor::{Element, Operand, Shape, TensorInfo};
use poslab_numbers::Four;
use poslab_numbers::Real;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

/// dx = dy * (Phi(x) + x phi(x)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeluGradient;

impl Operation for GeluGradient {
    const NAME: &'static str = "gelu_gradient";
    const WANTS: &'static str = "x, real numbers of any shape, and dy of the same";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/erf.wgsl"),
        include_str!("../../../shaders/gelu_gradient.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, dy] = inputs else { return None };
        let fits = x.element == Element::Real && rule::real(dy, x.shape.axes());
        fits.then(|| x.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let density_at_0 = 0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2;
        let [half, one, minus_half, per_deviation, density_at_0] =
            [0.5, 1.0, -0.5, FRAC_1_SQRT_2, density_at_0].map(|c| T::Four::splat(T::from_f64(c)));
        lanes::map2(output, inputs[0].real(), inputs[1].real(), |x, dy| {
            let below = half * (one + (x * per_deviation).erf());
            let density = density_at_0 * (minus_half * x * x).exp();
            dy * (below + x * density)
        });
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        Kernel::each(output.len(), |threads| vec![threads])
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        // As gelu, and a second exponential.
        40 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let shape = [dice.axis(), dice.axis()];
        Sample {
            op: Self.into(),
            inputs: vec![dice.normal("x", shape), dice.normal("dy", shape)],
            tolerance: 2e-6,
        }
    }
}
