//! The work on a block of eight queries, for `scores`, `weighted_sum` and `attention`.
//!
//! A block's scores lie key by key, eight queries side by side (`&[[T; LANES]]`): so they come out of one tile product and
//! go into the next without a transposition.

use super::doors::{Bias, Plane, Relative};
use super::heads::Sizes;
use crate::engine::tensor::Operand;
use poslab_numbers::{LANES, Matrix, ROWS, Real};

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
            // By reference: iterators that own an array aren't inlined in a build for size, and cost more than the sums.
            for (scores, sums) in scores.iter_mut().zip(&T::tile(keys, &queries)) {
                for ((score, sum), shared) in scores.iter_mut().zip(sums).zip(&shared) {
                    *score = *sum + *shared;
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
            T::add_scaled(&mut shared, *r, q);
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
                    *score += T::dot(q.row(lane), for_key) + T::dot(k.row(key), for_query);
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
            for (dim, sums) in (block * ROWS..head_dim).zip(&T::tile(values, weights)) {
                for (row, sum) in rows.iter_mut().zip(sums) {
                    row[dim] = *sum;
                }
            }
        }
        for (lane, row) in rows.into_iter().enumerate() {
            let weights = weights.iter().map(|weights| weights[lane]);
            self.relative.add_values(head, first + lane, weights, row);
        }
    }
}
