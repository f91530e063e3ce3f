//! ALiBi: score -= slope_h * |i - j|, one slope per head, nothing learned.
//!
//! Press et al. 2021, "Train short, test long", section 3. For a power of two of heads the slopes are 2^(-8(h+1)/heads).
//! For other numbers implementations disagree: `press` (the authors', BLOOM) takes the slopes of the next lower power of two
//! and then every second slope of twice as many heads; `mpt` takes the slopes of the next higher power of two, the odd ones
//! first, and cuts; `geometric` just uses the formula. Shapes: slopes \[heads\], bias \[heads, n, n\].
//! The paper is causal. Bidirectional, |i - j| is symmetric: a mirrored sentence gives mirrored rows, for any weights.
//! `split` lets the first half of the heads look left only and the rest right only, which breaks the mirror.

use super::{Ask, BiasDoor, Door, Doors, Kind, Opens, Parameter, Scheme, Values};
use crate::language::Bilingual;
use crate::refusal::Refusal;

/// See the module.
pub struct Alibi;

const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "variant",
        Kind::Choice(&[
            (
                "press",
                Bilingual::new("原论文（BLOOM）", "the authors' (BLOOM)"),
            ),
            ("mpt", Bilingual::new("MPT", "MPT")),
            (
                "geometric",
                Bilingual::new("直接用公式", "the plain formula"),
            ),
        ]),
        "press",
        Bilingual::new("斜率", "Slopes"),
        Bilingual::new(
            "头数不是 2 的幂时，各家的斜率不一样。",
            "Where the number of heads is no power of two, implementations disagree on the slopes.",
        ),
    ),
    Parameter::new(
        "direction",
        Kind::Choice(&[
            ("symmetric", Bilingual::new("左右一样", "symmetric")),
            (
                "split",
                Bilingual::new("一半看左，一半看右", "half look left, half right"),
            ),
        ]),
        "symmetric",
        Bilingual::new("方向", "Direction"),
        Bilingual::new(
            "双向时只看距离分不清左右；让一半的头只看左边、另一半只看右边就分得清了。",
            "Without a mask, distance alone can't tell left from right; it can where half of the heads look one way only.",
        ),
    ),
];

impl Scheme for Alibi {
    fn id(&self) -> &'static str {
        "alibi"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("线性偏置（ALiBi）", "Linear bias (ALiBi)")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "离得越远，分数扣得越多；每个头扣的快慢不同。没有要学的数。",
            "The farther a key, the more its score loses, each head at its own rate. Nothing is learned.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Bias]
    }

    fn source(&self) -> &'static str {
        "Press et al. 2021, section 3"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Alibi {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let slopes = slopes(ask.heads, values.choice("variant"));
        let split = values.choice("direction") == "split";
        let half = ask.heads.div_ceil(2);
        let bias = |h: usize, offset: i64| {
            let hidden = split && (if h < half { offset > 0 } else { offset < 0 });
            if hidden {
                HIDDEN
            } else {
                -slopes[h] * offset.unsigned_abs() as f64
            }
        };
        Ok(Doors {
            bias: Some(BiasDoor {
                slopes: Some(slopes.clone()),
                ..BiasDoor::by_offset(&ask.positions, ask.heads, bias)
            }),
            ..Doors::default()
        })
    }
}

/// Bias of a key on the side that a head may not look at: its weight underflows to 0.
const HIDDEN: f64 = -1e9;

/// One slope per head.
pub fn slopes(heads: usize, variant: &str) -> Vec<f64> {
    let power = heads.checked_ilog2().map_or(1, |log| 1usize << log);
    match variant {
        "geometric" => geometric(heads),
        "mpt" if power != heads => {
            let all = geometric(2 * power);
            let odd = all.iter().skip(1).step_by(2);
            odd.chain(all.iter().step_by(2))
                .copied()
                .take(heads)
                .collect()
        }
        _ => {
            let rest = geometric(2 * power);
            let rest = rest.into_iter().step_by(2).take(heads - power);
            geometric(power).into_iter().chain(rest).collect()
        }
    }
}

/// 2^(-8(h+1)/heads).
fn geometric(heads: usize) -> Vec<f64> {
    (1..=heads)
        .map(|h| libm::pow(2.0, -8.0 * h as f64 / heads as f64))
        .collect()
}
