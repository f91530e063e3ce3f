//! Weighted sums of the rows of a table: y_i = scale * sum over r of s\[m, i, r\] * table\[r\], for map m of a sequence and its head.
//!
//! Shapes: s \[G * B * heads, n, R\], table \[G, R, head_dim\] or \[G, R, heads * head_dim\] -> y \[G * B * n, heads * head_dim\]. It is
//! the gradient of `row_scores` to x.

use super::maps::Maps;
use super::row_scores::{constants, head_of, map_of, table_axes};
use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::{Matrix, Real};

/// Rows of a table, weighted by maps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowMix {
    /// G: how many models there are.
    pub models: usize,
    /// B: how many sequences each model takes.
    pub sequences: usize,
    /// How many maps each sequence has.
    pub heads: usize,
    /// Dimensions of a head.
    pub head_dim: usize,
    /// Factor on the sums.
    pub scale: f64,
}

impl RowMix {
    fn maps(&self, s: &Shape) -> Maps {
        Maps {
            models: self.models,
            sequences: self.sequences,
            heads: self.heads,
            tokens: s.axes().get(1).copied().unwrap_or(1),
            head_dim: self.head_dim,
        }
    }
}

impl Operation for RowMix {
    const NAME: &'static str = "row_mix";
    const WANTS: &'static str = "maps [models * sequences * heads, n, rows] and table [models, rows, head_dim | heads * head_dim]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/table.wgsl"),
        include_str!("../../../shaders/row_mix.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [s, table] = inputs else { return None };
        let maps = self.maps(&s.shape);
        let [rows, _] = table_axes(&maps, table)?;
        let [count, n, _] = maps.maps_shape();
        rule::real(s, &[count, n, rows]).then(|| maps.rows_shape().into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let maps = self.maps(inputs[0].shape);
        let (s, scale) = (inputs[0].real(), T::from_f64(self.scale));
        let table = (inputs[1].real(), inputs[1].shape.width());
        let mut packed = Vec::new();
        for model in 0..maps.models {
            for head in 0..maps.heads {
                let table = head_of(&maps, table, model, head);
                T::pack_columns(&table, &mut packed);
                for sequence in maps.sequences_of(model) {
                    let map = map_of(&maps, table.rows, sequence, head);
                    let map = Matrix::dense(&s[map], table.rows);
                    let y = &mut maps.head_mut(output, sequence, head);
                    T::add_product(&map, &packed, scale, y);
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let maps = self.maps(inputs[0]);
        let sizes = [output.len(), inputs[0].width(), inputs[1].width()];
        Kernel::linear("main", constants(&maps, sizes, self.scale), output.len())
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        (2 * self.head_dim * inputs[0].len()) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let maps = dice.maps();
        let (rows, width) = (dice.axis(), dice.table_width(&maps));
        let [count, n, _] = maps.maps_shape();
        Sample {
            op: Self {
                models: maps.models,
                sequences: maps.sequences,
                heads: maps.heads,
                head_dim: maps.head_dim,
                scale: 1.0 / (maps.head_dim as f64).sqrt(),
            }
            .into(),
            inputs: vec![
                dice.normal("maps", [count, n, rows]),
                dice.normal("table", [maps.models, rows, width]),
            ],
            tolerance: 1e-4,
        }
    }
}
