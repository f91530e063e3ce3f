//! Attention over many short sequences at once, as training needs it, for `pair_scores`, `pair_mix`, `offset_sum` and
//! `offset_mix`.
//!
//! G models each take B sequences of n tokens. Rows are tokens, model by model, sequence by sequence:
//! \[G * B * n, heads * head_dim\]. Each sequence has a map \[n, n\] for each head: \[G * B * heads, n, n\], queries downwards. What depends
//! on the offset of a pair alone lies in tables of 2n - 1 rows, one table a model; query i and key j meet row
//! j - i + n - 1. So a query meets n rows in a run, and no index is read. A door that is shut isn't read, and any real operand
//! may stand in its place.

use super::tile::{LANES, Matrix, ROWS, tile};
use super::{Dice, Op, Scale, rule};
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

/// Products of packed operands, tile by tile: tells `put` the row, the first column and the sums of eight columns. Past
/// the end of either operand the sums are of what it was padded with.
pub(super) fn multiply<T: Real>(
    rows: &[[T; ROWS]],
    lanes: &[[T; LANES]],
    steps: usize,
    mut put: impl FnMut(usize, usize, &[T; LANES]),
) {
    for (rows, first_row) in rows.chunks_exact(steps).zip((0..).step_by(ROWS)) {
        for (lanes, column) in lanes.chunks_exact(steps).zip((0..).step_by(LANES)) {
            for (sums, row) in tile(rows, lanes).iter().zip(first_row..) {
                put(row, column, sums);
            }
        }
    }
}

/// A map [n, n] packed as the left operand [n, 2n - 1] whose row i holds, at j - i + n - 1, the map's number of i and j, and
/// zeros elsewhere: times a table by offset it gives each query's sum over its keys.
pub(super) fn pack_by_offset<T: Real>(map: &[T], n: usize, packed: &mut Vec<[T; ROWS]>) {
    let steps = 2 * n - 1;
    packed.clear();
    packed.resize(n.div_ceil(ROWS) * steps, [T::ZERO; ROWS]);
    for (i, row) in map.chunks_exact(n).enumerate() {
        let groups = &mut packed[i / ROWS * steps + n - 1 - i..][..n];
        for (group, value) in groups.iter_mut().zip(row) {
            group[i % ROWS] = *value;
        }
    }
}

/// The transposed of [`pack_by_offset`]: [2n - 1, n], which gives each offset's sum over its queries.
pub(super) fn pack_offsets<T: Real>(map: &[T], n: usize, packed: &mut Vec<[T; ROWS]>) {
    packed.clear();
    packed.resize((2 * n - 1).div_ceil(ROWS) * n, [T::ZERO; ROWS]);
    for (i, row) in map.chunks_exact(n).enumerate() {
        for (value, offset) in row.iter().zip(n - 1 - i..) {
            packed[offset / ROWS * n + i][offset % ROWS] = *value;
        }
    }
}

/// Appends the gradient of a door's table, if that is needed: `op` on `inputs`, and zeros where the door is shut.
pub(super) fn push_door(
    tape: &mut Tape<'_>,
    door: TensorId,
    open: bool,
    op: impl Into<Op>,
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
