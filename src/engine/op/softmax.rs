//! Softmax: a\[h, i, j\] = exp(s\[h, i, j\] - max) / sum over the keys j that query i may see; 0 for the others.
//!
//! Shapes: s \[heads, nq, nk\], valid \[nk | 1\] whole (1 = may be seen) -> a \[heads, nq, nk\]. Under a causal mask query i stands at
//! row nk - nq + i, so that a cache works, and sees no later row. A row without a visible key gives zeros, never NaN.
//! Vaswani et al. 2017, section 3.2.1; the maximum is subtracted so that no power overflows.

use super::heads::HIDDEN;
use super::{Dice, Kernel, Operation, Sample, SoftmaxGradient, lanes, rule};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Four;
use poslab_numbers::Real;

/// Attention weights from scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Softmax {
    /// Whether a query sees only its own row and earlier ones.
    pub causal: bool,
}

impl Operation for Softmax {
    const NAME: &'static str = "softmax";
    const WANTS: &'static str =
        "scores [heads, nq, nk] and valid [nk | 1] of whole numbers; nq <= nk where causal";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/softmax.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [scores, valid] = inputs else { return None };
        let [_, queries, keys] = scores.shape.axes() else {
            return None;
        };
        let fits = scores.element == Element::Real
            && rule::whole_or_one(valid, &[*keys])
            && (!self.causal || queries <= keys);
        fits.then(|| scores.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (scores, valid) = (inputs[0], inputs[1].whole());
        let (queries, keys) = (scores.shape.axes()[1], scores.shape.width());
        let step = rule::stride(valid.len(), 1);
        let any_hidden = valid.contains(&0);
        output.copy_from_slice(scores.real());
        for (i, row) in output.chunks_exact_mut(keys).enumerate() {
            let seen = if self.causal {
                keys - queries + i % queries + 1
            } else {
                keys
            };
            let (seen, hidden) = row.split_at_mut(seen);
            hidden.fill(T::ZERO);
            if any_hidden {
                for (key, s) in seen.iter_mut().enumerate() {
                    if valid[key * step] == 0 {
                        *s = T::from_f64(HIDDEN);
                    }
                }
            }
            softmax(seen);
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let (queries, keys) = (output.axes()[1], output.width());
        let step = rule::stride(inputs[1].len(), 1);
        let rows = output.rows();
        let constants = [rows, queries, keys, step, usize::from(self.causal)];
        Kernel::linear("main", constants.map(|c| c as u32).to_vec(), rows)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        14 * output.len() as u64
    }

    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        weights: TensorId,
        d_weights: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let gradient = tape.push_needed(inputs[0], SoftmaxGradient, &[weights, d_weights])?;
        Ok(vec![gradient, None])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (heads, keys) = (1 + dice.below(4), dice.axis());
        let queries = 1 + dice.below(keys);
        let valid = dice.broadcast(keys);
        Sample {
            op: Self {
                causal: dice.coin(),
            }
            .into(),
            inputs: vec![
                dice.normal("scores", [heads, queries, keys]),
                dice.whole("valid", [valid], 2),
            ],
            tolerance: 1e-5,
        }
    }
}

fn softmax<T: Real>(row: &mut [T]) {
    let highest = T::largest(row);
    if highest <= T::from_f64(HIDDEN) {
        row.fill(T::ZERO);
        return;
    }
    let (fours, rest) = row.as_chunks_mut();
    let (top, mut sums) = (T::Four::splat(highest), T::Four::splat(T::ZERO));
    for s in fours {
        let power = (T::Four::load(s) - top).exp();
        power.store(s);
        sums = sums + power;
    }
    let mut sum = T::ZERO;
    for s in rest {
        *s = (*s - highest).exp();
        sum += *s;
    }
    T::scale(row, T::ONE / (sum + lanes::add_lanes::<T>(sums)));
}
