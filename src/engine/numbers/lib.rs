//! The inner loops of PosLab's CPU executor: the two kinds of real number, four of them side by side, and products in tiles.
//!
//! A crate of its own, because the page is built for size and these must be fast: the release compiles it with
//! `opt-level = 3`.

mod four;
mod loops;
mod matrix;
mod offsets;
mod product;
mod real;
#[cfg(target_arch = "wasm32")]
mod simd;
mod slices;
mod tiles;

pub use four::Four;
pub use loops::Loops;
pub use matrix::{Matrix, Target};
pub use offsets::Skewed;
pub use real::Real;
pub use tiles::{LANES, ROWS};
