//! Where the output rows of two sentences stand: as strips, side by side or stacked, with room for lines between.

use super::links::Links;

/// A block of strips: one sentence's rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Left edge of the strips.
    pub x: f64,
    /// Top of the first strip.
    pub y: f64,
    /// Rows that are drawn.
    pub rows: usize,
}

/// The whole drawing. Lengths are in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strips {
    /// Whether the blocks stand side by side.
    pub beside: bool,
    /// The two blocks.
    pub blocks: [Block; 2],
    /// Width of a strip.
    pub width: f64,
    /// Columns that are drawn.
    pub columns: usize,
    /// Where the lines' drawing begins, from the left.
    pub links_x: f64,
    /// Where the lines run.
    pub links: Links,
    /// Height of everything.
    pub height: f64,
}

/// Most rows that are drawn of a sentence.
const ROWS: usize = 40;
/// Room from which the blocks stand side by side.
const BESIDE: f64 = 560.0;
/// Air between a strip and the line that leaves it.
const AIR: f64 = 6.0;
/// Width of the arcs of stacked blocks.
const ARCS: f64 = 48.0;
/// Height of all rows that is aimed at.
const HEIGHT: f64 = 400.0;
/// Widest cell.
const WIDEST: f64 = 16.0;

impl Strips {
    /// Lays sentences of these many rows of `columns` numbers into `room`; `label` is the room that a row's label takes.
    pub fn lay(rows: [usize; 2], columns: usize, room: f64, label: f64) -> Self {
        let beside = room >= BESIDE;
        let rows = rows.map(|rows| rows.min(ROWS));
        let most = rows[0].max(rows[1]).max(1) as f64;
        let pitch = (HEIGHT / most).floor().clamp(18.0, 44.0);
        let strip = (pitch * 0.68).round();
        let between = if beside {
            (room * 0.17).clamp(70.0, 150.0)
        } else {
            ARCS
        };
        let share = if beside {
            (room - between) / 2.0
        } else {
            room - between
        };
        let columns = columns.max(1);
        // At least a pixel a column, and whole pixels where there is room for them.
        let cell = ((share - label) / columns as f64).min(WIDEST);
        let cell = if cell >= 3.0 {
            cell.floor()
        } else {
            cell.max(1.0)
        };
        let columns = columns.min(((share - label) / cell) as usize).max(1);
        let width = columns as f64 * cell;
        let drop = if beside {
            0.0
        } else {
            rows[0] as f64 * pitch + BELOW
        };
        let first = Block {
            x: label,
            y: 0.0,
            rows: rows[0],
        };
        let second = Block {
            x: if beside { room - label - width } else { label },
            y: drop,
            rows: rows[1],
        };
        let links_x = label + width + AIR;
        let links_end = if beside {
            second.x - AIR
        } else {
            links_x + ARCS - AIR
        };
        Self {
            beside,
            blocks: [first, second],
            width,
            columns,
            links_x,
            links: Links {
                pitch,
                strip,
                width: links_end - links_x,
                drop,
            },
            height: if beside {
                most * pitch
            } else {
                drop + rows[1] as f64 * pitch
            },
        }
    }

    /// Row and column of block `block` at a point; none between the strips.
    pub fn at(&self, block: usize, x: f64, y: f64) -> Option<(usize, usize)> {
        let Block {
            x: left,
            y: top,
            rows,
        } = self.blocks[block];
        let row = ((y - top) / self.links.pitch).floor();
        let column = ((x - left) / self.width * self.columns as f64).floor();
        let inside =
            (0.0..rows as f64).contains(&row) && (0.0..self.columns as f64).contains(&column);
        inside.then_some((row as usize, column as usize))
    }
}

/// Air between two stacked blocks.
const BELOW: f64 = 28.0;

#[cfg(test)]
mod tests {
    use super::Strips;

    #[test]
    fn a_desktop_sets_them_side_by_side_with_lines_between() {
        let strips = Strips::lay([3, 3], 32, 740.0, 60.0);
        assert!(strips.beside);
        let [a, b] = strips.blocks;
        assert!(a.x + strips.width < strips.links_x);
        assert!(strips.links_x + strips.links.width < b.x);
        assert!(b.x + strips.width + 60.0 <= 740.0 + 1e-9);
        assert_eq!(strips.columns, 32);
    }

    #[test]
    fn a_phone_stacks_them_and_stays_within_its_width() {
        let strips = Strips::lay([3, 4], 32, 350.0, 60.0);
        assert!(!strips.beside);
        assert!(strips.links_x + strips.links.width <= 350.0);
        let [a, b] = strips.blocks;
        assert!(b.y >= a.y + 3.0 * strips.links.pitch);
    }

    #[test]
    fn wide_vectors_are_cut_at_a_pixel_a_dimension() {
        for room in [320.0, 740.0] {
            let strips = Strips::lay([2, 2], 1024, room, 50.0);
            assert!(strips.columns < 1024);
            assert!(strips.width / strips.columns as f64 >= 1.0);
            assert!(strips.links_x + strips.links.width <= room);
        }
    }

    #[test]
    fn a_point_finds_its_row() {
        let strips = Strips::lay([3, 3], 32, 740.0, 60.0);
        let b = strips.blocks[1];
        let at = strips.at(1, b.x + 1.0, b.y + 2.0 * strips.links.pitch + 3.0);
        assert_eq!(at, Some((2, 0)));
        assert_eq!(strips.at(1, b.x - 1.0, b.y), None);
    }
}
