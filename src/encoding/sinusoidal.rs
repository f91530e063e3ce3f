//! Sinusoidal: PE(p, 2i) = sin(p / base^(2i/d)), PE(p, 2i+1) = cos(p / base^(2i/d)), added to the embedding.
//!
//! Vaswani et al. 2017, "Attention is all you need", section 3.5. Shapes: positions \[n\] -> table \[n, d_model\].
//! Three layouts are in use. `interleaved` (the paper) and `concatenated` (all sines, then all cosines: Marian) hold the
//! same numbers in another order. `tensor2tensor` (fairseq, M2M100) also spaces the frequencies otherwise: over
//! d/2 - 1 steps instead of d/2, so that the last one is exactly 1/base; an odd width leaves its last column zero.

use super::{
    Ask, Door, Doors, InputDoor, Kind, Opens, Parameter, Scheme, Values, Wave, inverse_frequencies,
};
use crate::language::Bilingual;
use crate::refusal::Refusal;

/// See the module.
pub struct Sinusoidal;

const PARAMETERS: &[Parameter] = &[
    super::parameter::BASE,
    Parameter::new(
        "layout",
        Kind::Choice(&[
            (
                "interleaved",
                Bilingual::new("交错（2017 论文）", "interleaved (2017 paper)"),
            ),
            (
                "concatenated",
                Bilingual::new("先正弦后余弦", "sines, then cosines"),
            ),
            (
                "tensor2tensor",
                Bilingual::new("tensor2tensor", "tensor2tensor"),
            ),
        ]),
        "interleaved",
        Bilingual::new("排列", "Layout"),
        Bilingual::new(
            "正弦和余弦在各列中怎样排。前两种是同一组数换了列序；tensor2tensor 的频率间隔也不同。",
            "How sines and cosines lie in the columns. The first two hold the same numbers in another order; tensor2tensor also spaces the frequencies otherwise.",
        ),
    ),
];

impl Scheme for Sinusoidal {
    fn id(&self) -> &'static str {
        "sinusoidal"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("正弦", "Sinusoidal")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "每个位置得到一行由快到慢的正弦和余弦，直接加到词向量上。",
            "Each position gets a row of sines and cosines, fast to slow, added to the word's vector.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Input]
    }

    fn source(&self) -> &'static str {
        "Vaswani et al. 2017, section 3.5"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn at_hand(&self) -> Option<&'static dyn Opens> {
        Some(&Sinusoidal)
    }
}

impl Opens for Sinusoidal {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let columns = columns(ask.d_model, values.real("base"), values.choice("layout"));
        Ok(Doors {
            input: Some(InputDoor::Waves(columns)),
            ..Doors::default()
        })
    }
}

fn columns(d_model: usize, base: f64, layout: &str) -> Vec<Wave> {
    let sine = |inv_freq| Wave {
        inv_freq,
        cosine: false,
    };
    let cosine = |inv_freq| Wave {
        inv_freq,
        cosine: true,
    };
    match layout {
        "tensor2tensor" => {
            let inv_freq = tensor2tensor_frequencies(d_model / 2, base);
            let sines = inv_freq.iter().copied().map(sine);
            let cosines = inv_freq.iter().copied().map(cosine);
            let rest = std::iter::repeat_n(Wave::SILENT, d_model % 2);
            sines.chain(cosines).chain(rest).collect()
        }
        "concatenated" => {
            let inv_freq = inverse_frequencies(d_model, base);
            let sines = inv_freq.iter().copied().map(sine);
            let cosines = inv_freq.iter().copied().take(d_model / 2).map(cosine);
            sines.chain(cosines).collect()
        }
        _ => {
            let pairs = inverse_frequencies(d_model, base).into_iter();
            let waves = pairs.flat_map(|inv_freq| [sine(inv_freq), cosine(inv_freq)]);
            waves.take(d_model).collect()
        }
    }
}

/// inv_freq\[i\] = base^(-i/(half - 1)): from 1 down to exactly 1/base. One frequency alone is 1.
fn tensor2tensor_frequencies(half: usize, base: f64) -> Vec<f64> {
    let steps = half.saturating_sub(1).max(1) as f64;
    (0..half)
        .map(|i| libm::pow(base, -(i as f64) / steps))
        .collect()
}
