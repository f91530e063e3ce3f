//! What `scores`, `weighted_sum` and `attention` share: sizes, doors 3 and 4, and the work on a block of eight queries.
//!
//! A block's scores lie key by key, eight queries side by side (`&[[T; LANES]]`): so they come out of one tile product and
//! go into the next without a transposition.

use super::lookup::Lookup;
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

    /// Whether door 3's table fits: by pair \[heads | 1, nq | 1, nk | 1\], or by row \[heads | 1, rows\].
    pub fn takes_bias(&self, bias: &TensorInfo) -> bool {
        rule::real_or_one(bias, &[self.heads, self.queries, self.keys])
            || rule::real_or_one(bias, &[self.heads, bias.shape.width()])
    }

    /// Whether door 4's tables fit.
    pub fn takes_relative(&self, relative: &TensorInfo, index: &TensorInfo) -> bool {
        let rows = relative.shape.axes().get(1).copied().unwrap_or(0);
        let widths = [self.head_dim, self.width()];
        widths
            .into_iter()
            .any(|w| rule::real(relative, &[3, rows, w]))
            && Lookup::fits(index, self.queries, self.keys)
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
    fn new(operand: Operand<'a, T>) -> Self {
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
    fn add(
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

/// What a shader needs of door 4: rows, width, head step, and whether no pair has a row of its own.
pub(super) fn relative_words(
    relative: &Shape,
    index: &Shape,
    head_dim: usize,
    open: bool,
) -> [usize; 4] {
    let [width, head] = relative_strides(relative, head_dim);
    let rows = if open { relative.axes()[1] } else { 0 };
    [rows, width, head, usize::from(!open || index.len() == 1)]
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
    fn is_shared(&self) -> bool {
        self.rows == 0 || self.index.len() == 1
    }

    /// The row that a pair looks up.
    fn looked_up(&self, query: usize, key: usize) -> usize {
        self.index[self.lookup.at(query, key)] as usize
    }

    /// A head's part of a pair's row; `None`, which counts as zeros, where the index points past the table.
    fn row(&self, plane: Plane, head: usize, query: usize, key: usize) -> Option<&'a [T]> {
        let (row, [width, step]) = (self.looked_up(query, key), self.strides);
        let start = (plane as usize * self.rows + row) * width + head * step;
        (row < self.rows).then(|| &self.table[start..][..self.head_dim])
    }

    /// Adds weight times the value row of each pair to one query's output.
    fn add_values(
        &self,
        head: usize,
        query: usize,
        weights: impl Iterator<Item = T>,
        output: &mut [T],
    ) {
        if self.is_shared() {
            if let Some(row) = self.row(Plane::Value, head, 0, 0) {
                add_scaled(output, weights.sum(), row);
            }
            return;
        }
        for (key, weight) in weights.enumerate() {
            if let Some(row) = self.row(Plane::Value, head, query, key) {
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
    /// Of q, k, bias, relative table and index; `open` tells whether door 4 is.
    pub fn new(heads: usize, scale: f64, operands: [Operand<'a, T>; 5], open: bool) -> Self {
        let [q, k, bias, relative, index] = operands;
        let sizes = Sizes::new(heads, q.shape, k.shape);
        Self {
            sizes,
            scale: T::from_f64(scale),
            q: q.real(),
            k: k.real(),
            bias: Bias::new(bias),
            relative: Relative::new(relative, index, sizes, open),
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
        let shared = self.meet_shared_row(head, &mut queries);
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
        self.bias.add(head, first, count, &self.relative, scores);
    }

    /// Where every pair shares a row: q . key is one number a query, and k . query joins q, since
    /// q . k + k . query = (q + query) . k.
    fn meet_shared_row(&self, head: usize, queries: &mut [[T; LANES]]) -> [T; LANES] {
        let mut shared = [T::ZERO; LANES];
        if !self.relative.is_shared() {
            return shared;
        }
        let row = |plane| self.relative.row(plane, head, 0, 0).unwrap_or_default();
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
                let row = |plane| self.relative.row(plane, head, first + lane, key);
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
            self.relative.add_values(head, first + lane, weights, row);
        }
    }
}
