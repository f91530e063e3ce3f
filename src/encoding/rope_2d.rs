//! Axial RoPE over image patches: half of the pairs turn by the patch's row, half by its column.
//!
//! Su et al. 2021 per axis; Heo et al. 2024, "Rotary position embedding for vision transformer", section 3.2 (axial).
//! Shapes: positions \[n\] on a grid -> angles \[n, head_dim/2\].

use super::grid::{COLUMNS, Grid, ROWS};
use super::parameter::PAIRING;
use super::rope::pairing;
use super::{
    Ask, Door, Doors, Opens, Parameter, RotationDoor, Scheme, TurnedBy, Values, inverse_frequencies,
};
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;

/// See the module.
pub struct Rope2d;

const PARAMETERS: &[Parameter] = &[ROWS, COLUMNS, super::parameter::BASE, PAIRING];

impl Scheme for Rope2d {
    fn id(&self) -> &'static str {
        "rope_2d"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("二维旋转", "Rotary, 2-D")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "一半的维度对按行号转，一半按列号转：相遇时只剩行差和列差。",
            "Half of the pairs turn by the row, half by the column: when two patches meet, only the row and column offsets are left.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Rotation]
    }

    fn source(&self) -> &'static str {
        "Heo et al. 2024, section 3.2 (axial)"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Rope2d {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let head_dim = ask.head_dim();
        if !head_dim.is_multiple_of(4) {
            let allowed = Said::new(
                "行和列各要一半的维度对，所以 head_dim（= d_model / heads）必须是 4 的倍数",
                "row and column each turn half of the pairs, so head_dim (= d_model / heads) must be a multiple of 4",
            );
            return Err(Refusal::new("head_dim", head_dim, allowed));
        }
        let places = Grid::of(values).places(&ask.positions)?;
        let axis = inverse_frequencies(head_dim / 2, values.real("base"));
        let rows: Vec<i32> = places.iter().map(|(row, _)| *row).collect();
        let columns: Vec<i32> = places.iter().map(|(_, column)| *column).collect();
        let turned_by = [vec![rows; axis.len()], vec![columns; axis.len()]].concat();
        Ok(Doors {
            rotation: Some(RotationDoor {
                turned_by: TurnedBy::Coordinates(turned_by),
                ..RotationDoor::plain(axis.repeat(2), pairing(values))
            }),
            ..Doors::default()
        })
    }
}
