//! Skew: what each pair meets of scores by offset, y\[m, i, j\] = s\[m, i, j - i + n - 1\]; where keys look at distances,
//! y\[m, i, j\] = s\[m, j, j - i + n - 1\].
//!
//! Shapes: s \[maps, n, 2n - 1\] -> y \[maps, n, n\]. Backwards (`inverse`) it is its own gradient, with zeros where an offset has no
//! pair: y \[maps, n, n\] -> s \[maps, n, 2n - 1\]. The shift of Dai et al. 2019, appendix B; the mirrored one is He et al. 2021, section 3.1.

use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// Scores by offset become scores by pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skew {
    /// Whether the rows belong to the keys instead of the queries.
    pub keys: bool,
    /// Whether pairs become offsets.
    pub inverse: bool,
}

impl Skew {
    /// Where row i and column j of the pairs' map stand among the offsets.
    fn place(self, n: usize, i: usize, j: usize) -> usize {
        let row = if self.keys { j } else { i };
        row * (2 * n - 1) + j + n - 1 - i
    }
}

impl Operation for Skew {
    const NAME: &'static str = "skew";
    const WANTS: &'static str = "scores [maps, n, 2n - 1], or [maps, n, n] backwards";
    const INPUTS: usize = 1;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/skew.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [s] = inputs else { return None };
        let [maps, n, width] = rule::stack(s)?;
        let [wanted, made] = if self.inverse {
            [n, 2 * n - 1]
        } else {
            [2 * n - 1, n]
        };
        (width == wanted).then(|| [maps, n, made].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let n = inputs[0].shape.axes()[1];
        let [from, to] = if self.inverse {
            [n * n, n * (2 * n - 1)]
        } else {
            [n * (2 * n - 1), n * n]
        };
        let maps = output.chunks_exact_mut(to);
        for (y, s) in maps.zip(inputs[0].real().chunks_exact(from)) {
            for i in 0..n {
                for j in 0..n {
                    let (pair, offset) = (i * n + j, self.place(n, i, j));
                    if self.inverse {
                        y[offset] = s[pair];
                    } else {
                        y[pair] = s[offset];
                    }
                }
            }
        }
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        let n = output.axes().get(1).copied().unwrap_or(1);
        let flags = [self.keys, self.inverse].map(u32::from);
        let constants = vec![output.len() as u32, n as u32, flags[0], flags[1]];
        Kernel::linear("main", constants, output.len())
    }

    fn flops(&self, _: &[&Shape], _: &Shape) -> u64 {
        0
    }

    /// The same way back.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let back = Self {
            inverse: !self.inverse,
            ..*self
        };
        Ok(vec![tape.push_needed(inputs[0], back, &[dy])?])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (maps, n, inverse) = (1 + dice.below(4), dice.axis(), dice.coin());
        let width = if inverse { n } else { 2 * n - 1 };
        Sample {
            op: Self {
                keys: dice.coin(),
                inverse,
            }
            .into(),
            inputs: vec![dice.normal("scores", [maps, n, width])],
            tolerance: 1e-6,
        }
    }
}
