//! How large a cell is drawn, and how much of a tensor stands in the window.

/// How cells may be shaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// As wide as high: attention, where rows and columns are the same tokens.
    Square,
    /// Width and height each as there is room: rows of a tensor.
    Free,
}

/// A cell's size and the window, in pixels and cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Width of a cell.
    pub cell_width: f64,
    /// Height of a cell.
    pub cell_height: f64,
    /// Columns that the window shows at once.
    pub columns: usize,
    /// Rows that the window shows at once.
    pub rows: usize,
}

impl Fit {
    /// Width of the window.
    pub fn width(&self) -> f64 {
        self.cell_width * self.columns as f64
    }

    /// Height of the window.
    pub fn height(&self) -> f64 {
        self.cell_height * self.rows as f64
    }
}

/// Smallest cell at zoom 1: below two pixels no pointer finds it.
const LEAST: f64 = 2.0;
/// Largest side of a cell that grows to fill the room.
const MOST: f64 = 34.0;
/// Largest height of a free cell.
const MOST_HEIGHT: f64 = 26.0;

/// The size of cells for `rows` by `columns` in a room of `width` by `height` pixels; `zoom` enlarges what was too small.
///
/// A tensor that doesn't fit with cells of two pixels is shown in a window of whole cells. Never more cells than pixels
/// of room, so a canvas of one pixel per cell stays small whatever the tensor's size.
pub fn fit(rows: usize, columns: usize, width: f64, height: f64, cells: Cells, zoom: f64) -> Fit {
    let (rows, columns) = (rows.max(1), columns.max(1));
    let (width, height) = (width.max(LEAST), height.max(LEAST));
    let mut across = (width / columns as f64).clamp(LEAST, MOST);
    let mut down = (height / rows as f64).clamp(LEAST, MOST_HEIGHT);
    if cells == Cells::Square {
        across = across.min((height / rows as f64).clamp(LEAST, MOST));
        down = across;
    }
    let side = |size: f64, most: f64| {
        let size = (size * zoom).min(MOST.min(most));
        // Whole pixels where there are enough of them: cells of one size, and sharp edges.
        if size >= 4.0 { size.floor() } else { size }
    };
    let (across, down) = (side(across, width), side(down, height));
    Fit {
        cell_width: across,
        cell_height: down,
        columns: whole(width / across).clamp(1, columns),
        rows: whole(height / down).clamp(1, rows),
    }
}

/// Whole cells, forgiving a rounding error in the last one.
fn whole(cells: f64) -> usize {
    (cells + 1e-6) as usize
}

#[cfg(test)]
mod tests {
    use super::{Cells, fit};

    #[test]
    fn one_cell_is_no_billboard() {
        let fit = fit(1, 1, 700.0, 400.0, Cells::Free, 1.0);
        assert_eq!((fit.columns, fit.rows), (1, 1));
        assert!(fit.cell_width <= 34.0 && fit.cell_height <= 26.0);
    }

    #[test]
    fn a_tensor_that_fits_is_shown_whole_across_the_room() {
        let fit = fit(3, 32, 640.0, 400.0, Cells::Free, 1.0);
        assert_eq!((fit.columns, fit.rows), (32, 3));
        assert!(fit.width() > 600.0 && fit.width() <= 640.0);
    }

    #[test]
    fn a_large_tensor_gets_a_window_no_larger_than_the_room() {
        for zoom in [1.0, 2.0, 7.5] {
            let fit = fit(2048, 1024, 700.0, 420.0, Cells::Free, zoom);
            assert!(fit.width() <= 700.0 && fit.height() <= 420.0);
            assert!(fit.columns < 1024 && fit.rows < 2048);
        }
    }

    #[test]
    fn square_cells_are_square() {
        let fit = fit(12, 12, 700.0, 300.0, Cells::Square, 1.0);
        assert_eq!(fit.cell_width, fit.cell_height);
        assert_eq!((fit.columns, fit.rows), (12, 12));
    }

    #[test]
    fn a_room_not_yet_measured_does_no_harm() {
        let fit = fit(5, 5, 0.0, 0.0, Cells::Free, 1.0);
        assert!(fit.cell_width > 0.0 && fit.columns >= 1);
    }
}
