//! Grow: y\[i, p\] = t\[i, p\] * exp(sign * position_i * growth_p), a rotation's (cos, sin) times a factor per position.
//!
//! Shapes: t \[n, pairs, 2\], positions \[n\] whole (i32 in two's complement), growth \[pairs\] -> y \[n, pairs, 2\]. xPos lets queries
//! grow (sign 1) and keys shrink (sign -1): Sun et al. 2022, section 3.

use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Element, Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// A rotation's table times a factor that grows or shrinks with the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grow {
    /// Whether the factor shrinks with the position.
    pub inverse: bool,
}

impl Grow {
    fn sign(self) -> f32 {
        if self.inverse { -1.0 } else { 1.0 }
    }
}

impl Operation for Grow {
    const NAME: &'static str = "grow";
    const WANTS: &'static str = "table [n, pairs, 2], positions [n] whole and growth [pairs]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/grow.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [table, positions, growth] = inputs else {
            return None;
        };
        let [n, pairs, 2] = *table.shape.axes() else {
            return None;
        };
        let fits = table.element == Element::Real
            && positions.element == Element::Whole
            && positions.shape.axes() == [n]
            && rule::real(growth, &[pairs]);
        fits.then(|| table.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (table, positions, growth) = (inputs[0].real(), inputs[1].whole(), inputs[2].real());
        let sign = T::from_f64(f64::from(self.sign()));
        let rows = output.chunks_exact_mut(2 * growth.len());
        let rows = rows
            .zip(table.chunks_exact(2 * growth.len()))
            .zip(positions);
        for ((y, table), position) in rows {
            let position = sign * T::from_f64(f64::from(position.cast_signed()));
            for ((y, t), growth) in y.chunks_exact_mut(2).zip(table.chunks_exact(2)).zip(growth) {
                let factor = (position * *growth).exp();
                y[0] = t[0] * factor;
                y[1] = t[1] * factor;
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let threads = output.rows();
        let pairs = inputs[2].len();
        let constants = vec![threads as u32, pairs as u32, self.sign().to_bits()];
        Kernel::linear("main", constants, threads)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        10 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, pairs) = (dice.axis(), dice.axis());
        Sample {
            op: Self {
                inverse: dice.coin(),
            }
            .into(),
            inputs: vec![
                dice.normal("table", [n, pairs, 2]),
                dice.positions(n, true),
                dice.normal("growth", [pairs]),
            ],
            tolerance: 1e-5,
        }
    }
}
