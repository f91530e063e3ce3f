//! Gradient of `fire` to a model's numbers: what every pair brings to c, L / length, and the network's weights.
//!
//! Shapes: numbers \[G, P\], positions \[G, n\], d \[G, heads, n, n\] -> dnumbers like numbers. In the shader a workgroup sums one number
//! over the pairs in a fixed order. Li et al. 2023, section 3.

use super::{Dice, Fire, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// What the pairs bring to the numbers of [`Fire`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FireGradient {
    /// The operation.
    pub fire: Fire,
}

impl FireGradient {
    /// Adds what one pair brings: `d` holds its gradient by head.
    fn add<T: Real>(&self, numbers: &[T], positions: [T; 2], d: &[T], sums: &mut [T]) {
        let width = self.fire.width;
        let [ends, first, shift, second] = self.fire.parts(numbers);
        let share = self.fire.share(ends, positions);
        let mut dx = T::ZERO;
        for (k, (w, b)) in first.iter().zip(shift).enumerate() {
            let hidden = *w * share.x + *b;
            if hidden > T::ZERO {
                let mut dhidden = T::ZERO;
                for (h, d) in d.iter().enumerate() {
                    dhidden += *d * second[h * width + k];
                    sums[2 + (2 + h) * width + k] += *d * hidden;
                }
                sums[2 + k] += dhidden * share.x;
                sums[2 + width + k] += dhidden;
                dx += dhidden * *w;
            }
        }
        let [by_c, by_length] = share.slopes(ends, self.fire.length);
        sums[0] += dx * by_c;
        sums[1] += dx * by_length;
    }
}

impl Operation for FireGradient {
    const NAME: &'static str = "fire_gradient";
    const WANTS: &'static str =
        "numbers [G, 2 + (2 + heads) * width], positions [G, n] and the gradient [G, heads, n, n]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/reduce.wgsl"),
        include_str!("../../../shaders/common/fire.wgsl"),
        include_str!("../../../shaders/fire_gradient.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [numbers, positions, d] = inputs else {
            return None;
        };
        let [models, n] = self.fire.sizes(numbers, positions)?;
        rule::real(d, &[models, self.fire.heads, n, n]).then(|| numbers.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (numbers, positions, d) = (inputs[0].real(), inputs[1].real(), inputs[2].real());
        let (n, count) = (inputs[1].shape.width(), self.fire.numbers());
        let mut by_head = vec![T::ZERO; self.fire.heads];
        let models = numbers.chunks_exact(count).zip(positions.chunks_exact(n));
        let models = models.zip(d.chunks_exact(self.fire.heads * n * n));
        for (sums, ((numbers, positions), d)) in output.chunks_exact_mut(count).zip(models) {
            for pair in 0..n * n {
                for (to, d) in by_head.iter_mut().zip(d.chunks_exact(n * n)) {
                    *to = d[pair];
                }
                let positions = [pair / n, pair % n].map(|token| positions[token]);
                self.add(numbers, positions, &by_head, sums);
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let n = inputs[1].width();
        Kernel::each_model(output.len(), self.fire.constants(output.len(), n))
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        let a_pair = 40 + self.fire.width * (6 + 4 * self.fire.heads);
        (inputs[2].len() / self.fire.heads * a_pair) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (fire, [numbers, positions]) = Fire::operands(dice);
        let (models, n) = (numbers.0.shape.rows(), positions.0.shape.width());
        let d = dice.normal("d", [models, fire.heads, n, n]);
        Sample {
            op: Self { fire }.into(),
            inputs: vec![numbers, positions, d],
            tolerance: 5e-4,
        }
    }
}
