//! Looking up a row by pair: which row of a table query i and key j meet.
//!
//! An index takes one of three forms: `[nq, nk]` by pair, each axis 1 where it is broadcast, or `[nq + nk - 1]` by offset:
//! entry (j - i) + nq - 1. With a cache (nq < nk) the queries are the last rows, and the entries start at the first key of
//! the first query all the same. So a text of n tokens needs 2n - 1 numbers instead of n * n.

use super::Dice;
use super::rule;
use crate::engine::tensor::{Data, Element, Shape, TensorInfo};

/// The place of a pair in an index: base + i * query + j * key, in wrapping arithmetic as in the shaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lookup {
    pub base: u32,
    pub query: u32,
    pub key: u32,
}

impl Lookup {
    /// The places in an index of this shape.
    pub fn new(index: &Shape, queries: usize) -> Self {
        match index.axes() {
            [rows, columns] => Self {
                base: 0,
                query: rule::stride(*rows, *columns) as u32,
                key: rule::stride(*columns, 1) as u32,
            },
            _ => Self {
                base: queries as u32 - 1,
                query: u32::MAX,
                key: 1,
            },
        }
    }

    /// Whether `index` serves `queries` and `keys`.
    pub fn fits(index: &TensorInfo, queries: usize, keys: usize) -> bool {
        let by_offset = [queries + keys - 1];
        rule::whole_or_one(index, &[queries, keys])
            || (index.element == Element::Whole && index.shape.axes() == by_offset)
    }

    /// The place of query i and key j.
    pub fn at(self, i: usize, j: usize) -> usize {
        let query = (i as u32).wrapping_mul(self.query);
        let key = (j as u32).wrapping_mul(self.key);
        self.base.wrapping_add(query).wrapping_add(key) as usize
    }

    /// The words that a shader's constants hold.
    pub fn words(self) -> [u32; 3] {
        [self.base, self.query, self.key]
    }
}

impl Dice {
    /// An index in any of its forms, with rows below `end`.
    pub(super) fn index(
        &mut self,
        queries: usize,
        keys: usize,
        end: usize,
    ) -> (TensorInfo, Data<f32>) {
        if self.below(3) == 0 {
            return self.whole("index", [queries + keys - 1], end);
        }
        let axes = [self.broadcast(queries), self.broadcast(keys)];
        self.whole("index", axes, end)
    }
}
