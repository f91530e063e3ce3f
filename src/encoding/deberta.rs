//! DeBERTa: content meets position both ways, over logarithmic buckets.
//!
//! He et al. 2021, section 3.1: A_ij = q_i.k_j + q_i.Kr_d(i,j) + k_j.Qr_d(j,i), over sqrt(3 head_dim); DeBERTa-v2 puts offsets
//! into buckets (one each up to half of them, logarithmic beyond). d(i, j) = bucket(query position - key position) + span, clamped
//! to the table's 2 * span rows, with span = buckets, or max_position where buckets is 0. The second lookup is mirrored,
//! d(j, i); the table inside holds one row for each bucket from -span to span, so that one index serves both.
//! Shapes: Kr, Qr \[2 span, heads * head_dim\] (seeded N(0, 1), nothing is trained yet), index \[n, n\].

use super::{Ask, Door, Doors, Index, Opens, Parameter, RelativeDoor, Scheme, Values};
use crate::language::{Bilingual, Said};
use crate::random::normals;
use crate::refusal::Refusal;

/// See the module.
pub struct Deberta;

const PARAMETERS: &[Parameter] = &[
    Parameter::whole(
        "buckets",
        (0, 1024),
        "32",
        Bilingual::new("桶数", "Buckets"),
        Bilingual::new(
            "近处一格一桶，远处按对数；0 表示不分桶，只在最远位置处截断。",
            "One offset each nearby, logarithmic far away; 0 means no buckets, only the clip at the largest position.",
        ),
    ),
    Parameter::whole(
        "max_position",
        (2, 4096),
        "128",
        Bilingual::new("最远位置", "Largest position"),
        Bilingual::new(
            "桶铺到这个距离为止；再远都算一样。",
            "The buckets reach up to this distance; beyond it all is equally far.",
        ),
    ),
];

impl Scheme for Deberta {
    fn id(&self) -> &'static str {
        "deberta"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("内容与位置分开（DeBERTa）", "Disentangled (DeBERTa)")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "查询去看距离，键也去看距离，再加上内容对内容：三项相加，按 √(3d) 缩放。",
            "Queries look at distances, keys look at distances, and content looks at content: three terms, scaled by √(3d).",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Relative]
    }

    fn source(&self) -> &'static str {
        "He et al. 2021, section 3.1; buckets as in DeBERTa-v2"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Deberta {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let ruler = Ruler::of(values)?;
        let width = ask.heads * ask.head_dim();
        let own = ruler.rows() as usize;
        let key = normals(ask.seed, "deberta.key", own * width, 1.0);
        let query = normals(ask.seed, "deberta.query", own * width, 1.0);
        // Inside, row span + b serves bucket b; the query's table is mirrored so that one index serves both lookups.
        let spread = |table: &[f64], sign: i64| {
            let rows = (-ruler.span..=ruler.span).flat_map(|bucket| {
                let row = ruler.row(sign * bucket) as usize;
                table[row * width..][..width].to_vec()
            });
            rows.collect::<Vec<f64>>()
        };
        let bucket = |offset: i64| ruler.bucket(-offset).clamp(-ruler.span, ruler.span);
        Ok(Doors {
            relative: Some(RelativeDoor {
                rows: (2 * ruler.span + 1) as usize,
                width,
                key: Some(spread(&key, 1)),
                query: Some(spread(&query, -1)),
                value: None,
                content_bias: None,
                index: Index::of(&ask.positions, |offset| {
                    (bucket(offset) + ruler.span) as u32
                }),
            }),
            score_scale: Some(1.0 / libm::sqrt(3.0 * ask.head_dim() as f64)),
            ..Doors::default()
        })
    }
}

/// How offsets (query position minus key position) fall into buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruler {
    /// Buckets per side; 0 means one bucket per offset.
    pub buckets: i64,
    /// Where the logarithmic buckets end, or where offsets are clipped.
    pub max_position: i64,
    /// Half of the table's rows.
    pub span: i64,
}

impl Ruler {
    fn of(values: &Values) -> Result<Self, Refusal> {
        let (buckets, max_position) = (values.whole("buckets"), values.whole("max_position"));
        if buckets == 1 || (buckets > 1 && max_position <= buckets / 2 + 1) {
            let least = buckets / 2 + 2;
            let allowed = Said::new(
                format!(
                    "最远位置 {max_position} 时，桶数可以是 0，或不小于 2 且满足最远位置不小于 {least}"
                ),
                format!(
                    "with max_position {max_position}, 0 or at least 2 is allowed, and max_position must be at least {least}"
                ),
            );
            return Err(Refusal::new("buckets", buckets, allowed));
        }
        let span = if buckets > 0 { buckets } else { max_position };
        Ok(Self {
            buckets,
            max_position,
            span,
        })
    }

    /// Rows of the table.
    pub fn rows(self) -> i64 {
        2 * self.span
    }

    /// The table's row for a bucket.
    pub fn row(self, bucket: i64) -> u32 {
        (bucket + self.span).clamp(0, self.rows() - 1) as u32
    }

    /// The bucket of an offset, before the clamp to the table: itself up to half of the buckets, then
    /// half + ceil(ln(|r| / half) / ln((max_position - 1) / half) (half - 1)), with the offset's sign.
    pub fn bucket(self, offset: i64) -> i64 {
        let half = self.buckets / 2;
        let distance = offset.abs();
        if self.buckets == 0 || distance <= half {
            return offset;
        }
        let reach = libm::log((self.max_position - 1) as f64 / half as f64);
        let octaves = libm::log(distance as f64 / half as f64) / reach;
        let coarse = half + libm::ceil(octaves * (half - 1) as f64) as i64;
        coarse * offset.signum()
    }
}
