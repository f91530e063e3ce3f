//! What a position is: one file per scheme, pure maths in f64. This room knows nothing else.
//!
//! A scheme *opens doors*: it turns positions into what enters attention ([`Doors`]). A scheme is added by adding its
//! file and one line in the list below; its parameters then stand in the controls, the link, the embed attributes and the
//! JavaScript API by themselves.

pub mod alibi;
mod content_gate;
mod cope;
pub mod deberta;
mod distance_decay;
mod doors;
pub mod dynamic;
pub mod fire;
mod frequency;
pub mod grid;
mod hybrid;
pub mod kerple;
pub mod learned;
mod learned_2d;
mod none;
mod opening;
mod parameter;
pub mod precision;
mod projection;
mod rope;
mod rope_2d;
pub mod scaling;
mod shaw;
mod sinusoidal;
mod sinusoidal_2d;
mod swin_2d;
pub mod t5;
mod table;
pub mod transformer_xl;
mod xpos;

pub use doors::{
    BiasDoor, ContentBias, Door, Doors, Index, InputDoor, Numbers, Pairing, RelativeDoor,
    RotationDoor, TurnedBy, Wave,
};
pub use frequency::{inverse_frequencies, push_waves, sin_cos, turns};
pub use opening::{Building, Opening, SLICE};
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

/// A positional encoding, as the page, the link and the API list it.
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

    /// Its arithmetic, where a first visit downloads it: see [`Opens`].
    fn at_hand(&self) -> Option<&'static dyn Opens> {
        None
    }
}

/// The arithmetic of a positional encoding.
///
/// It stands apart from [`Scheme`] because a first visit lists every encoding and computes one: whoever names no
/// [`Opens`] downloads none of their arithmetic.
pub trait Opens: Sync {
    /// Opens the encoding's doors for `ask`.
    ///
    /// # Errors
    /// A [`Refusal`] that names the property where a value or a size doesn't fit the scheme.
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal>;

    /// The same in slices, where it takes longer than a frame. As it stands here, it is done at once.
    ///
    /// # Errors
    /// As [`Opens::open`].
    fn begin(&self, ask: &Ask, values: &Values) -> Result<Opening, Refusal> {
        let doors = self.open(ask, values)?;
        Ok(Opening::Open(Box::new(doors)))
    }
}

impl dyn Scheme + '_ {
    fn opens(&self) -> &'static dyn Opens {
        let place = SCHEMES.iter().position(|scheme| scheme.id() == self.id());
        let opens = place.and_then(|place| OPENS.get(place));
        *opens.expect("a scheme is listed")
    }

    /// Opens its doors for `ask`: see [`Opens::open`].
    ///
    /// # Errors
    /// As [`Opens::open`].
    pub fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        self.opens().open(ask, values)
    }

    /// The same in slices: see [`Opens::begin`].
    ///
    /// # Errors
    /// As [`Opens::open`].
    pub fn begin(&self, ask: &Ask, values: &Values) -> Result<Opening, Refusal> {
        self.opens().begin(ask, values)
    }
}

/// The two lists of the same schemes.
macro_rules! list {
    ($($scheme:path),* $(,)?) => {
        /// Every scheme, in the order in which the page lists them.
        pub const SCHEMES: &[&dyn Scheme] = &[$(&$scheme),*];

        /// The arithmetic of each of [`SCHEMES`].
        const OPENS: &[&dyn Opens] = &[$(&$scheme),*];
    };
}

list![
    none::None,
    sinusoidal::Sinusoidal,
    learned::Learned,
    dynamic::Dynamic,
    table::Table,
    rope::Rope,
    xpos::Xpos,
    alibi::Alibi,
    t5::T5,
    kerple::Kerple,
    fire::Fire,
    distance_decay::DistanceDecay,
    shaw::Shaw,
    transformer_xl::TransformerXl,
    deberta::Deberta,
    cope::Cope,
    hybrid::Hybrid,
    content_gate::ContentGate,
    sinusoidal_2d::Sinusoidal2d,
    learned_2d::Learned2d,
    rope_2d::Rope2d,
    swin_2d::Swin2d,
];

/// The scheme with this id.
pub fn find(id: &str) -> Option<&'static dyn Scheme> {
    SCHEMES.iter().copied().find(|scheme| scheme.id() == id)
}
