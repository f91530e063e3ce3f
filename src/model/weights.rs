//! Weights: every number follows from the seed and the tensor's name, so the same link shows the same numbers.
//!
//! A tensor has a random stream of its own. So a weight stays what it is when a layer is added, when the encoding
//! changes or when a sentence is edited: a token's embedding follows from the seed and the token alone.

use super::config::{Config, EmbeddingStd};
use fnv::FnvHasher;
use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64;
use std::hash::Hasher;

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
    let mut hasher = FnvHasher::default();
    hasher.write(&seed.to_le_bytes());
    hasher.write(name.as_bytes());
    let random = Pcg64::seed_from_u64(hasher.finish());
    let numbers = random.sample_iter::<f64, _>(StandardNormal);
    numbers.take(count).map(|v| (v * std) as f32).collect()
}
