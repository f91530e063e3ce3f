//! No positions: every door shut.
//!
//! Bidirectional attention without positions is permutation-equivariant: reorder the tokens and the same rows come out,
//! reordered. Under a causal mask it is not, since row i sees only rows 0..=i (Haviv et al. 2022, "Transformer language
//! models without positional encodings still learn positional information"; NoPE in Kazemnejad et al. 2023).

use super::{Ask, Door, Doors, Opens, Parameter, Scheme, Values};
use crate::language::Bilingual;
use crate::refusal::Refusal;

/// See the module.
pub struct None;

impl Scheme for None {
    fn id(&self) -> &'static str {
        "none"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("不加位置", "No positions")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "四扇门都关着：注意力只知道有哪些词，不知道谁在前、谁在后。",
            "All four doors stay shut: attention knows which words there are, not which comes first.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[]
    }

    fn source(&self) -> &'static str {
        "Haviv et al. 2022; Kazemnejad et al. 2023 (NoPE)"
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn at_hand(&self) -> Option<&'static dyn Opens> {
        Some(&None)
    }
}

impl Opens for None {
    fn open(&self, _: &Ask, _: &Values) -> Result<Doors, Refusal> {
        Ok(Doors::default())
    }
}
