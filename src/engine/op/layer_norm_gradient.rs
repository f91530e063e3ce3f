//! Layer norm's gradient: dx = (e - mean(e) - z mean(e z)) / sqrt(variance + epsilon), e = dy * gain, z the normalised x.
//!
//! Shapes: x \[n, d\], gain \[d\] or \[G, d\], dy \[n, d\] -> dx \[n, d\]; row r belongs to model r / (n / G). Ba et al. 2016, with the
//! derivation of batch normalisation's gradient (Ioffe and Szegedy 2015, section 3) over a row.

use super::{Dice, Kernel, Operation, Sample, lanes, normalize, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Four;
use poslab_numbers::Real;

/// dx from x, gain and dy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerNormGradient {
    /// The layer norm's.
    pub epsilon: f64,
}

impl LayerNormGradient {
    /// One row; `normal` is room for the normalised x.
    fn row<T: Real>(&self, x: &[T], gain: &[T], dy: &[T], normal: &mut [T], dx: &mut [T]) {
        let per_row = T::ONE / T::from_f64(x.len() as f64);
        let factor = normalize::centre(x, normal, self.epsilon);
        T::scale(normal, factor);
        lanes::map2(dx, dy, gain, |dy, gain| dy * gain);
        let mean = T::total(dx) * per_row;
        let along = T::dot(dx, normal) * per_row;
        let [mean, along, factor] = [mean, along, factor].map(T::Four::splat);
        lanes::update(dx, normal, |dx, z| (dx - mean - z * along) * factor);
    }
}

impl Operation for LayerNormGradient {
    const NAME: &'static str = "layer_norm_gradient";
    const WANTS: &'static str = "x [n, d], gain [d] or [G, d] and dy [n, d]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/moments.wgsl"),
        include_str!("../../../shaders/layer_norm_gradient.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, gain, dy] = inputs else { return None };
        let [n, d] = rule::matrix(x)?;
        let fits = rule::row_of_each_model(gain, n, d) && rule::real(dy, &[n, d]);
        fits.then(|| [n, d].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [x, gain, dy] = [inputs[0], inputs[1], inputs[2]];
        let d = x.shape.width();
        let rows = x.shape.rows() / gain.shape.rows();
        let mut normal = vec![T::ZERO; d];
        let operands = x.real().chunks_exact(d).zip(dy.real().chunks_exact(d));
        for (row, (dx, (x, dy))) in output.chunks_exact_mut(d).zip(operands).enumerate() {
            let gain = &gain.real()[row / rows * d..][..d];
            self.row(x, gain, dy, &mut normal, dx);
        }
    }

    fn kernel(&self, inputs: &[&Shape], _: &Shape) -> Kernel {
        let (n, d) = (inputs[0].rows(), inputs[0].width());
        let entry = if d.is_multiple_of(4) { "main4" } else { "main" };
        let rows = (n / inputs[1].rows()) as u32;
        let epsilon = (self.epsilon as f32).to_bits();
        Kernel::linear(entry, vec![n as u32, d as u32, rows, epsilon], n)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        16 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, rows, d) = (1 + dice.below(3), dice.axis(), dice.axis());
        let shape = [models * rows, d];
        Sample {
            op: Self { epsilon: 1e-3 }.into(),
            inputs: vec![
                dice.normal("x", shape),
                dice.normal("gain", [models, d]),
                dice.normal("dy", shape),
            ],
            // As layer_norm, and the division comes twice: the sample's epsilon is larger than a model's.
            tolerance: 5e-4,
        }
    }
}
