//! Dynamic scale: a sinusoid over positions that are stretched where they matter, p' = p (1 + sigmoid((p - centre) / width)).
//!
//! A variant met in tutorials, kept because it shows what a nonlinear scale does: the step between neighbours grows around
//! `centre` from 1 to 2, so PE(p + k) is no longer one rotation of PE(p), and equal distances no longer look equal.
//! Shapes: positions \[n\] -> table \[n, d_model\], interleaved.

use super::{
    Ask, Door, Doors, InputDoor, Opens, Parameter, Scheme, Values, inverse_frequencies, push_waves,
};
use crate::language::Bilingual;
use crate::refusal::Refusal;

/// See the module.
pub struct Dynamic;

const PARAMETERS: &[Parameter] = &[
    super::parameter::BASE,
    Parameter::real(
        "centre",
        (-1e6, 1e6),
        "128",
        Bilingual::new("中心", "Centre"),
        Bilingual::new(
            "拉伸从哪个位置附近开始。",
            "Around which position the stretching starts.",
        ),
    ),
    Parameter::real(
        "width",
        (0.001, 1e6),
        "64",
        Bilingual::new("过渡宽度", "Width"),
        Bilingual::new(
            "从不拉伸到拉伸一倍，过渡有多缓。",
            "How gently the scale goes from one to two.",
        ),
    ),
];

impl Scheme for Dynamic {
    fn id(&self) -> &'static str {
        "dynamic"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("动态缩放的正弦", "Dynamic scale")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "先把位置非均匀地拉伸，再取正弦：同样的距离，在前面和后面看起来不一样了。",
            "Positions are stretched unevenly before the sines: equal distances look different early and late.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Input]
    }

    fn source(&self) -> &'static str {
        "a tutorial's variant of Vaswani et al. 2017, section 3.5"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Dynamic {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let inv_freq = inverse_frequencies(ask.d_model, values.real("base"));
        let (centre, width) = (values.real("centre"), values.real("width"));
        let mut rows = Vec::with_capacity(ask.positions.len() * (ask.d_model + 1));
        for position in &ask.positions {
            let scaled = stretched(f64::from(*position), centre, width);
            push_waves(&mut rows, scaled, &inv_freq, ask.d_model);
        }
        Ok(Doors {
            input: Some(InputDoor::Rows(rows)),
            ..Doors::default()
        })
    }
}

/// p (1 + sigmoid((p - centre) / width)).
pub fn stretched(position: f64, centre: f64, width: f64) -> f64 {
    position * (1.0 + 1.0 / (1.0 + libm::exp(-(position - centre) / width)))
}
