//! Swin: a learned bias per offset of rows and columns, and per head.
//!
//! Liu et al. 2021, "Swin transformer", section 3.2 (relative position bias). A window of R x C patches has
//! (2R - 1)(2C - 1) offsets; the row that query i and key j look up is (row_i - row_j + R - 1)(2C - 1) + column_i - column_j + C - 1.
//! Shapes: table \[heads, (2R-1)(2C-1)\] (seeded N(0, 1), nothing is trained yet), index \[n, n\] -> bias \[heads, n, n\].

use super::grid::{COLUMNS, Grid, ROWS};
use super::{Ask, BiasDoor, Door, Doors, Index, Numbers, Opens, Parameter, Scheme, Values};
use crate::language::Bilingual;
use crate::random::normals;
use crate::refusal::Refusal;

/// See the module.
pub struct Swin2d;

const PARAMETERS: &[Parameter] = &[ROWS, COLUMNS];

impl Scheme for Swin2d {
    fn id(&self) -> &'static str {
        "swin_2d"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("二维偏置表（Swin）", "Bias table, 2-D (Swin)")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "行差和列差合起来查一张表，每个头一份。",
            "Row and column offset together look up a bias, one table per head.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Bias]
    }

    fn source(&self) -> &'static str {
        "Liu et al. 2021, section 3.2"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Swin2d {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let grid = Grid::of(values);
        let places = grid.places(&ask.positions)?;
        let (rows, columns) = (grid.rows as i32, grid.columns as i32);
        // The row of a pair is the difference of two numbers, each of one patch.
        let across = 2 * columns - 1;
        let place = |(row, column): &(i32, i32)| (row * across + column) as u32;
        let places: Vec<u32> = places.iter().map(place).collect();
        let middle = ((rows - 1) * across + columns - 1) as u32;
        let mut index = Vec::with_capacity(places.len() * places.len());
        for query in places.iter().map(|place| place + middle) {
            index.extend(places.iter().map(|key| query - key));
        }
        let offsets = ((2 * rows - 1) * (2 * columns - 1)) as usize;
        Ok(Doors {
            bias: Some(BiasDoor {
                table: Numbers::Exact(normals(ask.seed, "swin_2d", ask.heads * offsets, 1.0)),
                rows: offsets,
                index: Index::ByPair(index),
                slopes: None,
                indexed: true,
            }),
            ..Doors::default()
        })
    }
}
