//! The tiny Transformer with four doors: its sizes, its weights, and the program that computes it.

mod config;

pub use config::{AddAt, Config, EmbeddingStd};
