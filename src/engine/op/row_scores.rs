//! Scores against the rows of a table: s\[m, i, r\] = x_i . table\[r\] * scale, for map m of a sequence and its head.
//!
//! Shapes: x \[G * B * n, heads * head_dim\], table \[G, R, head_dim\], which the heads share, or \[G, R, heads * head_dim\], where each
//! has its own part -> s \[G * B * heads, n, R\]. With R = 2n - 1 rows by offset, [`Skew`](super::Skew) takes from it what
//! each pair meets: the terms of Dai et al. 2019 (section 3.3) and He et al. 2021 (section 3.1).

use super::maps::Maps;
use super::{Dice, Kernel, Operation, RowGather, RowMix, Sample};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::{Matrix, Real, Target};

/// Scores of every row of x against every row of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowScores {
    /// G: how many models there are.
    pub models: usize,
    /// B: how many sequences each model takes.
    pub sequences: usize,
    /// How many heads x holds.
    pub heads: usize,
    /// Factor on the products.
    pub scale: f64,
}

impl RowScores {
    fn counts(&self) -> [usize; 3] {
        [self.models, self.sequences, self.heads]
    }
}

/// Rows and width of a table \[G, R, head_dim | heads * head_dim\], or of its rows \[G * R, ...\], that meets such maps.
pub(super) fn table_axes(maps: &Maps, table: &TensorInfo) -> Option<[usize; 2]> {
    let (rows, width) = (table.shape.rows(), table.shape.width());
    let fits = table.element == Element::Real
        && rows.is_multiple_of(maps.models)
        && (width == maps.head_dim || width == maps.width());
    fits.then_some([rows / maps.models, width])
}

/// One head's part of one model's table.
pub(super) fn head_of<'a, T>(
    maps: &Maps,
    (table, width): (&'a [T], usize),
    model: usize,
    head: usize,
) -> Matrix<'a, T> {
    let len = table.len() / maps.models;
    let own = if width == maps.head_dim { 0 } else { head };
    Matrix {
        values: &table[model * len + own * maps.head_dim..(model + 1) * len],
        rows: len / width,
        columns: maps.head_dim,
        stride: width,
    }
}

/// The numbers of one map \[n, rows\].
pub(super) fn map_of(
    maps: &Maps,
    rows: usize,
    sequence: usize,
    head: usize,
) -> std::ops::Range<usize> {
    let len = maps.tokens * rows;
    let first = (sequence * maps.heads + head) * len;
    first..first + len
}

/// What the three shaders on rows of a table are told: threads, n, R, head_dim, heads, sequences, width, scale.
pub(super) fn constants(maps: &Maps, [threads, rows, width]: [usize; 3], scale: f64) -> Vec<u32> {
    let sizes = [
        threads,
        maps.tokens,
        rows,
        maps.head_dim,
        maps.heads,
        maps.sequences,
        width,
    ];
    let mut constants = sizes.map(|c| c as u32).to_vec();
    constants.push((scale as f32).to_bits());
    constants
}

impl Operation for RowScores {
    const NAME: &'static str = "row_scores";
    const WANTS: &'static str = "x [models * sequences * n, heads * head_dim] and table [models, rows, head_dim | heads * head_dim]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/table.wgsl"),
        include_str!("../../../shaders/row_scores.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, table] = inputs else { return None };
        let maps = Maps::of(self.counts(), x)?;
        let [rows, _] = table_axes(&maps, table)?;
        let [count, n, _] = maps.maps_shape();
        Some([count, n, rows].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let maps = Maps::new(self.counts(), inputs[0].shape);
        let (x, scale) = (inputs[0].real(), T::from_f64(self.scale));
        let table = (inputs[1].real(), inputs[1].shape.width());
        let mut packed = Vec::new();
        for model in 0..maps.models {
            for head in 0..maps.heads {
                let table = head_of(&maps, table, model, head);
                T::pack_rows(&table, &mut packed);
                for sequence in maps.sequences_of(model) {
                    let map = &mut output[map_of(&maps, table.rows, sequence, head)];
                    let map = &mut Target::dense(map, table.rows);
                    T::add_product(&maps.head(x, sequence, head), &packed, scale, map);
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let maps = Maps::new(self.counts(), inputs[0]);
        let sizes = [output.len(), output.width(), inputs[1].width()];
        Kernel::linear("main", constants(&maps, sizes, self.scale), output.len())
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        (2 * inputs[0].width() / self.heads * output.len()) as u64
    }

    /// dx is a [`RowMix`] of the table by ds; the table gathers x by ds.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        ds: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let &[x, table] = inputs else {
            return Ok(Vec::new());
        };
        let &Self {
            models,
            sequences,
            heads,
            scale,
        } = self;
        let mix = RowMix {
            models,
            sequences,
            heads,
            head_dim: tape.shape(x).width() / heads,
            scale,
        };
        let gather = RowGather {
            models,
            sequences,
            heads,
            scale,
            shape: tape.shape(table).clone(),
        };
        Ok(vec![
            tape.push_needed(x, mix, &[ds, table])?,
            tape.push_needed(table, gather, &[ds, x])?,
        ])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let maps = dice.maps();
        let (rows, width) = (dice.axis(), dice.table_width(&maps));
        Sample {
            op: Self {
                models: maps.models,
                sequences: maps.sequences,
                heads: maps.heads,
                scale: 1.0 / (maps.head_dim as f64).sqrt(),
            }
            .into(),
            inputs: vec![
                dice.normal("x", maps.rows_shape()),
                dice.normal("table", [maps.models, rows, width]),
            ],
            tolerance: 3e-5,
        }
    }
}

impl Dice {
    /// The width of a table that the heads share, or of one that has a part for each.
    pub(super) fn table_width(&mut self, maps: &Maps) -> usize {
        if self.coin() {
            maps.head_dim
        } else {
            maps.width()
        }
    }
}
