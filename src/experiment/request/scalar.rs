//! A value as JavaScript writes it.

use serde::Deserialize;

/// A flag, a number or a text. The property table reads it as it would stand in a link.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "a number, a text, true or false is allowed")]
pub enum Scalar {
    /// `true`, `false`.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl Scalar {
    /// How it would stand in a link.
    pub fn text(&self) -> String {
        match self {
            Self::Flag(flag) => u8::from(*flag).to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}
