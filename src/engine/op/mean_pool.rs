//! Mean pool: y = the mean of the rows that are valid; zeros where none is.
//!
//! Shapes: x \[n, d\], valid \[n | 1\] whole (1 = counts) -> y \[1, d\]. The rows are added in their order. So the pooled vectors of two
//! orders of one sentence may differ by rounding, not by more.

use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// y = mean of the valid rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeanPool;

impl Operation for MeanPool {
    const NAME: &'static str = "mean_pool";
    const WANTS: &'static str = "x [n, d] and valid [n | 1] of whole numbers";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/mean_pool.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, valid] = inputs else { return None };
        let [n, d] = rule::matrix(x)?;
        rule::whole_or_one(valid, &[n]).then(|| [1, d].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (x, valid) = (inputs[0], inputs[1].whole());
        let step = rule::stride(valid.len(), 1);
        let mut count = 0;
        for (i, row) in x.real().chunks_exact(x.shape.width()).enumerate() {
            if valid[i * step] == 0 {
                continue;
            }
            count += 1;
            for (y, x) in output.iter_mut().zip(row) {
                *y += *x;
            }
        }
        let per_row = T::ONE / T::from_f64(f64::from(count.max(1)));
        for y in output {
            *y *= per_row;
        }
    }

    fn kernel(&self, inputs: &[&Shape], _: &Shape) -> Kernel {
        let (n, d) = (inputs[0].rows(), inputs[0].width());
        let step = rule::stride(inputs[1].len(), 1);
        Kernel::linear("main", [n, d, step].map(|c| c as u32).to_vec(), d)
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        inputs[0].len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, d) = (dice.axis(), dice.axis());
        let valid = dice.broadcast(n);
        Sample {
            op: Self.into(),
            inputs: vec![dice.normal("x", [n, d]), dice.whole("valid", [valid], 2)],
            tolerance: 1e-6,
        }
    }
}
