//! Rotary position embedding: pair i of query and key is turned by p * base^(-2i/rotary_dim).
//!
//! Su et al. 2021, "RoFormer", section 3.2.2. Shapes: positions \[n\] -> angles \[n, rotary_dim/2\]; the score of query m and
//! key n then depends on m - n alone. Which two dimensions form a pair is a convention: `interleaved` (2i, 2i+1) in the
//! paper and GPT-J, `half_split` (i, i + rotary_dim/2) in GPT-NeoX and LLaMA. They are one thing under a permutation of the
//! dimensions, but weights trained under one read as noise under the other.

use super::parameter::PAIRING;
use super::scaling::Scaling;
use super::{Ask, Door, Doors, Kind, Opens, Pairing, Parameter, RotationDoor, Scheme, Values};
use crate::decimal;
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;

/// See the module.
pub struct Rope;

/// The kinds of scaling that have a factor.
const WITH_FACTOR: &[&str] = &["linear", "ntk", "dynamic", "yarn", "llama3", "longrope"];
/// The kinds of scaling that know the trained length.
const WITH_LENGTH: &[&str] = &["dynamic", "yarn", "llama3", "longrope"];

const PARAMETERS: &[Parameter] = &[
    super::parameter::BASE,
    PAIRING,
    Parameter::whole(
        "rotary_dim",
        (0, 1024),
        "0",
        Bilingual::new("旋转的维数", "Rotated dimensions"),
        Bilingual::new(
            "每个头有多少维参加旋转，其余不动；0 表示全部。",
            "How many dimensions of a head turn, the rest stays; 0 means all.",
        ),
    ),
    Parameter::new(
        "scaling",
        Kind::Choice(&[
            ("none", Bilingual::new("不扩展", "none")),
            ("linear", Bilingual::new("线性插值（PI）", "linear (position interpolation)")),
            ("ntk", Bilingual::new("NTK（固定）", "NTK, fixed")),
            ("dynamic", Bilingual::new("动态 NTK", "NTK, dynamic")),
            ("yarn", Bilingual::new("YaRN", "YaRN")),
            ("llama3", Bilingual::new("Llama 3", "Llama 3")),
            ("longrope", Bilingual::new("LongRoPE", "LongRoPE")),
        ]),
        "none",
        Bilingual::new("上下文扩展", "Context extension"),
        Bilingual::new(
            "怎样改动频率，让模型读得比训练时更长。",
            "How the frequencies change so that a model reads past its trained length.",
        ),
    ),
    Parameter::real(
        "factor",
        (1.0, 1024.0),
        "4",
        Bilingual::new("倍数", "Factor"),
        Bilingual::new("要读到训练长度的多少倍。", "How many times the trained length is to be read."),
    )
    .when("scaling", WITH_FACTOR),
    Parameter::whole(
        "original_length",
        (2, 1 << 20),
        "2048",
        Bilingual::new("训练长度", "Trained length"),
        Bilingual::new("模型训练时见过的最长文字。", "The longest text that the model was trained on."),
    )
    .when("scaling", WITH_LENGTH),
    Parameter::whole(
        "length",
        (0, 1 << 30),
        "0",
        Bilingual::new("当前长度", "Current length"),
        Bilingual::new("0 表示由最大的位置算出。", "0 means: from the largest position."),
    )
    .when("scaling", &["dynamic"]),
    Parameter::real(
        "beta_fast",
        (0.01, 1e6),
        "32",
        Bilingual::new("快端", "Beta fast"),
        Bilingual::new(
            "训练长度内转得比这更多圈的维度对不动。",
            "Pairs that turn more often than this within the trained length stay.",
        ),
    )
    .when("scaling", &["yarn"]),
    Parameter::real(
        "beta_slow",
        (0.01, 1e6),
        "1",
        Bilingual::new("慢端", "Beta slow"),
        Bilingual::new(
            "训练长度内转得比这更少圈的维度对完全插值。",
            "Pairs that turn less often than this within the trained length are interpolated whole.",
        ),
    )
    .when("scaling", &["yarn"]),
    Parameter::real(
        "attention_factor",
        (0.0, 100.0),
        "0",
        Bilingual::new("注意力系数", "Attention factor"),
        Bilingual::new(
            "乘在 cos 和 sin 上；0 表示按论文的公式。",
            "Multiplies cos and sin; 0 means by the paper's formula.",
        ),
    )
    .when("scaling", &["yarn", "longrope"]),
    Parameter::real(
        "low_freq_factor",
        (0.01, 1e6),
        "1",
        Bilingual::new("低频系数", "Low frequency factor"),
        Bilingual::new(
            "波长超过训练长度除以它的，整个除以倍数。",
            "Wavelengths above the trained length over this are divided by the factor.",
        ),
    )
    .when("scaling", &["llama3"]),
    Parameter::real(
        "high_freq_factor",
        (0.01, 1e6),
        "4",
        Bilingual::new("高频系数", "High frequency factor"),
        Bilingual::new(
            "波长短于训练长度除以它的不动。",
            "Wavelengths below the trained length over this stay.",
        ),
    )
    .when("scaling", &["llama3"]),
    Parameter::new(
        "factors",
        Kind::Text { most: 8192 },
        "",
        Bilingual::new("各对的除数", "Divisors"),
        Bilingual::new(
            "每个维度对一个除数，用逗号隔开；空着时全部取倍数。",
            "One divisor per pair, with commas between; empty means the factor for all.",
        ),
    )
    .when("scaling", &["longrope"]),
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
}

impl Opens for Rope {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let rotary_dim = rotary_dim(ask.head_dim(), values.whole("rotary_dim"))?;
        let scaling = scaling(ask, values, rotary_dim)?;
        let scaled = scaling.apply(rotary_dim, values.real("base"));
        Ok(Doors {
            rotation: Some(RotationDoor {
                attention_factor: scaled.attention_factor,
                ..RotationDoor::plain(scaled.inv_freq, pairing(values))
            }),
            ..Doors::default()
        })
    }
}

/// The pairing that the parameters name.
pub(super) fn pairing(values: &Values) -> Pairing {
    match values.choice("pairing") {
        "interleaved" => Pairing::Interleaved,
        _ => Pairing::HalfSplit,
    }
}

/// The scaling that the parameters name.
fn scaling(ask: &Ask, values: &Values, rotary_dim: usize) -> Result<Scaling, Refusal> {
    let factor = values.real("factor");
    let original_length = values.whole("original_length") as f64;
    let given = values.real("attention_factor");
    let attention_factor = (given > 0.0).then_some(given);
    Ok(match values.choice("scaling") {
        "linear" => Scaling::Linear { factor },
        "ntk" => Scaling::Ntk { factor },
        "dynamic" => {
            let reached = ask.positions.iter().max().map_or(0, |p| i64::from(*p) + 1);
            let length = match values.whole("length") {
                0 => reached,
                given => given,
            };
            Scaling::Dynamic {
                factor,
                original_length,
                length: length as f64,
            }
        }
        "yarn" => {
            let (beta_fast, beta_slow) = (values.real("beta_fast"), values.real("beta_slow"));
            in_order("beta_fast", beta_fast, "beta_slow", beta_slow)?;
            Scaling::Yarn {
                factor,
                original_length,
                beta_fast,
                beta_slow,
                attention_factor,
            }
        }
        "llama3" => {
            let low_freq_factor = values.real("low_freq_factor");
            let high_freq_factor = values.real("high_freq_factor");
            in_order(
                "high_freq_factor",
                high_freq_factor,
                "low_freq_factor",
                low_freq_factor,
            )?;
            Scaling::Llama3 {
                factor,
                original_length,
                low_freq_factor,
                high_freq_factor,
            }
        }
        "longrope" => Scaling::LongRope {
            factors: factors(values.text("factors"), rotary_dim / 2, factor)?,
            factor,
            original_length,
            attention_factor,
        },
        _ => Scaling::None,
    })
}

/// Refuses a larger value that isn't above the smaller one.
fn in_order(name: &str, larger: f64, other: &str, smaller: f64) -> Result<(), Refusal> {
    if larger > smaller {
        return Ok(());
    }
    let allowed = Said::new(
        format!("必须大于 {other} = {smaller}"),
        format!("it must be greater than {other} = {smaller}"),
    );
    Err(Refusal::new(name, larger, allowed))
}

/// One divisor per pair; an empty text divides all by `factor`.
fn factors(text: &str, pairs: usize, factor: f64) -> Result<Vec<f64>, Refusal> {
    let words = text.split([',', '，', ' ']).filter(|word| !word.is_empty());
    let numbers: Option<Vec<f64>> = words
        .map(|word| decimal::parse(word).filter(|f| *f >= 1e-3 && *f <= 1e6))
        .collect();
    match numbers {
        Some(numbers) if numbers.is_empty() => Ok(vec![factor; pairs]),
        Some(numbers) if numbers.len() == pairs => Ok(numbers),
        _ => {
            let allowed = Said::new(
                format!("要填 {pairs} 个正数（每个维度对一个），用逗号隔开"),
                format!("{pairs} positive numbers (one per pair) with commas between are allowed"),
            );
            Err(Refusal::new("factors", text, allowed))
        }
    }
}

/// How many dimensions turn: what was asked for, or the whole head where that is 0.
pub(super) fn rotary_dim(head_dim: usize, asked: i64) -> Result<usize, Refusal> {
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
