//! What a heatmap shows: a matrix, and what its rows and columns are.

use super::canvas::Shown;
use super::plane::Plane;
use crate::engine::paint::{ColourMap, Ink, Panel, Picture};
use crate::figure::{Axis, Cells};
use std::rc::Rc;

/// Words on one cell, given its row, its column and its value.
pub type Explain = Rc<dyn Fn(usize, usize, f32) -> String>;

/// A matrix with everything that is needed to read it. Cheap to clone.
#[derive(Clone)]
pub struct Sheet {
    /// The matrix.
    pub plane: Plane,
    /// What it is.
    pub title: String,
    /// Its rows.
    pub rows: Axis,
    /// Its columns.
    pub columns: Axis,
    /// What one row, and one column, is called: "query", "key".
    pub names: [&'static str; 2],
    /// Values to colours.
    pub map: ColourMap,
    /// How cells may be shaped.
    pub cells: Cells,
    /// Whether keys after the query are hidden from it.
    pub causal: bool,
    /// What else is to be said of a cell.
    pub explain: Option<Explain>,
}

impl Sheet {
    /// A picture of a part of it.
    pub fn picture(&self, panel: Panel, ink: Ink) -> Shown {
        Shown {
            run: self.plane.run.clone(),
            picture: Picture {
                tensor: self.plane.tensor,
                panels: vec![panel],
                across: 1,
                gap: 0,
                map: self.map,
                ink,
            },
        }
    }
}
