//! What a learner asks: one table of properties, the state and its link, tokens, and reports.
//!
//! [`PROPERTIES`] drives the controls, the link, the embed attributes, the lesson blocks and the JavaScript API, so a
//! property is added in one place.

mod property;
mod state;
mod table;
mod token;
mod trouble;

pub use property::{Group, PROPERTIES, Property, property};
pub use state::{State, Which};
pub use token::{MOST_TOKENS, MOST_TOKENS_ON_PAGE, Token, Tokenizer, number_tokens};
pub use trouble::Trouble;
