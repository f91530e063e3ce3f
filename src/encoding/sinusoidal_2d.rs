//! Sinusoidal over image patches: half of the columns encode the patch's row, half its column.
//!
//! Vaswani et al. 2017 per axis, as in DETR (Carion et al. 2020, appendix A.4) and MAE (He et al. 2021).
//! Shapes: positions \[n\] on a grid -> table \[n, d_model\]; the first d_model/2 columns hold sin and cos of the row
//! (interleaved, over d_model/2 dimensions), the rest the column.

use super::grid::{COLUMNS, Grid, ROWS};
use super::{
    Ask, Door, Doors, InputDoor, Opens, Parameter, Scheme, Values, inverse_frequencies, push_waves,
};
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;

/// See the module.
pub struct Sinusoidal2d;

const PARAMETERS: &[Parameter] = &[ROWS, COLUMNS, super::parameter::BASE];

impl Scheme for Sinusoidal2d {
    fn id(&self) -> &'static str {
        "sinusoidal_2d"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("二维正弦", "Sinusoidal, 2-D")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "一半的维度写行号，一半写列号，各用一组正弦和余弦。",
            "Half of the dimensions write the row, half the column, each as sines and cosines.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Input]
    }

    fn source(&self) -> &'static str {
        "Vaswani et al. 2017, section 3.5, per axis (Carion et al. 2020, appendix A.4)"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Sinusoidal2d {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        if !ask.d_model.is_multiple_of(4) {
            let allowed = Said::new(
                "行和列各要一半的维度，每一半又由正弦、余弦成对组成，所以要填 4 的倍数",
                "row and column each take half of the dimensions, in pairs of sine and cosine, so a multiple of 4 is allowed",
            );
            return Err(Refusal::new("d_model", ask.d_model, allowed));
        }
        let places = Grid::of(values).places(&ask.positions)?;
        let inv_freq = inverse_frequencies(ask.d_model / 2, values.real("base"));
        let mut rows = Vec::with_capacity(places.len() * ask.d_model);
        for coordinate in places.iter().flat_map(|(row, column)| [row, column]) {
            push_waves(
                &mut rows,
                f64::from(*coordinate),
                &inv_freq,
                ask.d_model / 2,
            );
        }
        Ok(Doors {
            input: Some(InputDoor::Rows(rows)),
            ..Doors::default()
        })
    }
}
