//! Weights: every number follows from the seed and the tensor's name, so the same link shows the same numbers.
//!
//! A tensor has a random stream of its own. So a weight stays what it is when a layer is added, when the encoding
//! changes or when a sentence is edited: a token's embedding follows from the seed and the token alone.

use super::config::{Config, EmbeddingStd};
use crate::random::normals;
use std::cell::RefCell;

/// Most numbers that are kept for the next model of the same seed: 64 MiB.
const MOST_KEPT: usize = 1 << 24;

/// What a matrix follows from: seed, name, rows, columns.
type Key = (u64, String, usize, usize);

thread_local! {
    /// The matrices of the models built last: the two sides of a comparison, and whoever types, share them.
    static KEPT: RefCell<Vec<(Key, Vec<f32>)>> = const { RefCell::new(Vec::new()) };
}

/// The matrix called `name`, \[rows, columns\], row-major: N(0, 1/rows), so that a product keeps its input's spread
/// (LeCun et al. 1998, "Efficient backprop", section 4.6).
pub(super) fn matrix(seed: u64, name: &str, rows: usize, columns: usize) -> Vec<f32> {
    let key = (seed, name.to_owned(), rows, columns);
    KEPT.with_borrow_mut(|kept| {
        if let Some((_, numbers)) = kept.iter().find(|(other, _)| *other == key) {
            return numbers.clone();
        }
        let numbers = normal(seed, name, rows * columns, 1.0 / libm::sqrt(rows as f64));
        let held: usize = kept.iter().map(|(_, numbers)| numbers.len()).sum();
        if held + numbers.len() > MOST_KEPT {
            kept.clear();
        }
        if numbers.len() <= MOST_KEPT {
            kept.push((key, numbers.clone()));
        }
        numbers
    })
}

/// The embedding of one token, \[d_model\].
pub(super) fn embedding(config: &Config, token: &str) -> Vec<f32> {
    let std = match config.embedding_std {
        EmbeddingStd::One => 1.0,
        EmbeddingStd::InverseSqrtD => 1.0 / libm::sqrt(config.d_model as f64),
    };
    let name = format!("embedding/{token}");
    normal(config.seed, &name, config.d_model, std)
}

fn normal(seed: u64, name: &str, count: usize, std: f64) -> Vec<f32> {
    let numbers = normals(seed, name, count, std);
    numbers.into_iter().map(|v| v as f32).collect()
}
