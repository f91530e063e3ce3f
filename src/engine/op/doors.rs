//! Doors 3 and 4 of attention as `scores`, `weighted_sum` and `attention` read them.

use super::heads::Sizes;
use super::lookup::Lookup;
use super::rule;
use crate::engine::tensor::{Operand, Shape};
use poslab_numbers::{LANES, Real};

/// Planes of the relative table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plane {
    /// Vectors that meet the query.
    Key,
    /// Vectors that meet the key.
    Query,
    /// Vectors that join the values.
    Value,
}

/// Door 3: a number added to each score, by pair (each axis whole or 1) or by the row that the pair looks up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bias<'a, T> {
    values: &'a [T],
    strides: [usize; 3],
    rows: usize,
}

/// From one head, query and key to the next in a bias of this shape, and the rows of a bias by row (0: it is by pair).
pub(super) fn bias_strides(shape: &Shape) -> [usize; 4] {
    match *shape.axes() {
        [heads, rows] => [rule::stride(heads, rows), 0, 0, rows],
        [heads, queries, keys] => [
            rule::stride(heads, queries * keys),
            rule::stride(queries, keys),
            rule::stride(keys, 1),
            0,
        ],
        _ => [0; 4],
    }
}

impl<'a, T: Real> Bias<'a, T> {
    pub fn new(operand: Operand<'a, T>) -> Self {
        let [head, query, key, rows] = bias_strides(operand.shape);
        Self {
            values: operand.real(),
            strides: [head, query, key],
            rows,
        }
    }

    /// The bias of a pair; `row` is what it looks up.
    fn at(&self, [head, query, key]: [usize; 3], row: usize) -> T {
        let [h, q, k] = self.strides;
        let at = head * h + query * q + key * k;
        if self.rows == 0 {
            return self.values[at];
        }
        if row < self.rows {
            self.values[at + row]
        } else {
            T::ZERO
        }
    }

    /// Adds the bias of a block's pairs.
    pub fn add(
        &self,
        head: usize,
        first: usize,
        count: usize,
        relative: &Relative<'a, T>,
        scores: &mut [[T; LANES]],
    ) {
        if let ([b], 0) = (self.values, self.rows) {
            scores.as_flattened_mut().iter_mut().for_each(|s| *s += *b);
            return;
        }
        for (key, scores) in scores.iter_mut().enumerate() {
            for (lane, s) in scores[..count].iter_mut().enumerate() {
                let query = first + lane;
                *s += self.at([head, query, key], relative.looked_up(query, key));
            }
        }
    }
}

/// Door 4: a row of each plane for each pair of query and key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative<'a, T> {
    table: &'a [T],
    /// Rows of a plane; 0 where the door is shut.
    rows: usize,
    head_dim: usize,
    /// Width of a row, and the step from one head's part of it to the next.
    strides: [usize; 2],
    index: &'a [u32],
    lookup: Lookup,
}

/// The width of a relative row, and the step from one head's part of it to the next.
pub(super) fn relative_strides(relative: &Shape, head_dim: usize) -> [usize; 2] {
    let width = relative.width();
    [width, if width == head_dim { 0 } else { head_dim }]
}

/// What a shader needs of door 4: rows (0: it is shut), width and head step.
pub(super) fn relative_words(relative: &Shape, head_dim: usize, open: bool) -> [usize; 3] {
    let [width, head] = relative_strides(relative, head_dim);
    let rows = if open { relative.axes()[1] } else { 0 };
    [rows, width, head]
}

impl<'a, T: Real> Relative<'a, T> {
    /// Of table and index; `open` tells whether the table is read at all.
    pub fn new(table: Operand<'a, T>, index: Operand<'a, T>, sizes: Sizes, open: bool) -> Self {
        Self {
            table: table.real(),
            rows: if open { table.shape.axes()[1] } else { 0 },
            head_dim: sizes.head_dim,
            strides: relative_strides(table.shape, sizes.head_dim),
            index: index.whole(),
            lookup: Lookup::new(index.shape, sizes.queries),
        }
    }

    /// Whether every pair shares one row, or meets none: then it is added once, not pair by pair.
    pub fn is_shared(&self) -> bool {
        self.rows == 0 || self.index.len() == 1
    }

    /// The row that a pair looks up.
    fn looked_up(&self, query: usize, key: usize) -> usize {
        self.index[self.lookup.at(query, key)] as usize
    }

    /// A head's part of a pair's row; `None`, which counts as zeros, where the index points past the table.
    pub fn row(&self, plane: Plane, head: usize, query: usize, key: usize) -> Option<&'a [T]> {
        let (row, [width, step]) = (self.looked_up(query, key), self.strides);
        let start = (plane as usize * self.rows + row) * width + head * step;
        (row < self.rows).then(|| &self.table[start..][..self.head_dim])
    }

    /// Adds weight times the value row of each pair to one query's output.
    pub fn add_values(
        &self,
        head: usize,
        query: usize,
        weights: impl Iterator<Item = T>,
        output: &mut [T],
    ) {
        if self.is_shared() {
            if let Some(row) = self.row(Plane::Value, head, 0, 0) {
                T::add_scaled(output, weights.sum(), row);
            }
            return;
        }
        for (key, weight) in weights.enumerate() {
            if let Some(row) = self.row(Plane::Value, head, query, key) {
                T::add_scaled(output, weight, row);
            }
        }
    }
}

/// The shader's entry where 4 divides head_dim: whether each pair has a row of door 4 of its own decides.
pub(super) fn entry_in_fours(index: &Shape, open: bool) -> &'static str {
    if open && index.len() > 1 {
        "main4_paired"
    } else {
        "main4"
    }
}
