//! Learned positions over image patches: one row of a table per patch.
//!
//! Dosovitskiy et al. 2020 (ViT), section 3.1 and appendix D.4 ("2-D aware": one table for rows and one for columns, half of
//! the dimensions each). Shapes: tables \[rows, d_model/2\] and \[columns, d_model/2\] -> table \[n, d_model\].

use super::grid::{COLUMNS, Grid, ROWS};
use super::learned::STD;
use super::{Ask, Door, Doors, InputDoor, Opens, Parameter, Scheme, Values};
use crate::language::{Bilingual, Said};
use crate::random::normals;
use crate::refusal::Refusal;

/// See the module.
pub struct Learned2d;

const PARAMETERS: &[Parameter] = &[ROWS, COLUMNS, STD];

impl Scheme for Learned2d {
    fn id(&self) -> &'static str {
        "learned_2d"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("二维可学习表", "Learned, 2-D")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "行一张表，列一张表，各查一半的维度。训练之前，相邻的行并不比别的行更像。",
            "One table for rows, one for columns, half of the dimensions each. Before training, neighbouring rows are no more alike than any others.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Input]
    }

    fn source(&self) -> &'static str {
        "Dosovitskiy et al. 2020 (ViT), appendix D.4"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Learned2d {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        if !ask.d_model.is_multiple_of(2) {
            let allowed = Said::new(
                "行和列各占一半的维度，所以要填偶数",
                "row and column take half of the dimensions each, so an even number is allowed",
            );
            return Err(Refusal::new("d_model", ask.d_model, allowed));
        }
        let grid = Grid::of(values);
        let places = grid.places(&ask.positions)?;
        let half = ask.d_model / 2;
        let std = values.real("std");
        let rows = normals(ask.seed, "learned_2d.rows", grid.rows * half, std);
        let columns = normals(ask.seed, "learned_2d.columns", grid.columns * half, std);
        let row = |(r, c): &(i32, i32)| {
            let row = &rows[*r as usize * half..][..half];
            let column = &columns[*c as usize * half..][..half];
            [row, column].concat()
        };
        Ok(Doors {
            input: Some(InputDoor::Rows(places.iter().flat_map(row).collect())),
            ..Doors::default()
        })
    }
}
