//! Doors 3 and 4 of attention as `scores`, `weighted_sum` and `attention` read them.

use super::rule;
use super::tile::{LANES, add_scaled};
use crate::engine::real::Real;
use crate::engine::tensor::{Operand, Shape};

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

/// Door 3: a number added to each score, each axis whole or 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bias<'a, T> {
    values: &'a [T],
    strides: [usize; 3],
}

/// From one head, query and key to the next in a bias of this shape.
pub(super) fn bias_strides(shape: &Shape) -> [usize; 3] {
    let axes = shape.axes();
    [
        rule::stride(axes[0], axes[1] * axes[2]),
        rule::stride(axes[1], axes[2]),
        rule::stride(axes[2], 1),
    ]
}

impl<'a, T: Real> Bias<'a, T> {
    pub fn new(operand: Operand<'a, T>) -> Self {
        Self {
            values: operand.real(),
            strides: bias_strides(operand.shape),
        }
    }

    fn at(&self, head: usize, query: usize, key: usize) -> T {
        let [h, q, k] = self.strides;
        self.values[head * h + query * q + key * k]
    }

    /// Adds the bias of a block's pairs.
    pub fn add(&self, head: usize, first: usize, count: usize, scores: &mut [[T; LANES]]) {
        if let [b] = self.values {
            scores.as_flattened_mut().iter_mut().for_each(|s| *s += *b);
            return;
        }
        for (key, scores) in scores.iter_mut().enumerate() {
            for (lane, s) in scores[..count].iter_mut().enumerate() {
                *s += self.at(head, first + lane, key);
            }
        }
    }
}

/// Door 4: a row of each plane for each pair of query and key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative<'a, T> {
    table: &'a [T],
    rows: usize,
    head_dim: usize,
    index: &'a [u32],
    strides: [usize; 2],
}

/// From one query and key to the next in an index of this shape.
pub(super) fn index_strides(shape: &Shape) -> [usize; 2] {
    let axes = shape.axes();
    [rule::stride(axes[0], axes[1]), rule::stride(axes[1], 1)]
}

impl<'a, T: Real> Relative<'a, T> {
    pub fn new(table: Operand<'a, T>, index: Operand<'a, T>) -> Self {
        Self {
            table: table.real(),
            rows: table.shape.axes()[1],
            head_dim: table.shape.width(),
            index: index.whole(),
            strides: index_strides(index.shape),
        }
    }

    /// Whether every pair shares one row, as when the door is shut: then the row is added once, not pair by pair.
    pub fn is_shared(&self) -> bool {
        self.index.len() == 1
    }

    /// The row of a pair; `None`, which counts as zeros, where the index points past the table.
    pub fn row(&self, plane: Plane, query: usize, key: usize) -> Option<&'a [T]> {
        let row = self.index[query * self.strides[0] + key * self.strides[1]] as usize;
        let start = (plane as usize * self.rows + row) * self.head_dim;
        (row < self.rows).then(|| &self.table[start..][..self.head_dim])
    }

    /// Adds weight times the value row of each pair to one query's output.
    pub fn add_values(&self, query: usize, weights: impl Iterator<Item = T>, output: &mut [T]) {
        if self.is_shared() {
            if let Some(row) = self.row(Plane::Value, 0, 0) {
                add_scaled(output, weights.sum(), row);
            }
            return;
        }
        for (key, weight) in weights.enumerate() {
            if let Some(row) = self.row(Plane::Value, query, key) {
                add_scaled(output, weight, row);
            }
        }
    }
}

/// The shader's entry where 4 divides head_dim: whether all pairs share a row of door 4 decides.
pub(super) fn entry_in_fours(index: &Shape) -> &'static str {
    if index.len() == 1 {
        "main4"
    } else {
        "main4_paired"
    }
}
