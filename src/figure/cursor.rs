//! The keyboard cursor of a map: which cell a key leads to.

/// One cell of one panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The panel: a head, or 0 where there is only one.
    pub panel: usize,
    /// Row in the panel.
    pub row: usize,
    /// Column in the panel.
    pub column: usize,
}

/// What the cursor walks on: equal panels of rows by columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// How many panels.
    pub panels: usize,
    /// Rows of each.
    pub rows: usize,
    /// Columns of each.
    pub columns: usize,
}

/// Rows that PageUp and PageDown skip where there is one panel.
const PAGE: usize = 10;

impl Grid {
    /// Whether there is no cell at all.
    pub fn is_empty(self) -> bool {
        self.panels * self.rows * self.columns == 0
    }

    /// The nearest cell that exists, for a cursor that outlived a larger grid.
    pub fn clamp(self, cell: Cell) -> Cell {
        Cell {
            panel: cell.panel.min(self.panels.saturating_sub(1)),
            row: cell.row.min(self.rows.saturating_sub(1)),
            column: cell.column.min(self.columns.saturating_sub(1)),
        }
    }

    /// Where `key` (a `KeyboardEvent.key`) leads from `cell`; `None` where the key isn't the cursor's.
    ///
    /// Arrows step, Home and End go to the ends of the row (with `far`, the control key, of the whole panel), PageUp and
    /// PageDown change the panel, or skip ten rows where there is one panel only.
    pub fn step(self, cell: Cell, key: &str, far: bool) -> Option<Cell> {
        let mut next = self.clamp(cell);
        match key {
            "ArrowLeft" => next.column = next.column.saturating_sub(1),
            "ArrowRight" => next.column += 1,
            "ArrowUp" => next.row = next.row.saturating_sub(1),
            "ArrowDown" => next.row += 1,
            "Home" => {
                next.column = 0;
                next.row = if far { 0 } else { next.row };
            }
            "End" => {
                next.column = usize::MAX;
                next.row = if far { usize::MAX } else { next.row };
            }
            "PageUp" if self.panels > 1 => next.panel = next.panel.saturating_sub(1),
            "PageDown" if self.panels > 1 => next.panel += 1,
            "PageUp" => next.row = next.row.saturating_sub(PAGE),
            "PageDown" => next.row += PAGE,
            _ => return None,
        }
        Some(self.clamp(next))
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Grid};

    const GRID: Grid = Grid {
        panels: 1,
        rows: 30,
        columns: 4,
    };

    fn at(row: usize, column: usize) -> Cell {
        Cell {
            panel: 0,
            row,
            column,
        }
    }

    #[test]
    fn arrows_step_and_stop_at_the_edge() {
        assert_eq!(GRID.step(at(0, 0), "ArrowRight", false), Some(at(0, 1)));
        assert_eq!(GRID.step(at(0, 3), "ArrowRight", false), Some(at(0, 3)));
        assert_eq!(GRID.step(at(0, 0), "ArrowUp", false), Some(at(0, 0)));
        assert_eq!(GRID.step(at(3, 2), "ArrowDown", false), Some(at(4, 2)));
    }

    #[test]
    fn home_and_end_stay_in_the_row_unless_told_to_go_far() {
        assert_eq!(GRID.step(at(7, 2), "Home", false), Some(at(7, 0)));
        assert_eq!(GRID.step(at(7, 2), "End", false), Some(at(7, 3)));
        assert_eq!(GRID.step(at(7, 2), "Home", true), Some(at(0, 0)));
        assert_eq!(GRID.step(at(7, 2), "End", true), Some(at(29, 3)));
    }

    #[test]
    fn pages_are_rows_in_one_panel_and_panels_in_many() {
        assert_eq!(GRID.step(at(7, 2), "PageDown", false), Some(at(17, 2)));
        assert_eq!(GRID.step(at(7, 2), "PageUp", false), Some(at(0, 2)));
        let heads = Grid { panels: 4, ..GRID };
        let next = heads.step(at(7, 2), "PageDown", false).map(|c| c.panel);
        assert_eq!(next, Some(1));
    }

    #[test]
    fn other_keys_are_left_to_the_page() {
        assert_eq!(GRID.step(at(0, 0), "Tab", false), None);
        assert_eq!(GRID.step(at(0, 0), "a", false), None);
    }

    #[test]
    fn a_cursor_outlives_a_shrinking_grid() {
        let small = Grid {
            panels: 1,
            rows: 1,
            columns: 1,
        };
        assert_eq!(small.clamp(at(20, 3)), at(0, 0));
    }
}
