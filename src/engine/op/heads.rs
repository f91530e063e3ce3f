//! How attention is cut into heads and blocks of queries, for `scores`, `weighted_sum` and `attention`.

use super::lookup::Lookup;
use super::rule;
use crate::engine::tensor::{Shape, TensorInfo};
use poslab_numbers::{LANES, Matrix};

/// The score of a pair that the mask hides: finite, since a shader may take infinities for absent.
pub(super) const HIDDEN: f64 = -1e30;

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
