//! Gradient of `gate_count`: ds\[m, i, t\] = g (1 - g) * sum of dp\[m, i, j\] over the keys j whose count takes in the gate t, with
//! g = sigmoid(s\[m, i, t\]): those at t and beyond it, seen from the query, and all of them for the query's own gate.
//!
//! Shapes: s and dp \[maps, n, n\] -> ds like s. Golovneva et al. 2024, section 4.

use super::gate_count::{gates, tokens};
use super::{Dice, Kernel, Operation, Sample, lanes, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Four;
use poslab_numbers::Real;

/// The gradient of the scores from that of the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateCountGradient;

impl Operation for GateCountGradient {
    const NAME: &'static str = "gate_count_gradient";
    const WANTS: &'static str = "scores and the counts' gradient [maps, n, n]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/gate.wgsl"),
        include_str!("../../../shaders/gate_count_gradient.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [s, dp] = inputs else { return None };
        tokens(s)?;
        rule::real(dp, s.shape.axes()).then(|| s.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (s, n) = (inputs[0].real(), inputs[0].shape.width());
        let mut open = vec![T::ZERO; n];
        let one = T::Four::splat(T::ONE);
        output.copy_from_slice(inputs[1].real());
        let rows = output.chunks_exact_mut(n).zip(s.chunks_exact(n));
        for (row, (ds, s)) in rows.enumerate() {
            let own = row % n;
            for t in 1..own {
                ds[t] += ds[t - 1];
            }
            for t in (own + 1..n - 1).rev() {
                ds[t] += ds[t + 1];
            }
            let before = own.checked_sub(1).map_or(T::ZERO, |t| ds[t]);
            let after = ds.get(own + 1).copied().unwrap_or(T::ZERO);
            ds[own] = ds[own] + before + after;
            gates(&mut open, s);
            lanes::update(ds, &open, |d, g| d * g * (one - g));
        }
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        let constants = vec![output.rows() as u32, output.width() as u32];
        Kernel::linear("main", constants, output.rows())
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        16 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (maps, n) = (1 + dice.below(4), dice.axis());
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("scores", [maps, n, n]),
                dice.normal("dp", [maps, n, n]),
            ],
            tolerance: 1e-4,
        }
    }
}
