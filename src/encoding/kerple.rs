//! KERPLE: a bias that falls with the distance as a conditionally positive definite kernel.
//!
//! Chi et al. 2022, section 4: `log` is -r1 ln(1 + r2 |i - j|), `power` is -r1 |i - j|^r2, with r1, r2 > 0 learned per head.
//! Before training r1 and r2 are drawn per head from the seed, r1 from (0, 2) and r2 from (0, 1) for `log`
//! and (0, 2) for `power`, the ranges that the paper starts from. Shapes: bias \[heads, n, n\].

use super::{Ask, BiasDoor, Door, Doors, Kind, Opens, Parameter, Scheme, Values};
use crate::language::Bilingual;
use crate::random::stream;
use crate::refusal::Refusal;
use rand::RngExt;

/// See the module.
pub struct Kerple;

const PARAMETERS: &[Parameter] = &[Parameter::new(
    "variant",
    Kind::Choice(&[
        ("log", Bilingual::new("对数", "logarithm")),
        ("power", Bilingual::new("幂", "power")),
    ]),
    "log",
    Bilingual::new("核", "Kernel"),
    Bilingual::new(
        "对数核在远处几乎不再扣分，幂核一直扣下去。",
        "The logarithm hardly falls any more far away; the power keeps falling.",
    ),
)];

impl Scheme for Kerple {
    fn id(&self) -> &'static str {
        "kerple"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("核函数偏置（KERPLE）", "Kernel bias (KERPLE)")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "和 ALiBi 一样随距离扣分，但按对数或幂来扣，每个头有两个可学的数。",
            "Scores fall with distance as in ALiBi, but by a logarithm or a power, with two learned numbers per head.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Bias]
    }

    fn source(&self) -> &'static str {
        "Chi et al. 2022, section 4"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Kerple {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let power = values.choice("variant") == "power";
        let heads = start(ask.seed, ask.heads, power);
        let bias = |h: usize, offset: i64| {
            let [r1, r2] = heads[h];
            let distance = offset.unsigned_abs() as f64;
            if power {
                -r1 * libm::pow(distance, r2)
            } else {
                -r1 * libm::log1p(r2 * distance)
            }
        };
        Ok(Doors {
            bias: Some(BiasDoor::by_offset(&ask.positions, ask.heads, bias)),
            ..Doors::default()
        })
    }
}

/// r1 and r2 of each head before training.
pub fn start(seed: u64, heads: usize, power: bool) -> Vec<[f64; 2]> {
    let mut stream = stream(seed, "kerple");
    let mut draw = |most: f64| most * (1.0 - stream.random::<f64>());
    let largest = if power { 2.0 } else { 1.0 };
    (0..heads).map(|_| [draw(2.0), draw(largest)]).collect()
}
