//! Shaw: a learned vector per clipped offset joins the key, and (optionally) another joins the value.
//!
//! Shaw et al. 2018, section 3.2: e_ij = q_i . (k_j + a^K_r) / sqrt(head_dim), z_i = sum_j alpha_ij (v_j + a^V_r), with
//! r = clip(j - i, -k, k) + k, so 2k + 1 rows. Offsets beyond k can't be told apart, which is why it holds on longer texts.
//! Shapes: tables \[2k + 1, head_dim\] shared by the heads (seeded N(0, 1), nothing is trained yet), index \[n, n\].

use super::{Ask, Door, Doors, Index, Kind, Opens, Parameter, RelativeDoor, Scheme, Values};
use crate::language::Bilingual;
use crate::random::normals;
use crate::refusal::Refusal;

/// See the module.
pub struct Shaw;

const PARAMETERS: &[Parameter] = &[
    Parameter::whole(
        "clip",
        (1, 1024),
        "8",
        Bilingual::new("截断距离", "Clip distance"),
        Bilingual::new(
            "更远的距离共用最后一行；一共 2k + 1 行。",
            "Farther offsets share the last row; there are 2k + 1 rows.",
        ),
    ),
    Parameter::new(
        "values",
        Kind::Flag,
        "1",
        Bilingual::new("值也带位置", "Values too"),
        Bilingual::new(
            "除了键，值也加上一个相对向量。",
            "Besides the key, the value gets a relative vector as well.",
        ),
    ),
];

impl Scheme for Shaw {
    fn id(&self) -> &'static str {
        "shaw"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("相对向量（Shaw）", "Relative vectors (Shaw)")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "每个相对距离有一个可学的向量，和键相加（也可和值相加）；超过截断距离的都算一样远。",
            "Each relative distance has a learned vector that joins the key (and the value); beyond the clip, all is equally far.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Relative]
    }

    fn source(&self) -> &'static str {
        "Shaw et al. 2018, section 3.2"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Shaw {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let clip = values.whole("clip");
        let rows = (2 * clip + 1) as usize;
        let table = |name| normals(ask.seed, name, rows * ask.head_dim(), 1.0);
        let index = clipped(&ask.positions, clip);
        Ok(Doors {
            relative: Some(RelativeDoor {
                rows,
                width: ask.head_dim(),
                key: Some(table("shaw.key")),
                query: None,
                value: values.flag("values").then(|| table("shaw.value")),
                content_bias: None,
                index,
            }),
            ..Doors::default()
        })
    }
}

/// clip(key - query, -k, k) + k.
pub(super) fn clipped(positions: &[i32], clip: i64) -> Index {
    Index::of(positions, |offset| {
        (offset.clamp(-clip, clip) + clip) as u32
    })
}
