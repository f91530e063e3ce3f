//! Pictures: which cells of a tensor are drawn, where, and in which colours.

use super::{ColourMap, Ink};
use crate::engine::error::EngineError;
use crate::engine::tensor::{TensorId, TensorInfo};

/// The longest side of an image, in pixels: what WebGPU guarantees for a texture.
pub const LONGEST_SIDE: usize = 8192;

/// A matrix that lies in a tensor: cell (row, column) is number `offset + row * row_stride + column * column_stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The number of its first cell.
    pub offset: usize,
    /// How many rows it has.
    pub rows: usize,
    /// How many columns it has.
    pub columns: usize,
    /// Numbers from a cell to the one below it; 0 repeats one row.
    pub row_stride: usize,
    /// Numbers from a cell to the one on its right; 0 repeats one column.
    pub column_stride: usize,
}

impl Panel {
    /// The `index`th of several whole matrices that lie one after another, row-major.
    pub fn matrix(index: usize, rows: usize, columns: usize) -> Self {
        Self {
            offset: index * rows * columns,
            rows,
            columns,
            row_stride: columns,
            column_stride: 1,
        }
    }

    /// Whether every cell lies in a tensor of `len` numbers.
    fn lies_in(&self, len: usize) -> bool {
        if self.rows == 0 || self.columns == 0 {
            return true;
        }
        let last = (self.rows - 1)
            .checked_mul(self.row_stride)
            .and_then(|down| Some(down + (self.columns - 1).checked_mul(self.column_stride)?))
            .and_then(|steps| steps.checked_add(self.offset));
        last.is_some_and(|last| last < len)
    }
}

/// Where a panel's first cell stands in the image, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// From the left.
    pub x: usize,
    /// From the top.
    pub y: usize,
}

/// An image of a tensor: panels in a grid, one pixel a cell, the gaps between them transparent.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The tensor.
    pub tensor: TensorId,
    /// The panels, left to right, then down.
    pub panels: Vec<Panel>,
    /// How many panels stand side by side.
    pub across: usize,
    /// Pixels between two panels.
    pub gap: usize,
    /// Values to colours.
    pub map: ColourMap,
    /// The theme's colours.
    pub ink: Ink,
}

impl Picture {
    /// The whole tensor: \[rows, columns\] as one panel, \[heads, rows, columns\] as a panel a head, `across` side by side.
    pub fn whole(tensor: TensorId, info: &TensorInfo, map: ColourMap, ink: Ink) -> Self {
        let axes = info.shape.axes();
        let columns = info.shape.width();
        let rows = axes.len().checked_sub(2).map_or(1, |i| axes[i]);
        let matrices = axes[..axes.len().saturating_sub(2)].iter().product();
        Self {
            tensor,
            panels: (0..matrices)
                .map(|i| Panel::matrix(i, rows, columns))
                .collect(),
            across: matrices.max(1),
            gap: 1,
            map,
            ink,
        }
    }

    /// The image's width and height, in pixels.
    pub fn size(&self) -> (usize, usize) {
        let (across, lines) = self.grid();
        let (columns, rows) = self.slot();
        let side = |count: usize, cells: usize| count * cells + count.saturating_sub(1) * self.gap;
        (side(across, columns), side(lines, rows))
    }

    /// Where each panel stands.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let (columns, rows) = self.slot();
        let across = self.across.max(1);
        (0..self.panels.len()).map(move |i| Place {
            x: (i % across) * (columns + self.gap),
            y: (i / across) * (rows + self.gap),
        })
    }

    /// The cell that the pixel (x, y) shows: panel, row, column; none in a gap.
    pub fn cell_at(&self, x: usize, y: usize) -> Option<(usize, usize, usize)> {
        self.places().enumerate().find_map(|(i, place)| {
            let column = x.checked_sub(place.x)?;
            let row = y.checked_sub(place.y)?;
            let panel = &self.panels[i];
            (row < panel.rows && column < panel.columns).then_some((i, row, column))
        })
    }

    /// Checks that every panel lies in the tensor and that the image is no larger than a texture may be.
    pub(in crate::engine) fn check(&self, info: &TensorInfo) -> Result<(), EngineError> {
        let len = info.shape.len();
        if self.panels.iter().any(|panel| !panel.lies_in(len)) {
            return Err(EngineError::PictureOutside {
                name: info.name.clone(),
                shape: info.shape.clone(),
            });
        }
        let (width, height) = self.size();
        if width > LONGEST_SIDE || height > LONGEST_SIDE {
            return Err(EngineError::PictureTooLarge { width, height });
        }
        Ok(())
    }

    fn grid(&self) -> (usize, usize) {
        let across = self.across.max(1).min(self.panels.len());
        (across, self.panels.len().div_ceil(self.across.max(1)))
    }

    /// The largest panel's columns and rows: what every place in the grid takes.
    fn slot(&self) -> (usize, usize) {
        let columns = self.panels.iter().map(|panel| panel.columns).max();
        let rows = self.panels.iter().map(|panel| panel.rows).max();
        (columns.unwrap_or(0), rows.unwrap_or(0))
    }
}

/// A painted image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green, blue and alpha of each pixel, row by row.
    pub rgba: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Element, Program, Shape};

    fn heads(count: usize) -> (Picture, TensorInfo) {
        let mut program = Program::new();
        let id = program.feed("attention.0", [count, 3, 4], Element::Real);
        let info = program.info(id).clone();
        let map = ColourMap::Sequential { high: 1.0 };
        (Picture::whole(id, &info, map, Ink::LIGHT), info)
    }

    #[test]
    fn panels_stand_in_a_grid() {
        let (mut picture, info) = heads(5);
        picture.across = 2;
        assert_eq!(picture.size(), (9, 11));
        assert_eq!(picture.places().last(), Some(Place { x: 0, y: 8 }));
        assert_eq!(picture.cell_at(5, 4), Some((3, 0, 0)));
        assert_eq!(picture.cell_at(4, 4), None);
        assert!(picture.check(&info).is_ok());
    }

    #[test]
    fn a_panel_outside_the_tensor_is_refused() {
        let (mut picture, info) = heads(2);
        picture.panels[1].offset += 1;
        let error = picture.check(&info).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the picture reaches outside `attention.0` [2, 3, 4]"
        );
    }

    #[test]
    fn an_image_larger_than_a_texture_is_refused() {
        let (mut picture, _) = heads(1);
        let shape = Shape::from([1, LONGEST_SIDE + 1]);
        let info = TensorInfo {
            name: "x".into(),
            element: Element::Real,
            shape,
        };
        picture.panels = vec![Panel::matrix(0, 1, LONGEST_SIDE + 1)];
        let error = picture.check(&info).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a picture of 8193 x 1 cells is larger than the 8192 pixels a side that can be drawn"
        );
    }

    #[test]
    fn nothing_is_an_empty_image() {
        let (mut picture, info) = heads(1);
        picture.panels.clear();
        assert_eq!(picture.size(), (0, 0));
        assert!(picture.check(&info).is_ok());
    }
}
