//! xPos: rotation with decay. A query at m grows by zeta_i^(m / scale_base) and a key at n shrinks by the inverse, so that
//! pair i of their product carries zeta_i^((m - n) / scale_base) < 1 for a key in the past.
//!
//! Sun et al. 2022, "A length-extrapolatable transformer", section 3: zeta_i = (2i/d + 0.4) / 1.4, scale_base 512. Made for
//! causal attention; towards the future the factor grows. Shapes as for RoPE.

use super::parameter::PAIRING;
use super::rope::{pairing, rotary_dim};
use super::{
    Ask, Door, Doors, Opens, Parameter, RotationDoor, Scheme, Values, inverse_frequencies,
};
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;

/// See the module.
pub struct Xpos;

const PARAMETERS: &[Parameter] = &[
    super::parameter::BASE,
    PAIRING,
    Parameter::real(
        "scale_base",
        (1.0, 1e6),
        "512",
        Bilingual::new("衰减尺度", "Scale base"),
        Bilingual::new(
            "距离每增加这么多，衰减因子乘上一次 zeta。",
            "Over this distance the factor zeta applies once.",
        ),
    ),
];

impl Scheme for Xpos {
    fn id(&self) -> &'static str {
        "xpos"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("带衰减的旋转（xPos）", "Rotary with decay (xPos)")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "在旋转之外，让越远的键越轻：快转的维度衰减得快，慢转的维度衰减得慢。",
            "Rotation, and distant keys weigh less: fast pairs fade quickly, slow pairs slowly.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Rotation]
    }

    fn source(&self) -> &'static str {
        "Sun et al. 2022, section 3"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Xpos {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let rotary_dim = rotary_dim(ask.head_dim(), 0)?;
        let growth = growth(rotary_dim, values.real("scale_base"));
        refuse_overflow(&ask.positions, &growth)?;
        let inv_freq = inverse_frequencies(rotary_dim, values.real("base"));
        Ok(Doors {
            rotation: Some(RotationDoor {
                growth,
                ..RotationDoor::plain(inv_freq, pairing(values))
            }),
            ..Doors::default()
        })
    }
}

/// ln zeta_i / scale_base for each pair.
fn growth(rotary_dim: usize, scale_base: f64) -> Vec<f64> {
    let zeta = |i: usize| (2.0 * i as f64 / rotary_dim as f64 + 0.4) / 1.4;
    (0..rotary_dim / 2)
        .map(|i| libm::log(zeta(i)) / scale_base)
        .collect()
}

/// Largest exponent that leaves room in f32 for the sums that follow.
const MOST_EXPONENT: f64 = 40.0;

fn refuse_overflow(positions: &[i32], growth: &[f64]) -> Result<(), Refusal> {
    let steepest = growth.iter().fold(0.0, |most: f64, g| most.max(g.abs()));
    let far = positions.iter().max_by_key(|p| p.unsigned_abs());
    match far.filter(|p| f64::from(p.unsigned_abs()) * steepest > MOST_EXPONENT) {
        None => Ok(()),
        Some(position) => {
            let most = (MOST_EXPONENT / steepest) as i64;
            let allowed = Said::new(
                format!(
                    "xPos 的因子随位置指数变化，可用 -{most} 到 {most} 的位置，更远会超出浮点数的范围"
                ),
                format!(
                    "xPos scales exponentially with the position; -{most} to {most} are allowed, beyond them floating point overflows"
                ),
            );
            Err(Refusal::new("position", position, allowed))
        }
    }
}
