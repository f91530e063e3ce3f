//! What `scores`, `weighted_sum` and `attention` share: sizes, doors 3 and 4, and the work on a block of eight queries.
//!
//! A block's scores lie key by key, eight queries side by side (`&[[T; LANES]]`): so they come out of one tile product and
//! go into the next without a transposition.

use super::rule;
use super::tile::{LANES, Matrix, ROWS, add_scaled, dot, tile};
use crate::engine::real::Real;
use crate::engine::tensor::{Operand, Shape, TensorInfo};

/// The score of a pair that the mask hides: finite, since a shader may take infinities for absent.
pub(super) const HIDDEN: f64 = -1e30;

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

/// How attention is cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub heads: usize,
    pub head_dim: usize,
    pub queries: usize,
    pub keys: usize,
}

impl Sizes {
    /// Of q \[queries, heads * head_dim\] and k \[keys, heads * head_dim\].
    pub fn new(heads: usize, q: &Shape, k: &Shape) -> Self {
        Self {
            heads,
            head_dim: q.width() / heads.max(1),
            queries: q.rows(),
            keys: k.rows(),
        }
    }

    /// Checks that q and k fit, and gives the sizes.
    pub fn of(heads: usize, q: &TensorInfo, k: &TensorInfo) -> Option<Self> {
        let ([_, width], [_, same]) = (rule::matrix(q)?, rule::matrix(k)?);
        let fits = heads > 0 && width == same && width.is_multiple_of(heads);
        fits.then(|| Self::new(heads, &q.shape, &k.shape))
    }

    /// heads * head_dim.
    pub fn width(&self) -> usize {
        self.heads * self.head_dim
    }

    /// Whether door 3's table fits.
    pub fn takes_bias(&self, bias: &TensorInfo) -> bool {
        rule::real_or_one(bias, &[self.heads, self.queries, self.keys])
    }

    /// Whether door 4's tables fit.
    pub fn takes_relative(&self, relative: &TensorInfo, index: &TensorInfo) -> bool {
        let rows = relative.shape.axes().get(1).copied().unwrap_or(0);
        rule::real(relative, &[3, rows, self.head_dim])
            && rule::whole_or_one(index, &[self.queries, self.keys])
    }

    /// One head's columns of a matrix \[rows, heads * head_dim\], `count` rows from `first` on.
    pub fn head<'a, T>(
        &self,
        values: &'a [T],
        head: usize,
        first: usize,
        count: usize,
    ) -> Matrix<'a, T> {
        Matrix {
            values: &values[first * self.width() + head * self.head_dim..],
            rows: count,
            columns: self.head_dim,
            stride: self.width(),
        }
    }

    /// The blocks of eight queries: the first of each, and how many it has.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let queries = self.queries;
        (0..queries)
            .step_by(LANES)
            .map(move |first| (first, LANES.min(queries - first)))
    }

    /// How many keys query `query` may see under a causal mask: with a cache, the queries are the last rows.
    pub fn causal(&self, query: usize) -> usize {
        self.keys - self.queries + query + 1
    }
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
    fn new(operand: Operand<'a, T>) -> Self {
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
    fn add(&self, head: usize, first: usize, count: usize, scores: &mut [[T; LANES]]) {
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
    fn is_shared(&self) -> bool {
        self.index.len() == 1
    }

    /// The row of a pair; `None`, which counts as zeros, where the index points past the table.
    fn row(&self, plane: Plane, query: usize, key: usize) -> Option<&'a [T]> {
        let row = self.index[query * self.strides[0] + key * self.strides[1]] as usize;
        let start = (plane as usize * self.rows + row) * self.head_dim;
        (row < self.rows).then(|| &self.table[start..][..self.head_dim])
    }

    /// Adds weight times the value row of each pair to one query's output.
    fn add_values(&self, query: usize, weights: impl Iterator<Item = T>, output: &mut [T]) {
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

/// Everything that makes a score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scorer<'a, T> {
    pub sizes: Sizes,
    scale: T,
    q: &'a [T],
    k: &'a [T],
    bias: Bias<'a, T>,
    relative: Relative<'a, T>,
}

impl<'a, T: Real> Scorer<'a, T> {
    /// Of q, k, bias, relative table and index.
    pub fn new(heads: usize, scale: f64, operands: [Operand<'a, T>; 5]) -> Self {
        let [q, k, bias, relative, index] = operands;
        Self {
            sizes: Sizes::new(heads, q.shape, k.shape),
            scale: T::from_f64(scale),
            q: q.real(),
            k: k.real(),
            bias: Bias::new(bias),
            relative: Relative::new(relative, index),
        }
    }

    /// A head's keys, packed for [`Scorer::block`].
    pub fn pack_keys(&self, head: usize) -> Vec<[T; ROWS]> {
        let keys = self.sizes.head(self.k, head, 0, self.sizes.keys);
        keys.pack_rows()
    }

    /// The scores of `count` queries from `first` on against the first `scores.len()` keys.
    pub fn block(
        &self,
        head: usize,
        (first, count): (usize, usize),
        keys: &[[T; ROWS]],
        scores: &mut [[T; LANES]],
    ) {
        let rows = self.sizes.head(self.q, head, first, count);
        let mut queries = rows.pack_rows::<LANES>();
        let shared = self.meet_shared_row(&mut queries);
        let blocks = keys.chunks_exact(self.sizes.head_dim);
        for (keys, scores) in blocks.zip(scores.chunks_mut(ROWS)) {
            for (scores, sums) in scores.iter_mut().zip(tile(keys, &queries)) {
                for ((score, sum), shared) in scores.iter_mut().zip(sums).zip(shared) {
                    *score = sum + shared;
                }
            }
        }
        if !self.relative.is_shared() {
            self.meet_rows(head, first, &rows, scores);
        }
        for score in scores.as_flattened_mut() {
            *score *= self.scale;
        }
        self.bias.add(head, first, count, scores);
    }

    /// Where every pair shares a row: q . key is one number a query, and k . query joins q, since
    /// q . k + k . query = (q + query) . k.
    fn meet_shared_row(&self, queries: &mut [[T; LANES]]) -> [T; LANES] {
        let mut shared = [T::ZERO; LANES];
        if !self.relative.is_shared() {
            return shared;
        }
        let row = |plane| self.relative.row(plane, 0, 0).unwrap_or_default();
        for (q, r) in queries.iter().zip(row(Plane::Key)) {
            add_scaled(&mut shared, *r, q);
        }
        for (q, r) in queries.iter_mut().zip(row(Plane::Query)) {
            q.iter_mut().for_each(|q| *q += *r);
        }
        shared
    }

    fn meet_rows(&self, head: usize, first: usize, q: &Matrix<T>, scores: &mut [[T; LANES]]) {
        let k = self.sizes.head(self.k, head, 0, self.sizes.keys);
        for (key, scores) in scores.iter_mut().enumerate() {
            for (lane, score) in scores[..q.rows].iter_mut().enumerate() {
                let row = |plane| self.relative.row(plane, first + lane, key);
                if let (Some(for_key), Some(for_query)) = (row(Plane::Key), row(Plane::Query)) {
                    *score += dot(q.row(lane), for_key) + dot(k.row(key), for_query);
                }
            }
        }
    }
}

/// What the weights of a block are applied to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mixer<'a, T> {
    pub sizes: Sizes,
    pub v: &'a [T],
    pub relative: Relative<'a, T>,
}

impl<T: Real> Mixer<'_, T> {
    /// A head's values, packed for [`Mixer::block`].
    pub fn pack_values(&self, head: usize) -> Vec<[T; ROWS]> {
        let values = self.sizes.head(self.v, head, 0, self.sizes.keys);
        values.pack_columns()
    }

    /// Writes the weighted sums of `count` queries from `first` on over the first `weights.len()` keys.
    pub fn block(
        &self,
        head: usize,
        (first, count): (usize, usize),
        values: &[[T; ROWS]],
        weights: &[[T; LANES]],
        output: &mut [T],
    ) {
        let (width, head_dim) = (self.sizes.width(), self.sizes.head_dim);
        let rows = output[first * width..].chunks_exact_mut(width).take(count);
        let mut rows: Vec<_> = rows
            .map(|row| &mut row[head * head_dim..][..head_dim])
            .collect();
        for (block, values) in values.chunks_exact(self.sizes.keys).enumerate() {
            for (dim, sums) in (block * ROWS..head_dim).zip(tile(values, weights)) {
                for (row, sum) in rows.iter_mut().zip(sums) {
                    row[dim] = sum;
                }
            }
        }
        for (lane, row) in rows.into_iter().enumerate() {
            let weights = weights.iter().map(|weights| weights[lane]);
            self.relative.add_values(first + lane, weights, row);
        }
    }
}
