//! T5: a learned number per bucket of relative positions and per head, added to the score.
//!
//! Raffel et al. 2020, section 2.1. With r = key position - query position: bidirectional, half of the buckets serve r > 0;
//! causal, r > 0 falls into bucket 0. Half of what remains are one offset wide, the rest grow logarithmically up to
//! `max_distance`; beyond it everything shares the last bucket. Shapes: table \[heads, buckets\] (seeded N(0, 1) here, nothing
//! is trained yet), index \[n, n\] -> bias \[heads, n, n\].

use super::{Ask, BiasDoor, Door, Doors, Index, Kind, Numbers, Opens, Parameter, Scheme, Values};
use crate::language::{Bilingual, Said};
use crate::random::normals;
use crate::refusal::Refusal;

/// See the module.
pub struct T5;

const PARAMETERS: &[Parameter] = &[
    Parameter::whole(
        "buckets",
        (4, 1024),
        "32",
        Bilingual::new("桶数", "Buckets"),
        Bilingual::new(
            "相对位置一共分成多少个桶。",
            "How many buckets the offsets fall into.",
        ),
    ),
    Parameter::whole(
        "max_distance",
        (2, 1_000_000),
        "128",
        Bilingual::new("最远距离", "Largest distance"),
        Bilingual::new(
            "更远的都落进最后一个桶。",
            "Everything farther shares the last bucket.",
        ),
    ),
    Parameter::new(
        "bidirectional",
        Kind::Flag,
        "1",
        Bilingual::new("分左右", "Both directions"),
        Bilingual::new(
            "左边和右边各用一半的桶；关掉以后，右边的全部落进 0 号桶。",
            "Left and right get half of the buckets each; off, everything to the right falls into bucket 0.",
        ),
    ),
];

impl Scheme for T5 {
    fn id(&self) -> &'static str {
        "t5"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("分桶偏置（T5）", "Bucketed bias (T5)")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "把相对位置分进若干个桶：近处一格一桶，远处越分越粗；每个头、每个桶有一个可学的偏置。",
            "Relative positions fall into buckets, fine nearby and coarse far away; each head learns one bias per bucket.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Bias]
    }

    fn source(&self) -> &'static str {
        "Raffel et al. 2020, section 2.1"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for T5 {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let buckets = Buckets::of(values)?;
        let rows = buckets.count as usize;
        Ok(Doors {
            bias: Some(BiasDoor {
                table: Numbers::Exact(normals(ask.seed, "t5", ask.heads * rows, 1.0)),
                rows,
                index: Index::of(&ask.positions, |offset| buckets.bucket(offset)),
                slopes: None,
                indexed: true,
            }),
            ..Doors::default()
        })
    }
}

/// How relative positions fall into buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buckets {
    /// How many buckets there are.
    pub count: i64,
    /// Offsets from here on share the last bucket.
    pub max_distance: i64,
    /// Whether left and right have buckets of their own.
    pub bidirectional: bool,
}

impl Buckets {
    fn of(values: &Values) -> Result<Self, Refusal> {
        let buckets = Self {
            count: values.whole("buckets"),
            max_distance: values.whole("max_distance"),
            bidirectional: values.flag("bidirectional"),
        };
        if buckets.max_distance > buckets.exact() {
            return Ok(buckets);
        }
        let exact = buckets.exact();
        let allowed = Said::new(
            format!("前 {exact} 个距离各占一桶，所以要大于 {exact}"),
            format!(
                "the first {exact} distances have a bucket each, so more than {exact} is allowed"
            ),
        );
        Err(Refusal::new("max_distance", buckets.max_distance, allowed))
    }

    /// Buckets for one direction.
    fn per_side(self) -> i64 {
        if self.bidirectional {
            self.count / 2
        } else {
            self.count
        }
    }

    /// Distances below this have a bucket each.
    fn exact(self) -> i64 {
        self.per_side() / 2
    }

    /// The bucket of an offset (key position minus query position).
    pub fn bucket(self, offset: i64) -> u32 {
        let (side, exact) = (self.per_side(), self.exact());
        let first = if self.bidirectional && offset > 0 {
            side
        } else {
            0
        };
        let distance = if self.bidirectional {
            offset.abs()
        } else {
            (-offset).max(0)
        };
        if distance < exact {
            return (first + distance) as u32;
        }
        let octaves = libm::log(distance as f64 / exact as f64)
            / libm::log(self.max_distance as f64 / exact as f64);
        let coarse = exact + (octaves * (side - exact) as f64) as i64;
        (first + coarse.min(side - 1)) as u32
    }
}
