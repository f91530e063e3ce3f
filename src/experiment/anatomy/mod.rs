//! The anatomy of an encoding: what its doors do, measured from the doors themselves.

mod likeness;
mod many;
mod spectrum;
mod terms;

pub use likeness::{Likeness, Of, dot, likeness};
pub use many::open_for_most;
pub use spectrum::{Hand, ShiftCheck, Spectrum, Wavelength, hands, shift_check, spectrum};
pub use terms::{Term, terms};
