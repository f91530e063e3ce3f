//! The arithmetic behind one cell, in the real numbers of a run.
//!
//! What a cell shows is recomputed here in f64 from the numbers that the run holds, so that a learner can follow it on
//! paper and meet the shown number, up to f32 rounding.

mod encoding;
mod map;
mod mixed;
mod parts;
mod read;

pub use encoding::{Angle, Wavelet, encoding_cell, rotation_cell};
pub use map::{Cell, Hidden, map_cell};
pub use mixed::{Mixture, Term, mixed_cell};
pub use parts::{Parts, score_parts};
