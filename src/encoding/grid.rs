//! Image patches: position p stands at row p / columns, column p % columns of a grid.

use super::{Kind, Parameter, Values};
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;

/// Rows of the grid.
pub const ROWS: Parameter = Parameter::new(
    "rows",
    Kind::Whole { min: 1, max: 64 },
    "8",
    Bilingual::new("行数", "Rows"),
    Bilingual::new(
        "图像被切成多少行小块。",
        "Into how many rows the image is cut.",
    ),
);

/// Columns of the grid.
pub const COLUMNS: Parameter = Parameter::new(
    "columns",
    Kind::Whole { min: 1, max: 64 },
    "8",
    Bilingual::new("列数", "Columns"),
    Bilingual::new(
        "图像被切成多少列小块；位置按行从左到右数。",
        "Into how many columns the image is cut; positions count along the rows.",
    ),
);

/// A grid of patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
}

impl Grid {
    /// The grid that the parameters describe.
    pub fn of(values: &Values) -> Self {
        let size = |name| usize::try_from(values.whole(name)).unwrap_or(1).max(1);
        Self {
            rows: size("rows"),
            columns: size("columns"),
        }
    }

    /// Row and column of each position.
    ///
    /// # Errors
    /// A [`Refusal`] of the first position outside the grid.
    pub fn places(self, positions: &[i32]) -> Result<Vec<(i32, i32)>, Refusal> {
        let place = |position: &i32| {
            let p = usize::try_from(*position).ok();
            p.filter(|p| *p < self.rows * self.columns)
                .map(|p| ((p / self.columns) as i32, (p % self.columns) as i32))
                .ok_or_else(|| self.refuse(*position))
        };
        positions.iter().map(place).collect()
    }

    fn refuse(self, position: i32) -> Refusal {
        let Self { rows, columns } = self;
        let most = rows * columns - 1;
        let allowed = Said::new(
            format!("{rows} 行 {columns} 列的图只有位置 0 到 {most}"),
            format!("a grid of {rows} rows and {columns} columns has positions 0 to {most}"),
        );
        Refusal::new("position", position, allowed)
    }
}
