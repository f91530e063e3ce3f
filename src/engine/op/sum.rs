//! Sum over an axis: y\[o, i\] = sum over m of x\[o, m, i\].
//!
//! Shapes: x of any shape, read as \[outer, middle, inner\] -> y of the given shape, outer * inner numbers. It is what a
//! broadcast becomes in the reverse pass: a bias's gradient (outer = models, inner = its width), a position's (inner =
//! all numbers of a sequence), a row's or a column's. Numbers are added in the order of m.

use super::{Dice, Kernel, Operation, Sample};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// y\[o, i\] = sum over m of x\[o, m, i\].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Blocks of x that are summed each for itself.
    pub outer: usize,
    /// The shape of what comes out.
    pub shape: Shape,
}

/// A slice of rows that one thread sums, at least: fewer would cost more than they save.
const ROWS_A_SLICE: usize = 64;
/// More slices than this have more sums than a GPU runs at once.
const MOST_SLICES: usize = 32;

impl Sum {
    /// Into how many slices of equal length `rows` are cut, to be summed side by side and then added.
    pub(super) fn slices(rows: usize) -> usize {
        let fits = |slices: &usize| rows.is_multiple_of(*slices) && rows / slices >= ROWS_A_SLICE;
        (1..=MOST_SLICES).rev().find(fits).unwrap_or(1)
    }

    /// Appends the gradient of `of`, if it is needed: the sums over each model's rows of `x`.
    pub(super) fn push_rows(
        tape: &mut Tape<'_>,
        of: TensorId,
        models: usize,
        x: TensorId,
    ) -> Result<Option<TensorId>, EngineError> {
        if !tape.needs(of) {
            return Ok(None);
        }
        let (rows, width) = (tape.shape(x).rows(), tape.shape(x).width());
        let parts = models * Self::slices(rows / models);
        let mut from = x;
        if parts > models {
            let op = Self {
                outer: parts,
                shape: [parts, width].into(),
            };
            from = tape.push_between(of, "parts", op, &[x])?;
        }
        let (outer, shape) = (models, tape.shape(of).clone());
        tape.push(of, Self { outer, shape }, &[from]).map(Some)
    }

    fn inner(&self) -> usize {
        self.shape.len() / self.outer
    }
}

impl Operation for Sum {
    const NAME: &'static str = "sum";
    const WANTS: &'static str = "x [outer, middle, inner] for y of outer * inner numbers";
    const INPUTS: usize = 1;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/slices.wgsl"),
        include_str!("../../../shaders/sum.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x] = inputs else { return None };
        let len = self.shape.len();
        let fits = x.element == Element::Real
            && len > 0
            && self.outer > 0
            && len.is_multiple_of(self.outer)
            && x.shape.len().is_multiple_of(len);
        fits.then(|| self.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (x, inner) = (inputs[0].real(), self.inner());
        let blocks = x.chunks_exact(x.len() / self.outer);
        for (y, block) in output.chunks_exact_mut(inner).zip(blocks) {
            if let [y] = y {
                *y = T::total(block);
                continue;
            }
            for row in block.chunks_exact(inner) {
                T::accumulate(y, row);
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let (len, inner) = (output.len(), self.inner());
        let (entry, lanes) = if inner.is_multiple_of(4) {
            ("main4", 4)
        } else {
            ("main", 1)
        };
        let constants = [len / lanes, inputs[0].len() / len, inner / lanes];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), len / lanes)
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        inputs[0].len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (outer, middle) = (1 + dice.below(4), dice.axis());
        let inner = dice.axis();
        let inner = dice.broadcast(inner);
        let shape = [outer, inner].into();
        Sample {
            op: Self { outer, shape }.into(),
            inputs: vec![dice.normal("x", [outer, middle, inner])],
            tolerance: 1e-5,
        }
    }
}
