//! What the model reads: tokens, their positions, and padding.

use serde::{Deserialize, Serialize};

/// A sentence, ready for the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What each token's embedding is drawn from: its text, or its id; `None` is padding, a row of zeros that nobody
    /// may attend to.
    pub tokens: Vec<Option<String>>,
    /// The position of each token. Any list: an offset, gaps, repeats, negative ones.
    pub positions: Vec<i32>,
}

/// The side on which padding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Ahead of the sentence.
    Left,
    /// Behind it.
    Right,
}

impl Sentence {
    /// Tokens at positions 0, 1, 2, ...
    pub fn new<T: Into<String>>(tokens: impl IntoIterator<Item = T>) -> Self {
        let tokens: Vec<_> = tokens.into_iter().map(|t| Some(t.into())).collect();
        let positions = (0..tokens.len() as i32).collect();
        Self { tokens, positions }
    }

    /// The same sentence with `count` padding rows. Real tokens keep their positions; padding has position 0, which
    /// nobody sees.
    pub fn padded(mut self, side: Side, count: usize) -> Self {
        let at = match side {
            Side::Left => 0,
            Side::Right => self.tokens.len(),
        };
        self.tokens.splice(at..at, std::iter::repeat_n(None, count));
        self.positions.splice(at..at, std::iter::repeat_n(0, count));
        self
    }

    /// How many rows there are, padding included.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// For each row, 1 where it is a token and 0 where it is padding; the single number 1 where none is padding.
    pub(super) fn valid(&self) -> Vec<u32> {
        if self.tokens.iter().all(Option::is_some) {
            return vec![1];
        }
        self.tokens.iter().map(|t| u32::from(t.is_some())).collect()
    }

    /// The distinct tokens in order of appearance, and which of them each row is.
    pub(super) fn vocabulary(&self) -> (Vec<Option<&str>>, Vec<u32>) {
        let mut places = std::collections::BTreeMap::new();
        let mut distinct = Vec::new();
        let rows = self.tokens.iter().map(|token| {
            *places.entry(token.as_deref()).or_insert_with(|| {
                distinct.push(token.as_deref());
                distinct.len() as u32 - 1
            })
        });
        let rows = rows.collect();
        (distinct, rows)
    }
}
