//! The one property table: the experiment's own rows, and the parameters of every scheme.

use super::table;
use crate::encoding::{Kind, Parameter, SCHEMES, Value};
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;
use serde::Serialize;
use std::sync::LazyLock;

/// Where the page keeps a property's control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// The sentences and how they fall into tokens.
    Text,
    /// Whether and how positions enter.
    Position,
    /// Sizes and choices of the model.
    Model,
    /// What is trained side by side.
    Race,
    /// How the page looks and where it computes.
    View,
}

impl Group {
    /// Its heading.
    pub const fn label(self) -> Bilingual {
        match self {
            Self::Text => Bilingual::new("句子", "Sentences"),
            Self::Position => Bilingual::new("位置", "Positions"),
            Self::Model => Bilingual::new("模型", "Model"),
            Self::Race => Bilingual::new("训练", "Race"),
            Self::View => Bilingual::new("显示", "Display"),
        }
    }
}

/// Refuses a text for a reason that no kind expresses.
pub(super) type Check = fn(&str) -> Result<(), Refusal>;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Name, kind, default and words.
    pub parameter: Parameter,
    /// Where its control stands.
    pub group: Group,
    /// Whether its default depends on the language or on the scheme, so that leaving it out differs from writing one.
    pub default_varies: bool,
    /// What the kind alone can't check.
    pub(super) check: Option<Check>,
}

impl Property {
    /// A row without a check of its own.
    pub(super) const fn new(group: Group, parameter: Parameter) -> Self {
        Self {
            parameter,
            group,
            default_varies: false,
            check: None,
        }
    }

    /// Its name in the link, the attributes and the API.
    pub fn name(&self) -> &'static str {
        self.parameter.name
    }

    /// The largest whole number that it takes; 0 where it takes none.
    pub fn largest(&self) -> u32 {
        match self.parameter.kind {
            Kind::Whole { max, .. } => u32::try_from(max).unwrap_or(u32::MAX),
            _ => 0,
        }
    }

    /// Reads a value as it stands in a link.
    ///
    /// # Errors
    /// A [`Refusal`] that names the property and what it takes.
    pub fn parse(&self, text: &str) -> Result<Value, Refusal> {
        let value = self.parameter.parse(text)?;
        if let Some(check) = self.check {
            check(text)?;
        }
        Ok(value)
    }
}

/// Every property, in the order in which the page shows them. A parameter that several schemes have is one property,
/// which takes what any of them takes; [`State::scheme_values`](super::State::scheme_values) holds the chosen scheme to its own.
pub static PROPERTIES: LazyLock<Vec<Property>> = LazyLock::new(|| {
    let mut rows = table::ROWS.to_vec();
    rows.extend(table::race());
    rows.push(table::scheme());
    let parameters = SCHEMES.iter().flat_map(|scheme| scheme.parameters());
    for parameter in parameters {
        match rows.iter_mut().find(|row| row.name() == parameter.name) {
            None => rows.push(Property::new(Group::Position, *parameter)),
            Some(row) => {
                row.default_varies |= row.parameter.default != parameter.default;
                row.parameter.kind = either(row.parameter.kind, parameter.kind);
            }
        }
    }
    rows
});

/// The kind that takes what either of two kinds takes; the first where they have nothing in common.
fn either(a: Kind, b: Kind) -> Kind {
    match (a, b) {
        (
            Kind::Whole { min, max },
            Kind::Whole {
                min: low,
                max: high,
            },
        ) => Kind::Whole {
            min: min.min(low),
            max: max.max(high),
        },
        (
            Kind::Real { min, max },
            Kind::Real {
                min: low,
                max: high,
            },
        ) => Kind::Real {
            min: min.min(low),
            max: max.max(high),
        },
        (Kind::Choice(a), Kind::Choice(b)) => {
            let new = b
                .iter()
                .filter(|(word, _)| a.iter().all(|(known, _)| known != word));
            let both: Vec<_> = a.iter().chain(new).copied().collect();
            // The table lives as long as the page, and so do its words.
            Kind::Choice(both.leak())
        }
        (a, _) => a,
    }
}

/// The property of this name.
///
/// # Errors
/// A [`Refusal`] that lists the known names.
pub fn property(name: &str) -> Result<&'static Property, Refusal> {
    PROPERTIES
        .iter()
        .find(|row| row.name() == name)
        .ok_or_else(|| unknown("property", name))
}

/// Refuses a name that no property has.
pub(super) fn unknown(property: &str, name: &str) -> Refusal {
    let known: Vec<_> = PROPERTIES.iter().map(Property::name).collect();
    Refusal::new(
        property,
        name,
        Said::new(
            format!("没有这个属性；已知的有 {}", known.join("、")),
            format!("unknown property; known: {}", known.join(", ")),
        ),
    )
}
