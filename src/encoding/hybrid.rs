//! Hybrid: relative vectors inside a local window, a light absolute sinusoid everywhere, and marked positions with a vector
//! of their own.
//!
//! A mixture met in tutorials, after Shaw et al. 2018 (section 3.2) for the window and Vaswani et al. 2017 (section 3.5) for the
//! absolute part, which enters at a tenth of its size. Beyond the window the relative vector is zero. A marked position (an
//! entity, say) gets one seeded vector added at the input, the same for all marks.
//! Shapes: input \[n, d_model\], relative \[2 window + 2, head_dim\] (the last row is the zero beyond the window).

use super::{
    Ask, Door, Doors, Index, InputDoor, Kind, Opens, Parameter, RelativeDoor, Scheme, Values,
    inverse_frequencies, push_waves,
};
use crate::language::{Bilingual, Said};
use crate::random::normals;
use crate::refusal::Refusal;

/// See the module.
pub struct Hybrid;

/// How much of the sinusoid enters.
const LIGHT: f64 = 0.1;

const PARAMETERS: &[Parameter] = &[
    Parameter::whole(
        "window",
        (1, 256),
        "4",
        Bilingual::new("局部窗口", "Window"),
        Bilingual::new(
            "多近的词用相对向量。",
            "Within which distance relative vectors serve.",
        ),
    ),
    Parameter::new(
        "marked",
        Kind::Text { most: 400 },
        "",
        Bilingual::new("标记的位置", "Marked positions"),
        Bilingual::new(
            "这些位置另加一个向量，写成用逗号隔开的数，例如 0,3。",
            "These positions get a vector of their own; numbers with commas between, as in 0,3.",
        ),
    ),
];

impl Scheme for Hybrid {
    fn id(&self) -> &'static str {
        "hybrid"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("混合", "Hybrid")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "近处用相对向量，全局只加很轻的正弦，另可给个别位置做标记。",
            "Relative vectors nearby, only a light sinusoid overall, and a mark on positions of your choice.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Input, Door::Relative]
    }

    fn source(&self) -> &'static str {
        "a tutorial's mixture of Shaw et al. 2018 and Vaswani et al. 2017"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Hybrid {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let marked = marked(values.text("marked"))?;
        let window = values.whole("window");
        let near = (2 * window + 1) as usize;
        let head_dim = ask.head_dim();
        let mut key = normals(ask.seed, "hybrid.key", near * head_dim, 1.0);
        key.extend(vec![0.0; head_dim]);
        let row = |offset: i64| {
            if offset.abs() > window {
                near as u32
            } else {
                (offset + window) as u32
            }
        };
        let index = Index::of(&ask.positions, row);
        Ok(Doors {
            input: Some(InputDoor::Rows(input(ask, &marked))),
            relative: Some(RelativeDoor {
                rows: near + 1,
                width: head_dim,
                key: Some(key),
                query: None,
                value: None,
                content_bias: None,
                index,
            }),
            ..Doors::default()
        })
    }
}

fn input(ask: &Ask, marked: &[i32]) -> Vec<f64> {
    let waves = inverse_frequencies(ask.d_model, 10_000.0);
    let mark = normals(ask.seed, "hybrid.mark", ask.d_model, 1.0);
    let mut rows = Vec::with_capacity(ask.positions.len() * (ask.d_model + 1));
    for position in &ask.positions {
        let start = rows.len();
        push_waves(&mut rows, f64::from(*position), &waves, ask.d_model);
        let row = &mut rows[start..];
        row.iter_mut().for_each(|wave| *wave *= LIGHT);
        if marked.contains(position) {
            row.iter_mut().zip(&mark).for_each(|(x, mark)| *x += mark);
        }
    }
    rows
}

fn marked(text: &str) -> Result<Vec<i32>, Refusal> {
    let words = text.split([',', '，', ' ']).filter(|word| !word.is_empty());
    let number = |word: &str| {
        word.parse::<i32>().map_err(|_| {
            let allowed = Said::new(
                "要填用逗号隔开的整数，例如 0,3",
                "whole numbers with commas between are allowed, as in 0,3",
            );
            Refusal::new("marked", text, allowed)
        })
    };
    words.map(number).collect()
}
