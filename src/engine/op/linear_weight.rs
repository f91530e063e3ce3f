//! Gradient of a linear layer's weights: dw = x^T dy over each part of the rows.
//!
//! Shapes: x \[R, k\], dy \[R, m\] -> dw \[parts, k, m\]; row r belongs to part r / (R / parts). A model may have several parts, so that
//! a GPU has enough to do at once; `sum` adds them up.

use super::{Dice, Kernel, Operation, Sample, Sum, rule};
use crate::engine::tensor::{Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::{Matrix, Real, Target};

/// dw = x^T dy, by part of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearWeight {
    /// In how many parts the rows are summed.
    pub parts: usize,
}

impl LinearWeight {
    /// Appends the gradient of `w` \[G, k, m\] from x and dy, if it is needed.
    pub(super) fn push(
        tape: &mut Tape<'_>,
        w: TensorId,
        x: TensorId,
        dy: TensorId,
    ) -> Result<Option<TensorId>, EngineError> {
        if !tape.needs(w) {
            return Ok(None);
        }
        let shape = tape.shape(w).clone();
        let models = shape.axes()[0];
        let parts = models * Sum::slices(tape.shape(dy).rows() / models);
        if parts == models {
            return tape.push(w, Self { parts }, &[x, dy]).map(Some);
        }
        let each = tape.push_between(w, "parts", Self { parts }, &[x, dy])?;
        let outer = models;
        tape.push(w, Sum { outer, shape }, &[each]).map(Some)
    }
}

impl Operation for LinearWeight {
    const NAME: &'static str = "linear_weight";
    const WANTS: &'static str = "x [parts * rows, k] and dy [parts * rows, m]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/linear_weight.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, dy] = inputs else { return None };
        let ([n, k], [rows, m]) = (rule::matrix(x)?, rule::matrix(dy)?);
        let fits = n == rows && self.parts > 0 && n.is_multiple_of(self.parts);
        fits.then(|| [self.parts, k, m].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [x, dy] = [inputs[0], inputs[1]];
        let (k, m) = (x.shape.width(), dy.shape.width());
        let rows = x.shape.rows() / self.parts;
        let operands = x
            .real()
            .chunks_exact(rows * k)
            .zip(dy.real().chunks_exact(rows * m));
        for (dw, (x, dy)) in output.chunks_exact_mut(k * m).zip(operands) {
            T::add_columns(
                &Matrix::dense(x, k),
                &Matrix::dense(dy, m),
                &mut Target::dense(dw, m),
            );
        }
    }

    fn kernel(&self, inputs: &[&Shape], _: &Shape) -> Kernel {
        let (k, m) = (inputs[0].width(), inputs[1].width());
        let rows = inputs[0].rows() / self.parts;
        let (entry, threads) = if k.is_multiple_of(4) && m.is_multiple_of(4) {
            ("main4", self.parts * k.div_ceil(8) * (m / 4))
        } else {
            ("main", self.parts * k * m)
        };
        let constants = [self.parts, rows, k, m];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        2 * (inputs[0].len() * inputs[1].width()) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (parts, rows) = (1 + dice.below(3), dice.axis());
        let (k, m) = (dice.axis(), dice.axis());
        Sample {
            op: Self { parts }.into(),
            inputs: vec![
                dice.normal("x", [parts * rows, k]),
                dice.normal("dy", [parts * rows, m]),
            ],
            tolerance: 1e-5,
        }
    }
}
