//! What rows bring to a table: y\[r\] = scale * sum over the sequences of a model, their heads and rows i of s\[m, i, r\] * x_i, where
//! m is the head's map and x_i the head's part of the row; where heads have parts of their own, each sums into its own.
//!
//! Shapes: s \[G * B * heads, n, R\], x \[G * B * n, heads * head_dim\] -> y \[G, R, head_dim | heads * head_dim\]. It is the gradient of
//! `row_scores` to its table.

use super::maps::Maps;
use super::row_scores::{constants, map_of};
use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::{Matrix, Real, Target};

/// Rows of x, gathered by maps into a table.
#[derive(Clone, Debug, PartialEq)]
pub struct RowGather {
    /// G: how many models there are.
    pub models: usize,
    /// B: how many sequences each model takes.
    pub sequences: usize,
    /// How many heads x holds.
    pub heads: usize,
    /// Factor on the sums.
    pub scale: f64,
    /// The table's shape: \[G, R, head_dim | heads * head_dim\], or its rows \[G * R, ...\].
    pub shape: Shape,
}

impl RowGather {
    fn width(&self) -> usize {
        self.shape.width()
    }

    fn maps(&self, x: &Shape) -> Maps {
        Maps::new([self.models, self.sequences, self.heads], x)
    }
}

impl Operation for RowGather {
    const NAME: &'static str = "row_gather";
    const WANTS: &'static str = "maps [models * sequences * heads, n, rows] and x [models * sequences * n, heads * head_dim]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/table.wgsl"),
        include_str!("../../../shaders/row_gather.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [s, x] = inputs else { return None };
        let maps = Maps::of([self.models, self.sequences, self.heads], x)?;
        let [count, n, _] = maps.maps_shape();
        let rows = s.shape.width();
        let fits = rule::real(s, &[count, n, rows])
            && self.shape.rows() == maps.models * rows
            && (self.width() == maps.head_dim || self.width() == maps.width());
        fits.then(|| self.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (s, x, maps) = (
            inputs[0].real(),
            inputs[1].real(),
            self.maps(inputs[1].shape),
        );
        let (rows, width) = (inputs[0].shape.width(), self.width());
        let (mut columns, mut packed) = (Vec::new(), Vec::new());
        let tables = output.chunks_exact_mut(rows * width);
        for (model, table) in tables.enumerate() {
            for sequence in maps.sequences_of(model) {
                for head in 0..maps.heads {
                    let first = if width == maps.head_dim { 0 } else { head } * maps.head_dim;
                    let map = Matrix::dense(&s[map_of(&maps, rows, sequence, head)], rows);
                    T::pack_columns(&maps.head(x, sequence, head), &mut packed);
                    let mut own = Target {
                        values: &mut table[first..],
                        rows,
                        columns: maps.head_dim,
                        stride: width,
                    };
                    T::add_transposed(&map, &mut columns, &packed, T::ONE, &mut own);
                }
            }
        }
        T::scale(output, T::from_f64(self.scale));
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let maps = self.maps(inputs[1]);
        let sizes = [output.len(), inputs[0].width(), self.width()];
        Kernel::linear("main", constants(&maps, sizes, self.scale), output.len())
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        (2 * inputs[1].width() / self.heads * inputs[0].len()) as u64
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
                scale: 1.0 / (maps.head_dim as f64).sqrt(),
                shape: [maps.models, rows, width].into(),
            }
            .into(),
            inputs: vec![
                dice.normal("maps", [count, n, rows]),
                dice.normal("x", maps.rows_shape()),
            ],
            tolerance: 1e-4,
        }
    }
}
