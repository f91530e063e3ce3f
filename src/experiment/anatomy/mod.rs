//! The anatomy of an encoding: what its doors do, measured from the doors themselves.

mod likeness;
mod open;
mod spectrum;
mod staircase;
mod terms;

pub use likeness::{Likeness, Of, dot, likeness};
pub use open::{Opened, open};
pub use spectrum::{Hand, ShiftCheck, Spectrum, Wavelength, hands, shift_check, spectrum};
pub use staircase::{exact_up_to, staircase};
pub use terms::{MOST_TOKENS, Term, sentence_side, sum, terms};
