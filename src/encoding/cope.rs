//! CoPE: positions counted by content. A key's position is how many gates stand open between it and the query.
//!
//! Golovneva et al. 2024, section 4: g_ij = sigmoid(q_i . k_j), p_ij = sum of g_it for t from j to i, clipped to
//! `max_position`; score += q_i . e\[p_ij\], with e interpolated between whole positions. Made for a causal mask; without one the
//! gates between i and j are summed on either side. Shapes: e \[max_position + 1, head_dim\] (seeded N(0, 1), nothing is
//! trained yet) -> bias \[heads, n, n\], computed from query and key.

use super::{Ask, ContentBias, Door, Doors, Opens, Parameter, Scheme, Values};
use crate::language::Bilingual;
use crate::random::normals;
use crate::refusal::Refusal;

/// See the module.
pub struct Cope;

const PARAMETERS: &[Parameter] = &[Parameter::whole(
    "max_position",
    (1, 1024),
    "64",
    Bilingual::new("最多数到", "Counts up to"),
    Bilingual::new(
        "门开的个数数到这里为止。",
        "Open gates are counted up to this number.",
    ),
)];

impl Scheme for Cope {
    fn id(&self) -> &'static str {
        "cope"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("按内容数位置（CoPE）", "Contextual (CoPE)")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "每个词自己决定哪些词值得数：位置等于两词之间打开的门数，可以不是整数。",
            "Each word decides which words count: a position is how many gates open between two words, and needs not be whole.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Relative]
    }

    fn source(&self) -> &'static str {
        "Golovneva et al. 2024, section 4"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Cope {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let rows = values.whole("max_position") as usize + 1;
        Ok(Doors {
            content: Some(ContentBias::Counted {
                rows,
                vectors: normals(ask.seed, "cope", rows * ask.head_dim(), 1.0),
            }),
            ..Doors::default()
        })
    }
}
