//! What a learner asks: one table of properties, the state and its link, tokens, and reports.
//!
//! [`PROPERTIES`] drives the controls, the link, the embed attributes, the lesson blocks and the JavaScript API, so a
//! property is added in one place.

pub mod anatomy;
mod compare;
pub mod extension;
pub mod guide;
pub mod inspect;
pub mod lineup;
mod opening;
mod order;
pub mod patches;
mod property;
mod race;
pub mod request;
mod side;
mod state;
mod table;
mod token;
pub mod train;
mod trouble;

pub use compare::{Apart, Contestant, apart, compare, difference, difference_map};
pub use opening::open;
pub use order::{MOST_TOKENS_WITH_MAPS, OrderReport, Why, doors, order, tokens, tolerance};
pub use property::{Group, PROPERTIES, Property, property};
pub use race::{RACERS, can_leak, leaks, race_link, race_plan, race_properties, race_seeds};
pub use side::Side;
pub use state::{State, Which};
pub use token::{MOST_TOKENS, MOST_TOKENS_ON_PAGE, Token, Tokenizer, number_tokens};
pub use trouble::Trouble;
