//! Linear layer of several models: y = x w + b, each model's rows with its own weights.
//!
//! Shapes: x \[R, k\], w \[G, k, m\], b \[G, m\] or one number \[1, 1\] -> y \[R, m\]; row r belongs to model r / (R / G). With one
//! model it is `matmul`. The twin computes tiles of 4 x 8, the shader of 8 x 4.

use super::{Dice, Kernel, LinearInput, LinearWeight, Operation, Sample, Sum, lanes, rule};
use crate::engine::tensor::{Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::{Matrix, Real, Target};

/// y = x w + b, by model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linear;

impl Operation for Linear {
    const NAME: &'static str = "linear";
    const WANTS: &'static str = "x [G * rows, k], w [G, k, m] and b [G, m] or [1, 1]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/linear.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, w, b] = inputs else { return None };
        let ([n, k], [models, rows, m]) = (rule::matrix(x)?, rule::stack(w)?);
        let fits = k == rows
            && n.is_multiple_of(models)
            && (rule::real(b, &[models, m]) || rule::real(b, &[1, 1]));
        fits.then(|| [n, m].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [x, w, b] = [inputs[0], inputs[1], inputs[2]];
        let (k, m) = (x.shape.width(), w.shape.width());
        let models = w.shape.len() / (k * m);
        let bias = b.real().len().min(m);
        let rows = x.real().len() / models;
        let mut packed = Vec::new();
        let blocks = output.chunks_exact_mut(output.len() / models);
        for (model, y) in blocks.enumerate() {
            let x = Matrix::dense(&x.real()[model * rows..][..rows], k);
            let w = Matrix::dense(&w.real()[model * k * m..][..k * m], m);
            T::pack_columns(&w, &mut packed);
            T::product(&x, &packed, &mut Target::dense(y, m));
            let own = b.real().chunks_exact(bias).nth(model);
            lanes::add_bias(y, m, own.unwrap_or(b.real()));
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let (k, m) = (inputs[0].width(), output.width());
        let models = inputs[1].len() / (k * m);
        let n = inputs[0].rows() / models;
        let (entry, threads) = if k.is_multiple_of(4) && m.is_multiple_of(4) {
            ("main4", models * n.div_ceil(8) * (m / 4))
        } else {
            ("main", models * n * m)
        };
        let bias = usize::from(inputs[2].len() != 1);
        let constants = [models, n, k, m, bias];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        2 * (inputs[0].width() * output.len()) as u64
    }

    /// dx = dy w^T, dw = x^T dy, db = the sum of dy over a model's rows.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let [x, w, b] = [inputs[0], inputs[1], inputs[2]];
        let models = tape.shape(w).axes()[0];
        let dx = tape.push_needed(x, LinearInput, &[dy, w])?;
        let dw = LinearWeight::push(tape, w, x, dy)?;
        let db = if tape.shape(b).len() == 1 {
            let shape = tape.shape(b).clone();
            tape.push_needed(b, Sum { outer: 1, shape }, &[dy])?
        } else {
            Sum::push_rows(tape, b, models, dy)?
        };
        Ok(vec![dx, dw, db])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, rows) = (1 + dice.below(3), dice.axis());
        let (k, m) = (dice.axis(), dice.axis());
        let b = if dice.coin() { [models, m] } else { [1, 1] };
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("x", [models * rows, k]),
                dice.normal("w", [models, k, m]),
                dice.normal("b", b),
            ],
            tolerance: 1e-5,
        }
    }
}
