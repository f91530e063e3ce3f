//! Rotation: table\[i, p\] = (cos a, sin a) * attention_factor with a = position_i * inv_freq_p, the table of door 2.
//!
//! Shapes: positions \[n\] whole (i32 in two's complement), waves \[pairs, 4\] whole -> \[n, pairs, 2\]. Su et al. 2021, section
//! 3.4.2; the factor is YaRN's (Peng et al. 2023, section 3.4), otherwise 1. Angles are exact as in `sinusoid`.

use super::{Dice, Kernel, Operation, Sample, wave};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// table\[i, p\] = (cos, sin)(position_i * inv_freq_p) * attention_factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    /// Whether to compute it as a plain shader would: f32 angle, built-in sine and cosine.
    pub naive: bool,
    /// Factor on cosine and sine.
    pub attention_factor: f64,
}

impl Operation for Rotation {
    const NAME: &'static str = "rotation";
    const WANTS: &'static str = "positions [n] and waves [pairs, 4], both of whole numbers";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/turns.wgsl"),
        include_str!("../../../shaders/rotation.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "naive"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        wave::rule(inputs).map(|[n, pairs]| [n, pairs, 2].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (positions, (waves, _)) = (inputs[0].whole(), inputs[1].whole().as_chunks());
        if self.naive {
            self.fill(positions, waves, output, wave::naive);
        } else {
            self.fill(positions, waves, output, wave::exact);
        }
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        let (threads, pairs) = (output.rows(), output.axes()[1]);
        let factor = (self.attention_factor as f32).to_bits();
        let entry = if self.naive { "naive" } else { "main" };
        Kernel::linear(entry, vec![threads as u32, pairs as u32, factor], threads)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        17 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, pairs, naive) = (dice.axis(), dice.axis(), dice.coin());
        let attention_factor = 1.0 + dice.below(5) as f64 / 10.0;
        Sample {
            op: Self {
                naive,
                attention_factor,
            }
            .into(),
            inputs: vec![dice.positions(n, naive), dice.waves(pairs)],
            tolerance: if naive { 1e-3 } else { 3e-7 },
        }
    }
}

impl Rotation {
    fn fill<T: Real>(
        &self,
        positions: &[u32],
        waves: &[[u32; 4]],
        output: &mut [T],
        value: impl Fn(u32, &[u32; 4], u32) -> T,
    ) {
        let factor = T::from_f64(self.attention_factor);
        let (table, _) = output.as_chunks_mut::<2>();
        for (row, position) in table.chunks_exact_mut(waves.len()).zip(positions) {
            for (pair, wave) in row.iter_mut().zip(waves) {
                *pair = [wave::QUARTER, 0].map(|phase| value(*position, wave, phase) * factor);
            }
        }
    }
}
