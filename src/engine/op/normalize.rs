//! Normalised rows: y = (x - mean) / sqrt(variance + epsilon), a layer norm without weights.
//!
//! Shapes: x \[n, d\] -> y \[n, d\]. The gradient of a layer norm's gain needs it. Ba et al. 2016.

use super::{Dice, Kernel, Operation, Sample, lanes, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Four;
use poslab_numbers::Real;

/// y = (x - mean) / sqrt(variance + epsilon).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normalize {
    /// What keeps the division from zero: the layer norm's.
    pub epsilon: f64,
}

/// y = x - mean, for one row; gives 1 / sqrt(variance + epsilon).
pub(super) fn centre<T: Real>(x: &[T], y: &mut [T], epsilon: f64) -> T {
    let per_row = T::ONE / T::from_f64(x.len() as f64);
    let mean = T::total(x) * per_row;
    let middle = T::Four::splat(mean);
    lanes::map(y, x, |x| x - middle);
    let variance = T::dot(y, y) * per_row;
    T::ONE / (variance + T::from_f64(epsilon)).sqrt()
}

impl Operation for Normalize {
    const NAME: &'static str = "normalize";
    const WANTS: &'static str = "x [n, d]";
    const INPUTS: usize = 1;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/moments.wgsl"),
        include_str!("../../../shaders/normalize.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x] = inputs else { return None };
        rule::matrix(x).map(Shape::from)
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let d = inputs[0].shape.width();
        let rows = inputs[0].real().chunks_exact(d);
        for (y, x) in output.chunks_exact_mut(d).zip(rows) {
            let factor = centre(x, y, self.epsilon);
            T::scale(y, factor);
        }
    }

    fn kernel(&self, inputs: &[&Shape], _: &Shape) -> Kernel {
        let (n, d) = (inputs[0].rows(), inputs[0].width());
        let entry = if d.is_multiple_of(4) { "main4" } else { "main" };
        let epsilon = (self.epsilon as f32).to_bits();
        Kernel::linear(entry, vec![n as u32, d as u32, epsilon], n)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        6 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, d) = (dice.axis(), dice.axis());
        Sample {
            op: Self { epsilon: 1e-5 }.into(),
            inputs: vec![dice.normal("x", [n, d])],
            // As layer_norm.
            tolerance: 2e-4,
        }
    }
}
