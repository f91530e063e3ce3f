//! What a position is: one file per scheme, pure maths in f64. This room knows nothing else.
//!
//! A scheme *opens doors*: it turns positions into what enters attention ([`Doors`]). A scheme is added by adding its
//! file and one line in [`SCHEMES`]; its parameters then stand in the controls, the link, the embed attributes and the
//! JavaScript API by themselves.

mod doors;
mod frequency;
mod none;
mod parameter;
mod rope;
mod sinusoidal;

pub use doors::{BiasDoor, Door, Doors, InputDoor, Pairing, RelativeDoor, RotationDoor, Wave};
pub use frequency::{inverse_frequencies, turns};
pub use parameter::{Kind, Parameter, Value, Values};

use crate::language::Bilingual;
use crate::refusal::Refusal;

/// What a scheme is asked to encode.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The position of every token. Any list: offset, gaps, repeated, negative.
    pub positions: Vec<i32>,
    /// Width of the residual stream.
    pub d_model: usize,
    /// Attention heads; `head_dim` is `d_model / heads`.
    pub heads: usize,
    /// Seed of tables that training would learn.
    pub seed: u64,
}

impl Ask {
    /// Width of one head.
    pub fn head_dim(&self) -> usize {
        self.d_model / self.heads
    }
}

/// A positional encoding.
pub trait Scheme: Sync {
    /// Its id in the link and the API: `rope`.
    fn id(&self) -> &'static str;
    /// Its name.
    fn name(&self) -> Bilingual;
    /// One sentence on what it does, for somebody who meets it first.
    fn summary(&self) -> Bilingual;
    /// The doors that it opens.
    fn doors(&self) -> &'static [Door];
    /// Where it was published: authors, year, section.
    fn source(&self) -> &'static str;
    /// Its parameters.
    fn parameters(&self) -> &'static [Parameter];

    /// Opens its doors for `ask`.
    ///
    /// # Errors
    /// A [`Refusal`] that names the property where a value or a size doesn't fit the scheme.
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal>;
}

/// Every scheme, in the order in which the page lists them.
pub const SCHEMES: &[&dyn Scheme] = &[&none::None, &sinusoidal::Sinusoidal, &rope::Rope];

/// The scheme with this id.
pub fn find(id: &str) -> Option<&'static dyn Scheme> {
    SCHEMES.iter().copied().find(|scheme| scheme.id() == id)
}
