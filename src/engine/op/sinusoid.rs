//! Sinusoid: y\[i, c\] = sin(position_i * inv_freq_c + phase_c), the table of door 1.
//!
//! Shapes: positions \[n\] whole (i32 in two's complement), waves \[d, 4\] whole -> y \[n, d\]. Vaswani et al. 2017, section 3.5;
//! "Exact positions" in ARCHITECTURE.md. Error against f64: at most 1e-7 (twin) or 2e-7 (shader) for |position| to 2^20.

use super::{Dice, Kernel, Operation, Sample, wave};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// y\[i, c\] = sin(position_i * inv_freq_c + phase_c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sinusoid {
    /// Whether to compute it as a plain shader would: f32 angle, built-in sine. Kept because seeing it fail is a lesson.
    pub naive: bool,
}

impl Operation for Sinusoid {
    const NAME: &'static str = "sinusoid";
    const WANTS: &'static str = "positions [n] and waves [d, 4], both of whole numbers";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/turns.wgsl"),
        include_str!("../../../shaders/sinusoid.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4", "naive"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        wave::rule(inputs).map(Shape::from)
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (positions, (waves, _)) = (inputs[0].whole(), inputs[1].whole().as_chunks());
        if self.naive {
            fill(positions, waves, output, wave::naive);
        } else {
            fill(positions, waves, output, wave::exact);
        }
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        let (n, d) = (output.rows(), output.width());
        let (entry, threads) = if self.naive {
            ("naive", n * d)
        } else if d.is_multiple_of(4) {
            // 16 rows by 4 columns a thread.
            ("main4", n.div_ceil(16) * (d / 4))
        } else {
            ("main", n * d)
        };
        Kernel::linear(entry, vec![n as u32, d as u32], threads)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        16 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, d, naive) = (dice.axis(), dice.axis(), dice.coin());
        Sample {
            op: Self { naive }.into(),
            inputs: vec![dice.positions(n, naive), dice.waves(d)],
            tolerance: if naive { 1e-3 } else { 3e-7 },
        }
    }
}

fn fill<T: Real>(
    positions: &[u32],
    waves: &[[u32; 4]],
    output: &mut [T],
    value: impl Fn(u32, &[u32; 4], u32) -> T,
) {
    for (row, position) in output.chunks_exact_mut(waves.len()).zip(positions) {
        for (y, wave) in row.iter_mut().zip(waves) {
            *y = value(*position, wave, wave[2]);
        }
    }
}
