//! A scheme with its parameters, as a request names it.

use super::scalar::Scalar;
use crate::encoding::{Ask, Doors, SCHEMES, Scheme, Values, find};
use crate::experiment::open;
use crate::language::Said;
use crate::refusal::Refusal;
use serde::Deserialize;
use std::collections::BTreeMap;

/// `{ id: "rope", base: 10000, pairing: "half_split" }`. A parameter that isn't given has its default.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SchemeRequest {
    /// The scheme's id.
    pub id: String,
    /// Its parameters.
    #[serde(flatten)]
    pub parameters: BTreeMap<String, Scalar>,
}

impl Default for SchemeRequest {
    fn default() -> Self {
        Self {
            id: "none".into(),
            parameters: BTreeMap::new(),
        }
    }
}

impl SchemeRequest {
    /// The scheme and its parameters' values.
    ///
    /// # Errors
    /// A [`Refusal`] of an unknown id, an unknown parameter or a value out of range.
    pub fn resolve(&self) -> Result<(&'static dyn Scheme, Values), Refusal> {
        let scheme = find(&self.id).ok_or_else(|| {
            let ids: Vec<_> = SCHEMES.iter().map(|scheme| scheme.id()).collect();
            let allowed = Said::new(
                format!("可以是 {}", ids.join("、")),
                format!("{} are allowed", ids.join(", ")),
            );
            Refusal::new("scheme", &self.id, allowed)
        })?;
        let mut values = Values::defaults(scheme.parameters());
        for (name, given) in self.flat() {
            let known = scheme.parameters().iter().find(|p| p.name == name);
            let parameter = known.ok_or_else(|| unknown(scheme, name, given))?;
            values.set(parameter.name, parameter.parse(&given.text())?);
        }
        Ok((scheme, values))
    }

    /// Every parameter by its own name: a group stands for its members, and its name for their `kind`.
    fn flat(&self) -> Vec<(&str, &Scalar)> {
        let mut flat = Vec::new();
        for (name, given) in &self.parameters {
            flat.push((name.as_str(), given));
            if let Scalar::Group(group) = given {
                let members = group.iter().filter(|(member, _)| *member != "kind");
                flat.extend(members.map(|(member, given)| (member.as_str(), given)));
            }
        }
        flat
    }

    /// Opens its doors, in slices where that takes long.
    ///
    /// # Errors
    /// As [`SchemeRequest::resolve`], and where a size doesn't fit the scheme.
    pub async fn open(&self, ask: &Ask) -> Result<Doors, Refusal> {
        let (scheme, values) = self.resolve()?;
        open(scheme, ask, &values).await
    }
}

fn unknown(scheme: &dyn Scheme, name: &str, given: &Scalar) -> Refusal {
    let id = scheme.id();
    let known: Vec<_> = scheme.parameters().iter().map(|p| p.name).collect();
    let allowed = if known.is_empty() {
        Said::new(
            format!("{id} 没有参数"),
            format!("{id} takes no parameters"),
        )
    } else {
        Said::new(
            format!("{id} 没有这个参数，有的是 {}", known.join("、")),
            format!(
                "{id} has no such parameter, its own are {}",
                known.join(", ")
            ),
        )
    };
    Refusal::new(name, given.text(), allowed)
}
