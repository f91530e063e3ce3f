//! The arithmetic of figures: where things stand and what is written there. No web type appears here, so every rule of
//! it is tested natively; `page::figure` draws what this room decides.

mod arithmetic;
mod axis;
mod cursor;
pub mod curves;
mod dial;
mod fit;
mod links;
mod maps;
mod mask;
mod math;
mod number;
mod strips;
mod summary;
mod wave;

pub use arithmetic::{entropy_limit, largest_size};
pub use axis::{Axis, Lettering, every_row, lettering, text_width};
pub use cursor::{Cell, Grid};
pub use dial::{hand_tip, spread};
pub use fit::{Cells, Fit, fit};
pub use links::Links;
pub use maps::Maps;
pub use mask::forbidden;
pub use math::Math;
pub use number::{number, rough};
pub use strips::{Block, Strips};
pub use summary::{Extent, extent};
pub use wave::wave_formula;
