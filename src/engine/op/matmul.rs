//! Matrix product: y = x w + b.
//!
//! Shapes: x \[n, k\], w \[k, m\], b \[m | 1\] -> y \[n, m\]. The twin computes tiles of 4 x 8 in registers over packed operands (Goto and
//! van de Geijn 2008, "Anatomy of high-performance matrix multiplication"); the shader tiles of 8 x 4.

use super::{Dice, Kernel, Operation, Sample, lanes, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::{Matrix, Real, Target};

/// y = x w + b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matmul;

/// With fewer rows than this, packing w costs more than it saves.
const FEW_ROWS: usize = 4;

impl Operation for Matmul {
    const NAME: &'static str = "matmul";
    const WANTS: &'static str = "x [n, k], w [k, m] and b [m | 1]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/matmul.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, w, b] = inputs else { return None };
        let ([n, k], [rows, m]) = (rule::matrix(x)?, rule::matrix(w)?);
        (k == rows && rule::real_or_one(b, &[m])).then(|| [n, m].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let x = Matrix::dense(inputs[0].real(), inputs[0].shape.width());
        let w = Matrix::dense(inputs[1].real(), inputs[1].shape.width());
        if x.rows < FEW_ROWS {
            row_by_row(&x, &w, output);
        } else {
            let mut packed = Vec::new();
            T::pack_columns(&w, &mut packed);
            T::product(&x, &packed, &mut Target::dense(output, w.columns));
        }
        lanes::add_bias(output, w.columns, inputs[2].real());
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let (n, k, m) = (inputs[0].rows(), inputs[0].width(), output.width());
        let (entry, threads) = if k.is_multiple_of(4) && m.is_multiple_of(4) {
            ("main4", n.div_ceil(8) * (m / 4))
        } else {
            ("main", n * m)
        };
        let constants = [n, k, m, rule::stride(inputs[2].len(), 1)];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        2 * (inputs[0].width() * output.len()) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, k, m) = (dice.axis(), dice.axis(), dice.axis());
        let b = dice.broadcast(m);
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("x", [n, k]),
                dice.normal("w", [k, m]),
                dice.normal("b", [b]),
            ],
            tolerance: 1e-5,
        }
    }
}

/// The same sums in the same order, so that a row is bit-equal whether it comes alone or among others.
fn row_by_row<T: Real>(x: &Matrix<T>, w: &Matrix<T>, output: &mut [T]) {
    for (i, y) in output.chunks_exact_mut(w.columns).enumerate() {
        for (p, x) in x.row(i).iter().enumerate() {
            T::add_scaled(y, *x, w.row(p));
        }
    }
}
