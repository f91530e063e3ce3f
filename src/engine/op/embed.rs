//! Embed: y_i = table\[ids_i\], the row of each token.
//!
//! Shapes: ids \[n\] whole, table \[rows, d\] -> y \[n, d\]. An id without a row gives zeros, on the GPU too, where reading past the
//! end would give just any number; the model refuses such ids before a program is built.

use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::real::Real;
use crate::engine::tensor::{Element, Operand, Shape, TensorInfo};

/// y_i = table\[ids_i\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embed;

impl Operation for Embed {
    const NAME: &'static str = "embed";
    const WANTS: &'static str = "ids [n] of whole numbers and table [rows, d]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/embed.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [ids, table] = inputs else { return None };
        let [_, d] = rule::matrix(table)?;
        let fits = ids.element == Element::Whole && ids.shape.axes().len() == 1;
        fits.then(|| [ids.shape.len(), d].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (ids, table) = (inputs[0].whole(), inputs[1]);
        let d = table.shape.width();
        for (y, id) in output.chunks_exact_mut(d).zip(ids) {
            let row = table.real().chunks_exact(d).nth(*id as usize);
            if let Some(row) = row {
                y.copy_from_slice(row);
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let rows = inputs[1].rows() as u32;
        Kernel::each_row(output, |threads, per_row| vec![threads, per_row, rows])
    }

    fn flops(&self, _: &[&Shape], _: &Shape) -> u64 {
        0
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, rows, d) = (dice.axis(), dice.axis(), dice.axis());
        Sample {
            op: Self.into(),
            // One id too many now and then: it has no row.
            inputs: vec![
                dice.whole("ids", [n], rows + 1),
                dice.normal("table", [rows, d]),
            ],
            tolerance: 1e-6,
        }
    }
}
