//! Paint: numbers as colours, one pixel a cell.
//!
//! A [`Picture`] says which cells of which tensor are drawn and in which colours. It is painted where the numbers are:
//! on the GPU by a render pass that reads the tensor's buffer (`shaders/paint.wgsl`), on the CPU by its twin in
//! `twin`. The page scales the image up.

mod colour;
mod picture;
mod twin;

pub use colour::{ColourMap, Ink, Rgb, STOPS};
pub use picture::{LONGEST_SIDE, Panel, Picture, Pixels, Place};
pub(super) use twin::{NO_VALUE_FROM, paint};
