//! Sums by offset: y\[g, o, h\] = sum over the sequences of model g, and over their pairs with j - i + n - 1 = o, of s\[m, i, j\], where m is
//! the map of the sequence's head h.
//!
//! Shapes: s \[G * B * heads, n, n\] -> y \[G, 2n - 1, heads\]. It is the gradient of `pair_scores` to its bias.

use super::maps::Maps;
use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// What the pairs of one offset hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetSum {
    /// G: how many models there are.
    pub models: usize,
    /// B: how many sequences each model takes.
    pub sequences: usize,
    /// How many maps each sequence has.
    pub heads: usize,
}

impl OffsetSum {
    fn maps(&self, s: &Shape) -> Maps {
        Maps {
            models: self.models,
            sequences: self.sequences,
            heads: self.heads,
            tokens: s.width(),
            head_dim: 1,
        }
    }
}

impl Operation for OffsetSum {
    const NAME: &'static str = "offset_sum";
    const WANTS: &'static str = "maps [models * sequences * heads, n, n]";
    const INPUTS: usize = 1;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/diagonal.wgsl"),
        include_str!("../../../shaders/offset_sum.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [s] = inputs else { return None };
        let maps = self.maps(&s.shape);
        rule::real(s, &maps.maps_shape()).then(|| maps.table_shape(self.heads).into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (maps, s) = (self.maps(inputs[0].shape), inputs[0].real());
        let n = maps.tokens;
        let mut sums = vec![T::ZERO; maps.offsets()];
        let tables = output.chunks_exact_mut(maps.offsets() * self.heads);
        for (model, table) in tables.enumerate() {
            for head in 0..self.heads {
                for sequence in maps.sequences_of(model) {
                    sums.fill(T::ZERO);
                    for (i, row) in s[maps.map(sequence, head)].chunks_exact(n).enumerate() {
                        for (sum, s) in sums[n - 1 - i..].iter_mut().zip(row) {
                            *sum += *s;
                        }
                    }
                    for (row, sum) in table.chunks_exact_mut(self.heads).zip(&sums) {
                        row[head] += *sum;
                    }
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let threads = output.len();
        let constants = [threads, inputs[0].width(), self.heads, self.sequences];
        Kernel::linear("main", constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        inputs[0].len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let maps = dice.maps();
        Sample {
            op: Self {
                models: maps.models,
                sequences: maps.sequences,
                heads: maps.heads,
            }
            .into(),
            inputs: vec![dice.normal("maps", maps.maps_shape())],
            tolerance: 1e-5,
        }
    }
}
