//! Transformer-XL: the score in four terms, with a projected sinusoid of the offset and two global biases u and v.
//!
//! Dai et al. 2019, section 3.3: A_ij = q_i.k_j (a) + q_i.R_{i-j} (b) + u.k_j (c) + v.R_{i-j} (d), all over sqrt(head_dim),
//! R_o = W_R sin/cos(o) with the sinusoid concatenated. W_R, u and v are seeded. The doors take the
//! four terms in three parts: u joins the query where it meets the key (a + c), so that q + u meets R, and the bias table holds
//! (v - u).R_o / sqrt(head_dim) (b + d). `memory` keeps so many rows more for keys of an earlier segment.
//! Shapes: R \[rows, heads * head_dim\] with one row per offset, u and v \[heads * head_dim\].

use super::doors::Offsets;
use super::projection::{Projection, sinusoid};
use super::{
    Ask, BiasDoor, Building, Door, Doors, Index, Numbers, Opening, Opens, Parameter, RelativeDoor,
    Scheme, Values, inverse_frequencies,
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
        self.begin(ask, values).map(Opening::finish)
    }

    fn begin(&self, ask: &Ask, values: &Values) -> Result<Opening, Refusal> {
        let mut offsets = Offsets::of(&ask.positions);
        offsets.reach_back(values.whole("memory"));
        let index = offsets.index(&ask.positions);
        let width = ask.heads * ask.head_dim();
        let std = 1.0 / libm::sqrt(ask.head_dim() as f64);
        let [u, v] = ["transformer_xl.u", "transformer_xl.v"]
            .map(|name| normals(ask.seed, name, width, std));
        let waves = inverse_frequencies(ask.d_model, values.real("base"));
        let projection = Projection::new(ask, waves, offsets.distinct);
        let heads = ask.heads;
        Ok(Opening::Building(Box::new(Work {
            projection,
            heads,
            u,
            v,
            index,
        })))
    }
}

/// Doors being built: the projection takes nearly all of the time.
struct Work {
    projection: Projection,
    heads: usize,
    u: Vec<f64>,
    v: Vec<f64>,
    index: Index,
}

impl Building for Work {
    fn slice(&mut self) -> Option<Doors> {
        if self.projection.slice() {
            return None;
        }
        let keys = std::mem::take(&mut self.projection.keys);
        let (rows, width) = (self.projection.offsets.len(), self.u.len());
        let index = self.index.clone();
        Some(Doors {
            bias: Some(BiasDoor {
                table: Numbers::Exact(preference(&keys, &self.u, &self.v, self.heads)),
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
                content_bias: Some(std::mem::take(&mut self.u)),
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
    let rows = rows.flat_map(|offset| {
        let row = sinusoid(-offset as f64, &waves).concat();
        row.into_iter().take(d_model)
    });
    rows.collect()
}

/// (v - u).R_o / sqrt(head_dim) for each head and row, \[heads, rows\].
fn preference(keys: &[f64], u: &[f64], v: &[f64], heads: usize) -> Vec<f64> {
    let width = u.len();
    let head_dim = width / heads;
    let scale = 1.0 / libm::sqrt(head_dim as f64);
    let difference: Vec<f64> = u.iter().zip(v).map(|(u, v)| v - u).collect();
    let mut table = Vec::with_capacity(keys.len() / head_dim);
    for (h, difference) in difference.chunks_exact(head_dim).enumerate() {
        for row in keys.chunks_exact(width) {
            let products = row[h * head_dim..].iter().zip(difference);
            table.push(products.fold(0.0, |sum, (r, d)| sum + r * d) * scale);
        }
    }
    table
}
