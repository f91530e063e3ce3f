//! Sum of products over an axis: y\[o, i\] = sum over m of a\[o, m, i\] * b\[o, m, i\].
//!
//! Shapes: a and b of any one shape, read as \[outer, middle, inner\] -> y of the given shape, outer * inner numbers. The
//! gradient of a layer norm's gain. Numbers are added in the order of m.

use super::{Dice, Kernel, Operation, Sample, Sum, lanes, rule};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// y\[o, i\] = sum over m of a\[o, m, i\] * b\[o, m, i\].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductSum {
    /// Blocks that are summed each for itself.
    pub outer: usize,
    /// The shape of what comes out.
    pub shape: Shape,
}

impl ProductSum {
    fn inner(&self) -> usize {
        self.shape.len() / self.outer
    }

    /// Appends the gradient of `of`, which is needed: the sums over each model's rows of two matrices' products.
    pub(super) fn push_rows(
        tape: &mut Tape<'_>,
        of: TensorId,
        models: usize,
        factors: [TensorId; 2],
    ) -> Result<Option<TensorId>, EngineError> {
        let (rows, width) = (
            tape.shape(factors[0]).rows(),
            tape.shape(factors[0]).width(),
        );
        let (parts, shape) = (models * Sum::slices(rows / models), tape.shape(of).clone());
        if parts == models {
            let outer = models;
            return tape.push_needed(of, Self { outer, shape }, &factors);
        }
        let op = Self {
            outer: parts,
            shape: [parts, width].into(),
        };
        let each = tape.push_between(of, "parts", op, &factors)?;
        let outer = models;
        tape.push_needed(of, Sum { outer, shape }, &[each])
    }
}

impl Operation for ProductSum {
    const NAME: &'static str = "product_sum";
    const WANTS: &'static str = "a and b [outer, middle, inner] for y of outer * inner numbers";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/slices.wgsl"),
        include_str!("../../../shaders/product_sum.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [a, b] = inputs else { return None };
        let len = self.shape.len();
        let fits = a.element == Element::Real
            && rule::real(b, a.shape.axes())
            && len > 0
            && self.outer > 0
            && len.is_multiple_of(self.outer)
            && a.shape.len().is_multiple_of(len);
        fits.then(|| self.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (a, b) = (inputs[0].real(), inputs[1].real());
        let (inner, block) = (self.inner(), a.len() / self.outer);
        let blocks = a.chunks_exact(block).zip(b.chunks_exact(block));
        for (y, (a, b)) in output.chunks_exact_mut(inner).zip(blocks) {
            if let [y] = y {
                *y = T::dot(a, b);
                continue;
            }
            for (a, b) in a.chunks_exact(inner).zip(b.chunks_exact(inner)) {
                lanes::update2(y, a, b, |y, a, b| y + a * b);
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
        2 * inputs[0].len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (outer, middle) = (1 + dice.below(4), dice.axis());
        let inner = dice.axis();
        let inner = dice.broadcast(inner);
        let axes = [outer, middle, inner];
        let shape = [outer, inner].into();
        Sample {
            op: Self { outer, shape }.into(),
            inputs: vec![dice.normal("a", axes), dice.normal("b", axes)],
            tolerance: 1e-5,
        }
    }
}
