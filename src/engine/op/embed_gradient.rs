//! Gradient of an embedding's table: dtable\[v\] = the sum of dy_i over the tokens i with ids_i = v.
//!
//! Shapes: ids \[n\] or \[G, n\] whole, dy \[n, d\] or \[G, n, d\] -> dtable like the table. The shader looks for each row's
//! tokens in their order, so that no two threads write one number; an id without a row counts nowhere.

use super::{Dice, Kernel, Operation, Sample};
use crate::engine::tensor::{Element, Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// dtable\[v\] = sum of dy_i where ids_i = v.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedGradient {
    /// The table's shape: \[rows, d\], \[G, rows, d\] or \[G, heads, rows, d\].
    pub shape: Shape,
}

impl EmbedGradient {
    /// How many tables there are and how many rows each has; none where it is no table.
    fn sizes(&self) -> Option<[usize; 2]> {
        let (_, leading) = self.shape.axes().split_last()?;
        let (rows, tables) = leading.split_last()?;
        Some([tables.iter().product(), *rows])
    }
}

impl Operation for EmbedGradient {
    const NAME: &'static str = "embed_gradient";
    const WANTS: &'static str = "ids [n] or [G, n] of whole numbers and dy [n, d] or [G, n, d]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/embed_gradient.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [ids, dy] = inputs else { return None };
        let [models, _] = self.sizes()?;
        let fits = (ids.element, dy.element) == (Element::Whole, Element::Real)
            && !self.shape.is_empty()
            && ids.shape.len() == dy.shape.rows()
            && dy.shape.width() == self.shape.width()
            && ids.shape.len().is_multiple_of(models);
        fits.then(|| self.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (ids, dy) = (inputs[0].whole(), inputs[1].real());
        let Some([models, rows]) = self.sizes() else {
            return;
        };
        let d = self.shape.width();
        let tokens = ids.len() / models;
        for (i, (id, dy)) in ids.iter().zip(dy.chunks_exact(d)).enumerate() {
            let id = *id as usize;
            if id < rows {
                let row = i / tokens * rows + id;
                T::accumulate(&mut output[row * d..][..d], dy);
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let [models, rows] = self.sizes().unwrap_or([1, 1]);
        let tokens = (inputs[0].len() / models) as u32;
        Kernel::each_row(output, |threads, per_row| {
            vec![threads, per_row, rows as u32, tokens]
        })
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        inputs[1].len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, n) = (1 + dice.below(3), dice.axis());
        let (rows, d) = (dice.axis(), dice.axis());
        Sample {
            op: Self {
                shape: [models, rows, d].into(),
            }
            .into(),
            inputs: vec![
                dice.whole("ids", [models, n], rows + 1),
                dice.normal("dy", [models, n, d]),
            ],
            tolerance: 1e-5,
        }
    }
}
