//! Figures: what the numbers look like.
//!
//! A figure reads a run, never a copy of it: a canvas is painted where the numbers are, and a number is read back only
//! when somebody points at it. Where things stand is decided by [`crate::figure`]; these files draw it. Every figure can
//! be read with the eyes, with the keyboard (a cursor), with a screen reader (a summary, the cursor's words, a table).
//!
//! | file | what it shows |
//! |---|---|
//! | `heatmap` | any matrix of a run, however large |
//! | `maps` | the attention maps of all heads of both sentences |
//! | `rows` | the output rows of both sentences, equal ones joined |
//! | `curves` | lines over two axes |
//! | `encoding` | the encoding itself, door by door |
//! | `pipeline` | the model's stages with their true shapes |
//! | `house` | the model as a house with four doors |
//! | `inspect` | the arithmetic behind one cell |

mod canvas;
mod choice;
mod curves;
pub mod encoding;
mod heatmap;
mod held;
mod house;
mod inspect;
mod labels;
mod latest;
mod legend;
mod maps;
mod pipeline;
mod plane;
mod room;
mod rows;
mod sheet;
mod unique;

pub use choice::Choice;
pub use curves::Curves;
pub use encoding::EncodingTable;
pub use heatmap::Heatmap;
pub use held::held;
pub use house::House;
pub use inspect::{Inspect, Target};
pub use latest::{Local, latest};
pub use legend::Legend;
pub use maps::{AttentionMaps, WEIGHTS, tokens};
pub use pipeline::Pipeline;
pub use plane::Plane;
pub use rows::RowLines;
pub use sheet::Sheet;
pub use unique::unique;

use crate::page::Desk;
use crate::page::text::{BelowStrings, FigureStrings, below, figure};
use leptos::prelude::*;

/// The words of the first screen's figures, and of every map, in the language of the moment. Reactive.
pub fn say(desk: Desk) -> &'static FigureStrings {
    figure(desk.language.get())
}

/// The words of the figures below the first screen in the language of the moment. Reactive.
pub fn say_below(desk: Desk) -> &'static BelowStrings {
    below(desk.language.get())
}
