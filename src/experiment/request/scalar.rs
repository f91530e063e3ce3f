//! A value as JavaScript writes it.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A flag, a number, a text, a list, a table or a group. The property table reads it as it would stand in a link.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(
    untagged,
    expecting = "a number, a text, true or false, a list of numbers, a list of such lists or an object is allowed"
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
    /// Rows of numbers, which a link writes with semicolons between.
    Rows(Vec<Vec<f64>>),
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
            Self::List(numbers) => joined(numbers),
            Self::Rows(rows) => {
                let rows: Vec<_> = rows.iter().map(|row| joined(row)).collect();
                rows.join(";")
            }
            Self::Group(group) => group.get("kind").map(Self::text).unwrap_or_default(),
        }
    }
}

/// Numbers with commas between.
fn joined(numbers: &[f64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(f64::to_string).collect();
    numbers.join(",")
}
