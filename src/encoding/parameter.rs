//! Parameters: a name, a kind with its range, a default, and words for both languages.

use crate::decimal;
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;
use std::collections::BTreeMap;

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number in a range, both ends allowed.
    Whole {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A real number in a range, both ends allowed.
    Real {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
    },
    /// Yes or no: `1`/`true` or `0`/`false` in a link.
    Flag,
    /// One of some words, each with a label.
    Choice(&'static [(&'static str, Bilingual)]),
    /// A text of at most so many characters.
    Text {
        /// Most characters.
        most: usize,
    },
}

/// A value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// See [`Kind::Whole`].
    Whole(i64),
    /// See [`Kind::Real`].
    Real(f64),
    /// See [`Kind::Flag`].
    Flag(bool),
    /// See [`Kind::Choice`]: always one of the kind's words.
    Choice(&'static str),
    /// See [`Kind::Text`].
    Text(String),
}

/// One parameter: a row of the table that drives controls, link, embed attributes, lessons and API.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name in the link and the API: `rotary_dim`.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Its default, as it would stand in a link.
    pub default: &'static str,
    /// Its label.
    pub label: Bilingual,
    /// One sentence on what it does.
    pub help: Bilingual,
    /// When it matters: only where another parameter has one of these words. `None`: always.
    pub when: Option<(&'static str, &'static [&'static str])>,
}

impl Parameter {
    /// A whole number.
    pub const fn whole(
        name: &'static str,
        (min, max): (i64, i64),
        default: &'static str,
        label: Bilingual,
        help: Bilingual,
    ) -> Self {
        Self::new(name, Kind::Whole { min, max }, default, label, help)
    }

    /// A real number.
    pub const fn real(
        name: &'static str,
        (min, max): (f64, f64),
        default: &'static str,
        label: Bilingual,
        help: Bilingual,
    ) -> Self {
        Self::new(name, Kind::Real { min, max }, default, label, help)
    }

    /// A parameter of any kind that always matters.
    pub const fn new(
        name: &'static str,
        kind: Kind,
        default: &'static str,
        label: Bilingual,
        help: Bilingual,
    ) -> Self {
        Self {
            name,
            kind,
            default,
            label,
            help,
            when: None,
        }
    }

    /// The same parameter, mattering only where `other` has one of `words`.
    pub const fn when(mut self, other: &'static str, words: &'static [&'static str]) -> Self {
        self.when = Some((other, words));
        self
    }

    /// Reads a value as it stands in a link, an attribute or a control.
    ///
    /// # Errors
    /// A [`Refusal`] that names the parameter and what it takes.
    pub fn parse(&self, text: &str) -> Result<Value, Refusal> {
        let value = match self.kind {
            Kind::Whole { min, max } => text
                .trim()
                .parse::<i64>()
                .ok()
                .filter(|v| (min..=max).contains(v))
                .map(Value::Whole),
            Kind::Real { min, max } => decimal::parse(text.trim())
                .filter(|v| (min..=max).contains(v))
                .map(Value::Real),
            Kind::Flag => match text.trim() {
                "1" | "true" => Some(Value::Flag(true)),
                "0" | "false" => Some(Value::Flag(false)),
                _ => None,
            },
            Kind::Choice(words) => words
                .iter()
                .find(|(word, _)| *word == text.trim())
                .map(|(word, _)| Value::Choice(word)),
            Kind::Text { most } => {
                (text.chars().count() <= most).then(|| Value::Text(text.to_owned()))
            }
        };
        value.ok_or_else(|| Refusal::new(self.name, text, self.allowed()))
    }

    /// What is allowed, as a clause.
    pub fn allowed(&self) -> Said {
        match self.kind {
            Kind::Whole { min, max } => Said::new(
                format!("要填 {min} 到 {max} 之间的整数"),
                format!("a whole number from {min} to {max} is allowed"),
            ),
            Kind::Real { min, max } => Said::new(
                format!("要填 {min} 到 {max} 之间的数"),
                format!("a number from {min} to {max} is allowed"),
            ),
            Kind::Flag => Said::new("要填 1 或 0", "1 or 0 is allowed"),
            Kind::Choice(words) => {
                let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
                Said::new(
                    format!("可以是 {}", words.join("、")),
                    format!("{} are allowed", words.join(", ")),
                )
            }
            Kind::Text { most } => Said::new(
                format!("最多 {most} 个字符"),
                format!("at most {most} characters are allowed"),
            ),
        }
    }

    /// The default, parsed.
    pub fn default_value(&self) -> Value {
        self.parse(self.default)
            .unwrap_or_else(|refusal| unreachable!("a default is always allowed: {refusal}"))
    }
}

impl Value {
    /// The value as it stands in a link; [`Parameter::parse`] reads it back.
    pub fn write(&self) -> String {
        match self {
            Self::Whole(v) => v.to_string(),
            Self::Real(v) => v.to_string(),
            Self::Flag(v) => u8::from(*v).to_string(),
            Self::Choice(word) => (*word).to_owned(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Values by parameter name; what isn't given has its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values(BTreeMap<&'static str, Value>);

impl Values {
    /// Every parameter at its default.
    pub fn defaults(parameters: &[Parameter]) -> Self {
        let mut values = Self::default();
        for parameter in parameters {
            values.set(parameter.name, parameter.default_value());
        }
        values
    }

    /// Sets one value.
    pub fn set(&mut self, name: &'static str, value: Value) {
        self.0.insert(name, value);
    }

    /// One value, if it is there.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// A whole number; 0 where there is none of this name.
    pub fn whole(&self, name: &str) -> i64 {
        match self.get(name) {
            Some(Value::Whole(v)) => *v,
            _ => 0,
        }
    }

    /// A real number; 0 where there is none of this name.
    pub fn real(&self, name: &str) -> f64 {
        match self.get(name) {
            Some(Value::Real(v)) => *v,
            _ => 0.0,
        }
    }

    /// A flag; false where there is none of this name.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Flag(true)))
    }

    /// A choice's word; empty where there is none of this name.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.get(name) {
            Some(Value::Choice(word)) => word,
            _ => "",
        }
    }

    /// A text; empty where there is none of this name.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// Every value, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }
}

/// The base of the geometric series of frequencies, shared by every scheme that has one.
pub const BASE: Parameter = Parameter::real(
    "base",
    (1.0, 1e12),
    "10000",
    Bilingual::new("底数", "Base"),
    Bilingual::new(
        "频率按这个底数成等比数列。底数越大，最慢的那几维转得越慢；最快的一维不变。",
        "Frequencies fall as a geometric series of this base. A larger base slows the slow end; the fastest pair stays.",
    ),
);

/// How rotated dimensions form pairs, shared by every scheme that rotates.
pub const PAIRING: Parameter = Parameter::new(
    "pairing",
    Kind::Choice(&[
        (
            "half_split",
            Bilingual::new("前后半配对（LLaMA）", "half split (LLaMA)"),
        ),
        (
            "interleaved",
            Bilingual::new("相邻配对（论文、GPT-J）", "interleaved (paper, GPT-J)"),
        ),
    ]),
    "half_split",
    Bilingual::new("配对", "Pairing"),
    Bilingual::new(
        "哪两维结成一对、一起转。两种约定只差一个维度的排列，但权重不能混用。",
        "Which two dimensions form a pair and turn together. The two conventions differ by a permutation, yet weights can't be mixed.",
    ),
);

/// Rows of a table that training would learn, shared by every scheme that has one.
pub const MAX_LEN: Parameter = Parameter::whole(
    "max_len",
    (1, 8192),
    "512",
    Bilingual::new("表的行数", "Rows of the table"),
    Bilingual::new(
        "表里为多少个位置各备了一行。超出的位置没有行。",
        "For how many positions the table holds a row. A position past the end has none.",
    ),
);
