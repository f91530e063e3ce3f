//! What the list of operations holds of each.

use super::Operation;
#[cfg(not(target_arch = "wasm32"))]
use super::{Dice, Sample};

/// What the list knows of an operation before one is made.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// The stem of its file and of its shader.
    pub name: &'static str,
    /// How many operands it reads.
    pub inputs: usize,
    /// The shader's whole text, as it is shipped.
    pub source: &'static str,
    /// The shader's entry points.
    pub entries: &'static [&'static str],
    /// A random operation with operands that fit, for the tests, which run natively.
    #[cfg(not(target_arch = "wasm32"))]
    pub sample: fn(&mut Dice) -> Sample,
}

impl Listed {
    pub(super) const fn of<O: Operation>(source: &'static str) -> Self {
        Self {
            name: O::NAME,
            inputs: O::INPUTS,
            source,
            entries: O::ENTRIES,
            #[cfg(not(target_arch = "wasm32"))]
            sample: O::sample,
        }
    }
}
