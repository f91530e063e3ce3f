//! Gate count: p\[m, i, j\] = sum of sigmoid(s\[m, i, t\]) over t from j to i, the positions that queries count themselves.
//!
//! Shapes: s \[maps, n, n\] -> p like s. Golovneva et al. 2024, section 4 (CoPE). The sum starts at the query's own place and runs
//! outwards: for keys after it, over t from i to j. `count` does this and the lookup for one sequence.

use super::{Dice, GateCountGradient, Kernel, Operation, Sample, lanes, rule};
use crate::engine::tensor::{Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Four;
use poslab_numbers::Real;

/// How many gates stand open between a query and a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateCount;

/// n of maps \[maps, n, n\].
pub(super) fn tokens(s: &TensorInfo) -> Option<usize> {
    let [_, n, keys] = rule::stack(s)?;
    (n == keys).then_some(n)
}

/// y = sigmoid(s).
pub(super) fn gates<T: Real>(y: &mut [T], s: &[T]) {
    let [zero, one] = [T::ZERO, T::ONE].map(T::Four::splat);
    lanes::map(y, s, |s| (one + (zero - s).exp()).reciprocal());
}

impl Operation for GateCount {
    const NAME: &'static str = "gate_count";
    const WANTS: &'static str = "scores [maps, n, n]";
    const INPUTS: usize = 1;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/gate.wgsl"),
        include_str!("../../../shaders/gate_count.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [s] = inputs else { return None };
        tokens(s).map(|_| s.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let n = inputs[0].shape.width();
        gates(output, inputs[0].real());
        for (row, p) in output.chunks_exact_mut(n).enumerate() {
            let own = row % n;
            for t in (0..own).rev() {
                p[t] += p[t + 1];
            }
            for t in own + 1..n {
                p[t] += p[t - 1];
            }
            // Keys after the query start at its own gate, which p[own] still holds alone.
        }
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        let constants = vec![output.rows() as u32, output.width() as u32];
        Kernel::linear("main", constants, output.rows())
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        14 * output.len() as u64
    }

    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dp: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let s = inputs[0];
        Ok(vec![tape.push_needed(s, GateCountGradient, &[s, dp])?])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (maps, n) = (1 + dice.below(4), dice.axis());
        Sample {
            op: Self.into(),
            inputs: vec![dice.normal("scores", [maps, n, n])],
            tolerance: 1e-5,
        }
    }
}
