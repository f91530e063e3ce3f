//! The instrument beside the reading column: every control comes from the property table.

mod choice;
mod field;
mod group;
mod instrument;
mod number;
mod refusal;
mod step;
mod text;
mod tick;

pub use field::Field;
pub use instrument::Instrument;
pub use refusal::RefusalLine;
