//! Rotary position embedding: pair i of query and key is turned by p * base^(-2i/rotary_dim).
//!
//! Su et al. 2021, "RoFormer", section 3.2.2. Shapes: positions \[n\] -> angles \[n, rotary_dim/2\]; the score of query m and
//! key n then depends on m - n alone. Which two dimensions form a pair is a convention: `interleaved` (2i, 2i+1) in the
//! paper and GPT-J, `half_split` (i, i + rotary_dim/2) in GPT-NeoX and LLaMA. They are one thing under a permutation of the
//! dimensions, but weights trained under one read as noise under the other.

use super::{
    Ask, Door, Doors, Kind, Pairing, Parameter, RotationDoor, Scheme, Values, inverse_frequencies,
};
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;

/// See the module.
pub struct Rope;

const PARAMETERS: &[Parameter] = &[
    super::parameter::BASE,
    Parameter {
        name: "pairing",
        kind: Kind::Choice(&[
            (
                "half_split",
                Bilingual::new("前后半配对（LLaMA）", "half split (LLaMA)"),
            ),
            (
                "interleaved",
                Bilingual::new("相邻配对（论文、GPT-J）", "interleaved (paper, GPT-J)"),
            ),
        ]),
        default: "half_split",
        label: Bilingual::new("配对", "Pairing"),
        help: Bilingual::new(
            "哪两维结成一对、一起转。两种约定只差一个维度的排列，但权重不能混用。",
            "Which two dimensions form a pair and turn together. The two conventions differ by a permutation, yet weights can't be mixed.",
        ),
    },
    Parameter {
        name: "rotary_dim",
        kind: Kind::Whole { min: 0, max: 1024 },
        default: "0",
        label: Bilingual::new("旋转的维数", "Rotated dimensions"),
        help: Bilingual::new(
            "每个头有多少维参加旋转，其余不动；0 表示全部。",
            "How many dimensions of a head turn, the rest stays; 0 means all.",
        ),
    },
];

impl Scheme for Rope {
    fn id(&self) -> &'static str {
        "rope"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("旋转（RoPE）", "Rotary (RoPE)")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "查询和键按各自的位置转一个角度，两者相遇时只剩下角度之差，也就是距离。",
            "Query and key each turn by an angle set by their position; when they meet, only the difference is left: the distance.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Rotation]
    }

    fn source(&self) -> &'static str {
        "Su et al. 2021, section 3.2.2"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let rotary_dim = rotary_dim(ask.head_dim(), values.whole("rotary_dim"))?;
        let pairing = match values.choice("pairing") {
            "interleaved" => Pairing::Interleaved,
            _ => Pairing::HalfSplit,
        };
        Ok(Doors {
            rotation: Some(RotationDoor {
                inv_freq: inverse_frequencies(rotary_dim, values.real("base")),
                pairing,
                attention_factor: 1.0,
            }),
            ..Doors::default()
        })
    }
}

/// How many dimensions turn: what was asked for, or the whole head where that is 0.
fn rotary_dim(head_dim: usize, asked: i64) -> Result<usize, Refusal> {
    let asked = usize::try_from(asked).unwrap_or(0);
    if asked == 0 && !head_dim.is_multiple_of(2) {
        let allowed = Said::new(
            "旋转要把维度两两配对，所以 head_dim（= d_model / heads）必须是偶数，或者用 rotary_dim 只转其中偶数个维度",
            "a rotation turns dimensions in pairs, so head_dim (= d_model / heads) must be even, or rotary_dim must name an even part of it",
        );
        return Err(Refusal::new("head_dim", head_dim, allowed));
    }
    if !asked.is_multiple_of(2) || asked > head_dim {
        let allowed = Said::new(
            format!("要填 0（全部）或不超过 head_dim = {head_dim} 的偶数"),
            format!("0 (all) or an even number up to head_dim = {head_dim} is allowed"),
        );
        return Err(Refusal::new("rotary_dim", asked, allowed));
    }
    Ok(if asked == 0 { head_dim } else { asked })
}
