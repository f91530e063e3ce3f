//! Distance decay: attention weights multiplied by exp(-rate |i - j|), in its three readings.
//!
//! Tutorials write "multiply the weights by a decay" and mean different things. `weights` multiplies after the softmax and
//! leaves rows that no longer sum to 1; `weights_renormalised` divides by the new sum; `logits` adds -rate |i - j| before the
//! softmax. The last two are the same function: w e^b / sum(w e^b) = softmax(s + b). So a decay with renormalisation *is* ALiBi
//! with one slope for all heads. Shapes: \[heads, n, n\].

use super::{Ask, BiasDoor, Door, Doors, Kind, Opens, Parameter, Scheme, Values};
use crate::language::Bilingual;
use crate::refusal::Refusal;

/// See the module.
pub struct DistanceDecay;

const PARAMETERS: &[Parameter] = &[
    RATE,
    Parameter::new(
        "reading",
        Kind::Choice(&[
            ("weights", Bilingual::new("乘在权重上", "on the weights")),
            (
                "weights_renormalised",
                Bilingual::new("乘在权重上，再归一化", "on the weights, renormalised"),
            ),
            ("logits", Bilingual::new("加在分数上", "on the scores")),
        ]),
        "weights",
        Bilingual::new("怎么读这句话", "Reading"),
        Bilingual::new(
            "“给权重乘一个衰减”可以有三种读法；后两种是同一个函数。",
            "\"Multiply the weights by a decay\" has three readings; the last two are one function.",
        ),
    ),
];

impl Scheme for DistanceDecay {
    fn id(&self) -> &'static str {
        "distance_decay"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("距离衰减", "Distance decay")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "权重随距离按指数衰减。是否重新归一化，结果大不一样；归一化以后其实就是 ALiBi。",
            "Weights decay exponentially with distance. Whether rows are renormalised matters; renormalised, it is ALiBi.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Bias]
    }

    fn source(&self) -> &'static str {
        "a tutorial formula; compare Press et al. 2021, section 3"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for DistanceDecay {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let rate = values.real("rate");
        let by_offset = |f: &dyn Fn(f64) -> f64| {
            BiasDoor::by_offset(&ask.positions, 1, |_, offset| {
                f(offset.unsigned_abs() as f64)
            })
        };
        Ok(match values.choice("reading") {
            "weights" => Doors {
                damping: Some(by_offset(&|distance| libm::exp(-rate * distance))),
                ..Doors::default()
            },
            _ => Doors {
                bias: Some(by_offset(&|distance| -rate * distance)),
                ..Doors::default()
            },
        })
    }
}

/// How fast something falls with the distance.
pub(super) const RATE: Parameter = Parameter::real(
    "rate",
    (0.0, 100.0),
    "0.5",
    Bilingual::new("衰减率", "Rate"),
    Bilingual::new(
        "距离每增加 1，乘上 exp(-衰减率)。",
        "Each step of distance multiplies by exp(-rate).",
    ),
);
