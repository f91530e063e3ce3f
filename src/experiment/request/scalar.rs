//! A value as JavaScript writes it.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A flag, a number, a text, a list or a group. The property table reads it as it would stand in a link.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(
    untagged,
    expecting = "a number, a text, true or false, a list of numbers or an object is allowed"
)]
pub enum Scalar {
    /// `true`, `false`.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Numbers, which a link writes with commas between.
    List(Vec<f64>),
    /// Parameters that belong together, `kind` first among them: `scaling: { kind: "yarn", factor: 4 }`.
    Group(BTreeMap<String, Scalar>),
}

impl Scalar {
    /// How it would stand in a link.
    pub fn text(&self) -> String {
        match self {
            Self::Flag(flag) => u8::from(*flag).to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::List(numbers) => {
                let numbers: Vec<_> = numbers.iter().map(f64::to_string).collect();
                numbers.join(",")
            }
            Self::Group(group) => group.get("kind").map(Self::text).unwrap_or_default(),
        }
    }
}
