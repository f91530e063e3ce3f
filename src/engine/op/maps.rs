//! Attention over many short sequences at once, as training needs it, for `pair_scores`, `pair_mix`, `offset_sum` and
//! `offset_mix`.
//!
//! G models each take B sequences of n tokens. Rows are tokens, model by model, sequence by sequence:
//! \[G * B * n, heads * head_dim\]. Each sequence has a map \[n, n\] for each head: \[G * B * heads, n, n\], queries downwards. What depends
//! on the offset of a pair alone lies in tables of 2n - 1 rows, one table a model; query i and key j meet row
//! j - i + n - 1. So a query meets n rows in a run, and no index is read. A door that is shut isn't read, and any real operand
//! may stand in its place.

use super::{Dice, Op, Operation, Scale, rule};
use crate::engine::tensor::{Data, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::{Matrix, Real, Target};

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

    /// A model's part of door 4's table; none where the door is shut: for the whole program, or by zeros for this model.
    pub fn door<'a, T: Real>(
        &self,
        open: bool,
        table: Operand<'a, T>,
        model: usize,
    ) -> Option<Matrix<'a, T>> {
        let table = open.then(|| self.table(table, model, self.head_dim));
        table.filter(|table| table.values.iter().any(|v| *v != T::ZERO))
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

    /// As [`Maps::head`], to be written.
    pub fn head_mut<'a, T>(
        &self,
        rows: &'a mut [T],
        sequence: usize,
        head: usize,
    ) -> Target<'a, T> {
        Target {
            values: &mut rows[self.row_at(sequence, head, 0)..],
            rows: self.tokens,
            columns: self.head_dim,
            stride: self.width(),
        }
    }

    /// Numbers by query and offset: \[n, 2n - 1\], rows `stride` apart.
    pub fn by_offset<'a, T>(&self, values: &'a [T], stride: usize) -> Matrix<'a, T> {
        Matrix {
            values,
            rows: self.tokens,
            columns: self.offsets(),
            stride,
        }
    }

    /// The numbers of one map.
    pub fn map(&self, sequence: usize, head: usize) -> std::ops::Range<usize> {
        let len = self.tokens * self.tokens;
        let first = (sequence * self.heads + head) * len;
        first..first + len
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
