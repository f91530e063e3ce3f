//! Content gate: the score itself, times a mask that falls with the distance, as an extra bias.
//!
//! score = s (1 + exp(-rate |i - j|)) with s = q . k / sqrt(head_dim): near keys count double, far ones once. Because the
//! position multiplies the content instead of adding to it, a key whose score is negative is pushed *down* by being near.
//! Shapes: mask by offset -> bias \[heads, n, n\], computed from query and key.

use super::distance_decay::RATE;
use super::{Ask, BiasDoor, ContentBias, Door, Doors, Opens, Parameter, Scheme, Values};
use crate::language::Bilingual;
use crate::refusal::Refusal;

/// See the module.
pub struct ContentGate;

const PARAMETERS: &[Parameter] = &[RATE];

impl Scheme for ContentGate {
    fn id(&self) -> &'static str {
        "content_gate"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("内容门控", "Content gate")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "把分数本身乘上随距离衰减的门，再加回去：近处的好恶都被放大。",
            "The score times a mask that falls with distance is added back: near keys are liked more, and disliked more.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Bias]
    }

    fn source(&self) -> &'static str {
        "a tutorial formula"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for ContentGate {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let rate = values.real("rate");
        let mask = |_: usize, offset: i64| libm::exp(-rate * offset.unsigned_abs() as f64);
        Ok(Doors {
            content: Some(ContentBias::Gate(BiasDoor::by_offset(
                &ask.positions,
                1,
                mask,
            ))),
            ..Doors::default()
        })
    }
}
