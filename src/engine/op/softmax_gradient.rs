//! Gradient of softmax: ds\[h, i, j\] = a\[h, i, j\] * (da\[h, i, j\] - sum over the keys k of a\[h, i, k\] * da\[h, i, k\]).
//!
//! Shapes: a (softmax's output) and da \[heads, nq, nk\] -> ds like a. A hidden key has weight 0, so its gradient is 0 whatever the mask
//! was, and so is that of a row that sees nothing. Rows are independent: as heads, maps of any number of sequences will do.

use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Four;
use poslab_numbers::Real;

/// The gradient of the scores from that of the attention weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoftmaxGradient;

impl Operation for SoftmaxGradient {
    const NAME: &'static str = "softmax_gradient";
    const WANTS: &'static str = "attention and its gradient [heads, nq, nk]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/softmax_gradient.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [a, da] = inputs else { return None };
        let axes = a.shape.axes();
        let fits = axes.len() == 3 && rule::real(a, axes) && rule::real(da, axes);
        fits.then(|| a.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let keys = inputs[0].shape.width();
        let rows = inputs[0].real().chunks_exact(keys);
        let rows = rows.zip(inputs[1].real().chunks_exact(keys));
        for ((a, da), ds) in rows.zip(output.chunks_exact_mut(keys)) {
            let mean = T::dot(a, da);
            let means = T::Four::splat(mean);
            let (ds, ds_rest) = ds.as_chunks_mut();
            let ((a, a_rest), (da, da_rest)) = (a.as_chunks(), da.as_chunks());
            for ((ds, a), da) in ds.iter_mut().zip(a).zip(da) {
                (T::Four::load(a) * (T::Four::load(da) - means)).store(ds);
            }
            for ((ds, a), da) in ds_rest.iter_mut().zip(a_rest).zip(da_rest) {
                *ds = *a * (*da - mean);
            }
        }
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        let (rows, keys) = (output.rows(), output.width());
        let (entry, per_row) = if keys.is_multiple_of(4) {
            ("main4", keys / 4)
        } else {
            ("main", keys)
        };
        Kernel::linear(entry, vec![rows as u32, per_row as u32], rows)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        4 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let shape = [1 + dice.below(4), dice.axis(), dice.axis()];
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("attention", shape),
                dice.normal("d.attention", shape),
            ],
            tolerance: 1e-4,
        }
    }
}
