//! Transformer-XL: the score in four terms, with a projected sinusoid of the offset and two global biases u and v.
//!
//! Dai et al. 2019, section 3.3: A_ij = q_i.k_j (a) + q_i.R_{i-j} (b) + u.k_j (c) + v.R_{i-j} (d), all over sqrt(head_dim),
//! R_o = W_R sin/cos(o) with the sinusoid concatenated. W_R, u and v are seeded. The doors take the
//! four terms in three parts: u joins the query where it meets the key (a + c), so that q + u meets R, and the bias table holds
//! (v - u).R_o / sqrt(head_dim) (b + d). `memory` keeps so many rows more for keys of an earlier segment.
//! Shapes: R \[rows, heads * head_dim\] with one row per offset, u and v \[heads * head_dim\].

use super::doors::Offsets;
use super::{
    Ask, BiasDoor, Door, Doors, Opens, Parameter, RelativeDoor, Scheme, Values, inverse_frequencies,
};
use crate::language::Bilingual;
use crate::random::normals;
use crate::refusal::Refusal;

/// See the module.
pub struct TransformerXl;

const PARAMETERS: &[Parameter] = &[
    super::parameter::BASE,
    Parameter::whole(
        "memory",
        (0, 8192),
        "0",
        Bilingual::new("记忆长度", "Memory length"),
        Bilingual::new(
            "为上一段文字的键多留多少个距离。",
            "How many more offsets are kept for keys of an earlier segment.",
        ),
    ),
];

impl Scheme for TransformerXl {
    fn id(&self) -> &'static str {
        "transformer_xl"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("Transformer-XL", "Transformer-XL")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "分数拆成四项：内容对内容、内容对距离、以及两个全局偏好。距离用正弦再投影。",
            "The score in four terms: content to content, content to distance, and two global preferences. Distances are projected sinusoids.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Bias, Door::Relative]
    }

    fn source(&self) -> &'static str {
        "Dai et al. 2019, section 3.3"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for TransformerXl {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let mut offsets = Offsets::of(&ask.positions);
        offsets.reach_back(values.whole("memory"));
        let index = offsets.index(&ask.positions);
        let width = ask.heads * ask.head_dim();
        let rows = distances(&offsets.distinct, ask.d_model, values.real("base"));
        let keys = project(&rows, ask, width);
        let std = 1.0 / libm::sqrt(ask.head_dim() as f64);
        let u = normals(ask.seed, "transformer_xl.u", width, std);
        let v = normals(ask.seed, "transformer_xl.v", width, std);
        let rows = offsets.distinct.len();
        Ok(Doors {
            bias: Some(BiasDoor {
                table: preference(&keys, &u, &v, ask),
                rows,
                index: index.clone(),
                slopes: None,
                indexed: false,
            }),
            relative: Some(RelativeDoor {
                rows,
                width,
                key: Some(keys),
                query: None,
                value: None,
                content_bias: Some(u),
                index,
            }),
            ..Doors::default()
        })
    }
}

/// The sinusoids of these offsets (key position minus query position), \[rows, d_model\]: what W_R projects.
pub fn distances(offsets: &[i64], d_model: usize, base: f64) -> Vec<f64> {
    let waves = inverse_frequencies(d_model, base);
    let rows = offsets.iter();
    let rows = rows.flat_map(|offset| sinusoid(-offset as f64, &waves, d_model));
    rows.collect()
}

/// All sines, then all cosines, of a distance (query position minus key position).
fn sinusoid(distance: f64, waves: &[f64], d_model: usize) -> Vec<f64> {
    let sines = waves.iter().map(|w| libm::sin(distance * w));
    let cosines = waves.iter().map(|w| libm::cos(distance * w));
    sines.chain(cosines).take(d_model).collect()
}

/// R = sinusoids times a seeded W_R \[d_model, width\], N(0, 1/d_model).
fn project(rows: &[f64], ask: &Ask, width: usize) -> Vec<f64> {
    let std = 1.0 / libm::sqrt(ask.d_model as f64);
    let weights = normals(ask.seed, "transformer_xl.r", ask.d_model * width, std);
    let mut out = vec![0.0; rows.len() / ask.d_model * width];
    for (row, out) in rows.chunks(ask.d_model).zip(out.chunks_mut(width)) {
        for (x, weights) in row.iter().zip(weights.chunks(width)) {
            out.iter_mut().zip(weights).for_each(|(o, w)| *o += x * w);
        }
    }
    out
}

/// (v - u).R_o / sqrt(head_dim) for each head and row, \[heads, rows\].
fn preference(keys: &[f64], u: &[f64], v: &[f64], ask: &Ask) -> Vec<f64> {
    let head_dim = ask.head_dim();
    let width = ask.heads * head_dim;
    let scale = 1.0 / libm::sqrt(head_dim as f64);
    let one = |h: usize, row: &[f64]| {
        let dims = h * head_dim..(h + 1) * head_dim;
        dims.map(|e| (v[e] - u[e]) * row[e]).sum::<f64>() * scale
    };
    let heads = (0..ask.heads).flat_map(|h| keys.chunks(width).map(move |row| one(h, row)));
    heads.collect()
}
