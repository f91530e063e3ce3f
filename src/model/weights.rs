//! Weights: every number follows from the seed and the tensor's name, so the same link shows the same numbers.
//!
//! A tensor has a random stream of its own. So a weight stays what it is when a layer is added, when the encoding
//! changes or when a sentence is edited: a token's embedding follows from the seed and the token alone.

use super::config::{Config, EmbeddingStd};
use crate::random::normals;

/// The matrix called `name`, \[rows, columns\], row-major: N(0, 1/rows), so that a product keeps its input's spread
/// (LeCun et al. 1998, "Efficient backprop", section 4.6).
pub(super) fn matrix(seed: u64, name: &str, rows: usize, columns: usize) -> Vec<f32> {
    normal(seed, name, rows * columns, 1.0 / libm::sqrt(rows as f64))
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
