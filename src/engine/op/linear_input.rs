//! Gradient of a linear layer's input: dx = dy w^T, each model's rows with its own weights.
//!
//! Shapes: dy \[R, m\], w \[G, k, m\] -> dx \[R, k\]; row r belongs to model r / (R / G).

use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::{Matrix, Real, Target};

/// dx = dy w^T, by model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearInput;

impl Operation for LinearInput {
    const NAME: &'static str = "linear_input";
    const WANTS: &'static str = "dy [G * rows, m] and w [G, k, m]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/linear_input.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [dy, w] = inputs else { return None };
        let ([n, width], [models, k, m]) = (rule::matrix(dy)?, rule::stack(w)?);
        (width == m && n.is_multiple_of(models)).then(|| [n, k].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [dy, w] = [inputs[0], inputs[1]];
        let m = w.shape.width();
        let models = w.shape.axes()[0];
        let k = w.shape.len() / (models * m);
        let rows = dy.real().len() / models;
        let mut packed = Vec::new();
        let blocks = output.chunks_exact_mut(output.len() / models);
        for (model, dx) in blocks.enumerate() {
            let dy = Matrix::dense(&dy.real()[model * rows..][..rows], m);
            let w = Matrix::dense(&w.real()[model * k * m..][..k * m], m);
            // The rows of w are the columns of its transpose.
            T::pack_rows(&w, &mut packed);
            T::product(&dy, &packed, &mut Target::dense(dx, k));
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let (m, k) = (inputs[0].width(), output.width());
        let models = inputs[1].len() / (k * m);
        let n = inputs[0].rows() / models;
        let (entry, threads) = if k.is_multiple_of(4) && m.is_multiple_of(4) {
            ("main4", models * n.div_ceil(8) * (k / 4))
        } else {
            ("main", models * n * k)
        };
        let constants = [models, n, k, m];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        2 * (inputs[0].width() * output.len()) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, rows) = (1 + dice.below(3), dice.axis());
        let (k, m) = (dice.axis(), dice.axis());
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("dy", [models * rows, m]),
                dice.normal("w", [models, k, m]),
            ],
            tolerance: 3e-5,
        }
    }
}
