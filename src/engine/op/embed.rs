//! Embed: y_i = table\[ids_i\], the row of each token.
//!
//! Shapes: ids \[n\] or \[G, n\] whole, table \[rows, d\] or \[G, rows, d\] -> y \[n, d\] or \[G, n, d\]: the ids' axes, and d. With
//! several tables, \[G, heads, rows, d\] too, the first of the ids take theirs from the first table, and so on. An id without a row gives zeros, on the GPU too, where reading past the
//! end would give just any number; the model refuses such ids before a program is built.

use super::{Dice, EmbedGradient, Kernel, Operation, Sample};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// y_i = table\[ids_i\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embed;

/// How many tables \[rows, d\] there are.
fn table_count(shape: &Shape) -> usize {
    let axes = shape.axes();
    axes[..axes.len().saturating_sub(2)].iter().product()
}

impl Operation for Embed {
    const NAME: &'static str = "embed";
    const WANTS: &'static str = "ids [n] or [G, n] of whole numbers and table [rows, d], [G, rows, d] or [G, heads, rows, d]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/embed.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [ids, table] = inputs else { return None };
        let (axes, models) = (ids.shape.axes(), table_count(&table.shape));
        let fits = (ids.element, table.element) == (Element::Whole, Element::Real)
            && (2..=4).contains(&table.shape.axes().len())
            && (1..=2).contains(&axes.len())
            && ids.shape.len().is_multiple_of(models);
        fits.then(|| Shape::new([axes, &[table.shape.width()]].concat()))
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (ids, table) = (inputs[0].whole(), inputs[1]);
        let d = table.shape.width();
        let models = table_count(table.shape);
        let tables = table.real().chunks_exact(table.real().len() / models);
        let blocks = output.chunks_exact_mut(output.len() / models);
        let ids = ids.chunks_exact(ids.len() / models);
        for (y, (ids, table)) in blocks.zip(ids.zip(tables)) {
            for (y, id) in y.chunks_exact_mut(d).zip(ids) {
                let row = table.chunks_exact(d).nth(*id as usize);
                if let Some(row) = row {
                    y.copy_from_slice(row);
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let models = table_count(inputs[1]);
        let rows = (inputs[1].rows() / models) as u32;
        let ids = (inputs[0].len() / models) as u32;
        Kernel::each_row(output, |threads, per_row| vec![threads, per_row, rows, ids])
    }

    fn flops(&self, _: &[&Shape], _: &Shape) -> u64 {
        0
    }

    /// dtable: see [`EmbedGradient`].
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let [ids, table] = [inputs[0], inputs[1]];
        let shape = tape.shape(table).clone();
        let dtable = tape.push_needed(table, EmbedGradient { shape }, &[ids, dy])?;
        Ok(vec![None, dtable])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, rows, d) = (dice.axis(), dice.axis(), dice.axis());
        let models = 1 + dice.below(3);
        let (ids, table) = match (models, dice.coin()) {
            (1, _) => (vec![n], vec![rows, d]),
            (_, true) => (vec![models, n], vec![models, rows, d]),
            (_, false) => (vec![models, 2 * n], vec![models, 2, rows, d]),
        };
        Sample {
            op: Self.into(),
            // One id too many now and then: it has no row.
            inputs: vec![
                dice.whole("ids", Shape::new(ids), rows + 1),
                dice.normal("table", Shape::new(table)),
            ],
            tolerance: 1e-6,
        }
    }
}
