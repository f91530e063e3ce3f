//! GELU's gradient: dx = dy * (Phi(x) + x phi(x)), Phi(x) = (1 + erf(x / sqrt 2)) / 2, phi(x) = exp(-x^2 / 2) / sqrt(2 pi).
//!
//! Shapes: x of any shape, dy of the same -> dx of the same. Hendrycks and Gimpel 2016.

use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::four::Four;
use crate::engine::real::Real;
use crate::engine::tensor::{Element, Operand, Shape, TensorInfo};

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
        let half = T::from_f64(0.5);
        let per_deviation = T::from_f64(std::f64::consts::FRAC_1_SQRT_2);
        let density_at_0 = T::from_f64(0.5 * std::f64::consts::FRAC_2_SQRT_PI) * per_deviation;
        let four = |x: T::Four, dy: T::Four| {
            let below = T::Four::splat(T::ONE) + (x * T::Four::splat(per_deviation)).erf();
            let power = (T::Four::splat(-half) * x * x).exp();
            let density = T::Four::splat(density_at_0) * power;
            dy * (T::Four::splat(half) * below + x * density)
        };
        let (dx, dx_rest) = output.as_chunks_mut();
        let ((x, x_rest), (dy, dy_rest)) =
            (inputs[0].real().as_chunks(), inputs[1].real().as_chunks());
        for ((dx, x), dy) in dx.iter_mut().zip(x).zip(dy) {
            four(T::Four::load(x), T::Four::load(dy)).store(dx);
        }
        for ((dx, x), dy) in dx_rest.iter_mut().zip(x_rest).zip(dy_rest) {
            let below = half * (T::ONE + (*x * per_deviation).erf());
            let density = density_at_0 * (-half * *x * *x).exp();
            *dx = *dy * (below + *x * density);
        }
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
