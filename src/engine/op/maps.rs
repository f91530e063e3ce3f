//! Attention over many short sequences at once, as training needs it, for `pair_scores`, `pair_mix`, `offset_sum` and
//! `offset_mix`.
//!
//! G models each take B sequences of n tokens. Rows are tokens, model by model, sequence by sequence:
//! \[G * B * n, heads * head_dim\]. Each sequence has a map \[n, n\] for each head: \[G * B * heads, n, n\], queries downwards. What depends
//! on the offset of a pair alone lies in tables of 2n - 1 rows, one table a model; query i and key j meet row
//! j - i + n - 1. So a query meets n rows in a run, and no index is read. A door that is shut isn't read, and any real operand
//! may stand in its place.

use super::tile::{LANES, Matrix, ROWS};
use super::{Dice, Op, Operation, Scale, rule};
use crate::engine::real::Real;
use crate::engine::tensor::{Data, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};

/// How rows fall into models, sequences and heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Maps {
    pub models: usize,
    /// Sequences of one model.
    pub sequences: usize,
    pub heads: usize,
    pub tokens: usize,
    pub head_dim: usize,
}

impl Maps {
    /// Of rows of this shape, `models`, `sequences` of each, and `heads`.
    pub fn new([models, sequences, heads]: [usize; 3], rows: &Shape) -> Self {
        Self {
            models,
            sequences,
            heads,
            tokens: rows.rows() / (models * sequences).max(1),
            head_dim: rows.width() / heads.max(1),
        }
    }

    /// As [`Maps::new`], where the rows divide as they should.
    pub fn of(counts: [usize; 3], rows: &TensorInfo) -> Option<Self> {
        rule::matrix(rows)?;
        let maps = Self::new(counts, &rows.shape);
        let fits = maps.tokens > 0 && maps.head_dim > 0 && maps.takes_rows(rows);
        fits.then_some(maps)
    }

    /// heads * head_dim.
    pub fn width(&self) -> usize {
        self.heads * self.head_dim
    }

    /// The sequences of all models.
    pub fn all_sequences(&self) -> usize {
        self.models * self.sequences
    }

    /// Rows of a table by offset: 2n - 1.
    pub fn offsets(&self) -> usize {
        2 * self.tokens - 1
    }

    /// \[G * B * n, heads * head_dim\].
    pub fn rows_shape(&self) -> [usize; 2] {
        [self.all_sequences() * self.tokens, self.width()]
    }

    /// \[G * B * heads, n, n\].
    pub fn maps_shape(&self) -> [usize; 3] {
        let maps = self.all_sequences() * self.heads;
        [maps, self.tokens, self.tokens]
    }

    /// \[G, 2n - 1, width\].
    pub fn table_shape(&self, width: usize) -> [usize; 3] {
        [self.models, self.offsets(), width]
    }

    pub fn takes_rows(&self, t: &TensorInfo) -> bool {
        rule::real(t, &self.rows_shape())
    }

    pub fn takes_maps(&self, t: &TensorInfo) -> bool {
        rule::real(t, &self.maps_shape())
    }

    /// Whether `t` is a table by offset; where the door is shut, any real numbers will do.
    pub fn takes_door(&self, t: &TensorInfo, width: usize, open: bool) -> bool {
        let axes = self.table_shape(width);
        rule::real(t, if open { &axes } else { t.shape.axes() })
    }

    /// One model's part of a table.
    pub fn table<'a, T: Real>(
        &self,
        table: Operand<'a, T>,
        model: usize,
        width: usize,
    ) -> Matrix<'a, T> {
        let len = self.offsets() * width;
        Matrix::dense(&table.real()[model * len..][..len], width)
    }

    /// The sequences of one model, counted over all models.
    pub fn sequences_of(&self, model: usize) -> std::ops::Range<usize> {
        model * self.sequences..(model + 1) * self.sequences
    }

    /// Where the part of a row that is a head's starts.
    pub fn row_at(&self, sequence: usize, head: usize, token: usize) -> usize {
        (sequence * self.tokens + token) * self.width() + head * self.head_dim
    }

    /// One head's part of a sequence's rows: \[n, head_dim\].
    pub fn head<'a, T>(&self, rows: &'a [T], sequence: usize, head: usize) -> Matrix<'a, T> {
        Matrix {
            values: &rows[self.row_at(sequence, head, 0)..],
            rows: self.tokens,
            columns: self.head_dim,
            stride: self.width(),
        }
    }

    /// The numbers of one map.
    pub fn map(&self, sequence: usize, head: usize) -> std::ops::Range<usize> {
        let len = self.tokens * self.tokens;
        let first = (sequence * self.heads + head) * len;
        first..first + len
    }
}

/// x times a packed operand (`lanes`: blocks of eight columns, x.columns groups each), tile by tile: tells `put` the row,
/// the first column and the sums of eight columns. Past the packed operand's end the sums are of its padding.
pub(super) fn multiply<T: Real>(
    x: &Matrix<T>,
    lanes: &[[T; LANES]],
    mut put: impl FnMut(usize, usize, &[T; LANES]),
) {
    for (lanes, column) in lanes.chunks_exact(x.columns).zip((0..).step_by(LANES)) {
        for first in (0..x.rows).step_by(ROWS) {
            // Rows past the end repeat the last one and aren't told.
            let row = |row: usize| x.row((first + row).min(x.rows - 1));
            let sums = T::tile_rows(&[row(0), row(1), row(2), row(3)], lanes);
            for (sums, row) in sums.iter().zip(first..x.rows) {
                put(row, column, sums);
            }
        }
    }
}

/// As [`multiply`] with x transposed: its columns are the product's rows.
pub(super) fn multiply_transposed<T: Real>(
    x: &Columns<T>,
    lanes: &[[T; LANES]],
    mut put: impl FnMut(usize, usize, &[T; LANES]),
) {
    let rows = x.groups.len() / x.stride;
    for (lanes, column) in lanes.chunks_exact(rows).zip((0..).step_by(LANES)) {
        for (block, first) in (0..x.columns).step_by(ROWS).enumerate() {
            let sums = T::tile_columns(&x.groups[block..], lanes, (x.stride, 1));
            for (sums, row) in sums.iter().zip(first..x.columns) {
                put(row, column, sums);
            }
        }
    }
}

/// A matrix whose rows are groups of four numbers; what lies past the last column doesn't count.
pub(super) struct Columns<'a, T> {
    pub groups: &'a [[T; ROWS]],
    /// Groups of a row.
    pub stride: usize,
    pub columns: usize,
}

impl<'a, T: Real> Columns<'a, T> {
    /// The columns of a matrix whose rows lie close: where they lie, or copied where four doesn't divide them.
    pub fn of(x: &Matrix<'a, T>, copy: &'a mut Vec<[T; ROWS]>) -> Self {
        let stride = x.columns.div_ceil(ROWS);
        let groups = if x.columns.is_multiple_of(ROWS) {
            x.values.as_chunks().0
        } else {
            copy.resize(x.rows * stride, [T::ZERO; ROWS]);
            let rows = copy.as_flattened_mut().chunks_exact_mut(stride * ROWS);
            for (row, to) in rows.enumerate() {
                to[..x.columns].copy_from_slice(x.row(row));
            }
            copy
        };
        Self {
            groups,
            stride,
            columns: x.columns,
        }
    }
}

/// Maps one after the other, laid out by offset: \[n, 2n - 1\], where row i holds the map's numbers of i and j at j - i + n - 1, and
/// zeros elsewhere. Times a table by offset it gives each query's sum over its keys.
pub(super) struct Skewed<T> {
    n: usize,
    /// Rows of a multiple of four numbers.
    groups: Vec<[T; ROWS]>,
}

impl<T: Real> Skewed<T> {
    pub fn new(n: usize) -> Self {
        let stride = (2 * n - 1).div_ceil(ROWS);
        Self {
            n,
            groups: vec![[T::ZERO; ROWS]; n * stride],
        }
    }

    /// Takes the place of the map before.
    pub fn lay(&mut self, map: &[T]) {
        let stride = self.groups.len() / self.n * ROWS;
        let rows = self.groups.as_flattened_mut().chunks_exact_mut(stride);
        for (i, (to, from)) in rows.zip(map.chunks_exact(self.n)).enumerate() {
            to[self.n - 1 - i..][..self.n].copy_from_slice(from);
        }
    }

    pub fn rows(&self) -> Matrix<'_, T> {
        Matrix {
            values: self.groups.as_flattened(),
            rows: self.n,
            columns: 2 * self.n - 1,
            stride: self.groups.len() / self.n * ROWS,
        }
    }

    pub fn columns(&self) -> Columns<'_, T> {
        Columns {
            groups: &self.groups,
            stride: self.groups.len() / self.n,
            columns: 2 * self.n - 1,
        }
    }
}

/// Appends the gradient of a door's table, if that is needed: `op` on `inputs`, and zeros where the door is shut.
pub(super) fn push_door(
    tape: &mut Tape<'_>,
    door: TensorId,
    open: bool,
    op: impl Operation + Into<Op>,
    inputs: &[TensorId],
) -> Result<Option<TensorId>, EngineError> {
    if open {
        tape.push_needed(door, op, inputs)
    } else {
        tape.push_needed(door, Scale { factor: 0.0 }, &[door])
    }
}

impl Dice {
    /// Sizes of a few models, sequences and heads.
    pub(super) fn maps(&mut self) -> Maps {
        Maps {
            models: 1 + self.below(3),
            sequences: 1 + self.below(3),
            heads: 1 + self.below(3),
            tokens: self.axis(),
            head_dim: self.axis(),
        }
    }

    /// A table by offset, or what may stand for a shut door.
    pub(super) fn door(
        &mut self,
        name: &str,
        maps: &Maps,
        width: usize,
        open: bool,
    ) -> (TensorInfo, Data<f32>) {
        let shape = if open {
            maps.table_shape(width)
        } else {
            [1; 3]
        };
        self.normal(name, shape)
    }
}
