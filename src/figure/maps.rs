//! Small multiples: how the maps of all heads stand on one canvas.
//!
//! The canvas has one pixel per cell and gaps of whole cells between the maps, in which labels stand; scaled up by
//! [`Maps::cell`] the map of head h begins at [`Maps::origin`].

use super::cursor::Cell;

/// Where the maps stand. Lengths are in pixels, unless they are in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Maps {
    /// How many maps.
    pub panels: usize,
    /// Rows and columns of each.
    pub n: usize,
    /// How many stand side by side.
    pub across: usize,
    /// Side of a cell.
    pub cell: f64,
    /// Cells between two maps, in both directions.
    pub gap: usize,
    /// Room left of the first map, for its row labels.
    pub left: f64,
    /// Room above the first map, for its name and its column labels.
    pub top: f64,
}

/// Cells of short sentences are at least so large, where there is room: they can be pointed at and tell their colours.
const COMFORTABLE: f64 = 22.0;
/// Cells of long sentences may be smaller, down to this: a map of this side still shows its pattern.
const SIDE: f64 = 144.0;
/// Below this a cell is only texture.
const READABLE: f64 = 5.0;
/// Largest side of a cell.
const MOST: f64 = 44.0;

impl Maps {
    /// Lays `panels` maps of `n` by `n` into `width`, with rooms of `left` and `top` for the labels of each.
    ///
    /// As many side by side as leave cells large enough for the sentence's length; failing that, one.
    pub fn lay(panels: usize, n: usize, width: f64, left: f64, top: f64) -> Self {
        let (panels, n) = (panels.max(1), n.max(1));
        let of = |across: usize| Self::largest(panels, n, across, width, left, top);
        let least = (SIDE / n as f64).floor().clamp(READABLE, COMFORTABLE);
        let fitting = (1..=panels).rev().map(of).find(|maps| maps.cell >= least);
        let maps = fitting.unwrap_or_else(|| of(1));
        // An even spread: four maps in 2 + 2, not in 3 + 1.
        of(panels.div_ceil(panels.div_ceil(maps.across)))
    }

    /// The largest cells with which `across` maps fit; cells of one pixel where nothing fits.
    fn largest(panels: usize, n: usize, across: usize, width: f64, left: f64, top: f64) -> Self {
        let with = |cell: f64| Self {
            panels,
            n,
            across,
            cell,
            gap: (left.max(top) / cell).ceil() as usize,
            left,
            top,
        };
        let mut cell = MOST;
        while cell > 1.0 && with(cell).width() > width {
            cell -= 1.0;
        }
        with(cell)
    }

    /// Where the first cell of a map stands.
    pub fn origin(&self, panel: usize) -> (f64, f64) {
        let pitch = (self.n + self.gap) as f64 * self.cell;
        let (x, y) = (panel % self.across, panel / self.across);
        (self.left + x as f64 * pitch, self.top + y as f64 * pitch)
    }

    /// Side of a map.
    pub fn side(&self) -> f64 {
        self.n as f64 * self.cell
    }

    /// Width of everything.
    pub fn width(&self) -> f64 {
        let columns = self.across.min(self.panels);
        self.origin(columns - 1).0 + self.side()
    }

    /// Height of everything.
    pub fn height(&self) -> f64 {
        self.origin(self.panels - 1).1 + self.side()
    }

    /// The cell at a point; none in a gap.
    pub fn at(&self, x: f64, y: f64) -> Option<Cell> {
        (0..self.panels).find_map(|panel| {
            let (left, top) = self.origin(panel);
            let column = ((x - left) / self.cell).floor();
            let row = ((y - top) / self.cell).floor();
            let inside = 0.0..self.n as f64;
            (inside.contains(&column) && inside.contains(&row)).then_some(Cell {
                panel,
                row: row as usize,
                column: column as usize,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Maps;
    use crate::figure::Cell;

    #[test]
    fn four_heads_of_three_tokens_stand_two_by_two_and_can_be_pointed_at() {
        let maps = Maps::lay(4, 3, 350.0, 46.0, 40.0);
        assert_eq!(maps.across, 2);
        assert!(maps.cell >= 22.0);
        assert!(maps.width() <= 350.0);
    }

    #[test]
    fn a_wide_room_takes_all_heads_in_a_row() {
        let maps = Maps::lay(4, 3, 900.0, 46.0, 40.0);
        assert_eq!(maps.across, 4);
    }

    #[test]
    fn a_longer_sentence_takes_smaller_cells_before_it_takes_more_height() {
        let maps = Maps::lay(8, 12, 420.0, 55.0, 70.0);
        assert_eq!(maps.across, 2);
        assert!(maps.cell >= 12.0);
    }

    #[test]
    fn long_sentences_never_overflow_a_phone() {
        for n in [1, 2, 12, 40, 96] {
            for heads in [1, 2, 3, 4, 8, 16] {
                let maps = Maps::lay(heads, n, 330.0, 46.0, 40.0);
                assert!(maps.width() <= 330.0, "{heads} heads of {n}");
            }
        }
    }

    #[test]
    fn maps_dont_overlap_their_labels() {
        let maps = Maps::lay(8, 5, 600.0, 60.0, 40.0);
        let (first, second) = (maps.origin(0), maps.origin(1));
        assert!(second.0 - first.0 - maps.side() >= 60.0);
    }

    #[test]
    fn a_point_is_in_the_cell_that_is_drawn_there() {
        let maps = Maps::lay(4, 3, 350.0, 46.0, 40.0);
        let (x, y) = maps.origin(3);
        let expected = Cell {
            panel: 3,
            row: 1,
            column: 2,
        };
        let at = maps.at(x + 2.5 * maps.cell, y + 1.5 * maps.cell);
        assert_eq!(at, Some(expected));
        assert_eq!(maps.at(x - 1.0, y + 1.0), None);
        assert_eq!(maps.at(0.0, 0.0), None);
    }
}
