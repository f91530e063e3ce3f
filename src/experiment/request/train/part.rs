//! The parts of a training request: encodings, choices of the model, remedies.

use crate::encoding::{Value, Values};
use crate::experiment::property::property;
use crate::experiment::request::scalar::Scalar;
use crate::experiment::request::{SchemeRequest, check};
use crate::experiment::train::Remedy;
use crate::language::Said;
use crate::model::train::Entrant;
use crate::model::{Config, EmbeddingStd};
use crate::refusal::Refusal;
use std::collections::BTreeMap;

/// A scheme with its values. T5's buckets serve one side where the mask leaves only one, unless the request says otherwise.
pub(super) fn entrant(request: &SchemeRequest, causal: bool) -> Result<Entrant, Refusal> {
    let (scheme, mut values) = request.resolve()?;
    if scheme.id() == "t5" && !request.parameters.contains_key("bidirectional") {
        values.set("bidirectional", Value::Flag(!causal));
    }
    Ok(Entrant { scheme, values })
}

/// What a model setting is called.
const MODEL_SETTINGS: [&str; 7] = [
    "d_model",
    "heads",
    "layers",
    "d_ff",
    "causal",
    "scale_embedding",
    "embedding_std",
];

/// Sets a choice of the model; `d_model` and `heads` were read before.
pub(super) fn set(config: &mut Config, name: &str, given: &Scalar) -> Result<(), Refusal> {
    match name {
        "d_model" | "heads" => {}
        "layers" => config.layers = check::whole(name, Some(given))?,
        "d_ff" => config.d_ff = check::whole(name, Some(given))?,
        "causal" => config.causal = flag("model.causal", given)?,
        "scale_embedding" => config.scale_embedding = flag("model.scale_embedding", given)?,
        "embedding_std" => {
            let value = property(name)?.parse(&given.text())?;
            config.embedding_std = match value {
                Value::Choice("inverse_sqrt_d") => EmbeddingStd::InverseSqrtD,
                _ => EmbeddingStd::One,
            };
        }
        _ => {
            let known = MODEL_SETTINGS;
            let allowed = Said::new(
                format!("训练时没有这个设置，有的是 {}", known.join("、")),
                format!("training has no such setting; known: {}", known.join(", ")),
            );
            return Err(Refusal::new(format!("model.{name}"), given.text(), allowed));
        }
    }
    Ok(())
}

fn flag(name: &str, given: &Scalar) -> Result<bool, Refusal> {
    match given.text().as_str() {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        other => {
            let allowed = Said::new("要填 true 或 false", "true or false is allowed");
            Err(Refusal::new(name, other, allowed))
        }
    }
}

/// A remedy, called `name` in the request.
pub(super) fn remedy(name: &str, given: &BTreeMap<String, Scalar>) -> Result<Remedy, Refusal> {
    let kind = given.get("kind").map(Scalar::text).unwrap_or_default();
    let factor = match given.get("factor") {
        Some(factor) => Some(read_factor(&format!("{name}.factor"), factor)?),
        None => None,
    };
    let other = given.keys().find(|key| *key != "kind" && *key != "factor");
    match (Remedy::new(&kind, factor), other) {
        (Some(remedy), None) => Ok(remedy),
        _ if SCALINGS_OF_ROPE.contains(&kind.as_str()) => scaling(name, given),
        (_, Some(other)) => {
            let allowed = Said::new("有的是 kind 和 factor", "kind and factor are known");
            Err(Refusal::new(name, other, allowed))
        }
        (None, None) => {
            let kinds = [Remedy::KINDS, &["llama3", "longrope"]].concat();
            let allowed = Said::new(
                format!("可以是 {}", kinds.join("、")),
                format!("{} are allowed", kinds.join(", ")),
            );
            Err(Refusal::new(format!("{name}.kind"), kind, allowed))
        }
    }
}

/// What rope's parameter `scaling` is told besides its kind.
const SCALINGS_OF_ROPE: [&str; 6] = ["linear", "ntk", "dynamic", "yarn", "llama3", "longrope"];

/// A scaling of rope with settings of its own, read as rope reads them.
fn scaling(name: &str, given: &BTreeMap<String, Scalar>) -> Result<Remedy, Refusal> {
    let rope = BTreeMap::from([("scaling".to_owned(), Scalar::Group(given.clone()))]);
    let request = SchemeRequest {
        id: "rope".into(),
        parameters: rope,
    };
    let (_, read) = request.resolve().map_err(|refusal| Refusal {
        property: format!("{name}.{}", refusal.property),
        ..refusal
    })?;
    let mut settings = Values::default();
    let is_given = |own: &str| own == "scaling" || given.contains_key(own);
    for (own, value) in read.iter().filter(|(own, _)| is_given(own)) {
        settings.set(own, value.clone());
    }
    Ok(Remedy::Scaling(settings))
}

fn read_factor(name: &str, given: &Scalar) -> Result<f64, Refusal> {
    let read = given.text().parse().ok();
    read.filter(|factor| (1.0..=1024.0).contains(factor))
        .ok_or_else(|| {
            let allowed = Said::new(
                "要填 1 到 1024 之间的数",
                "a number from 1 to 1024 is allowed",
            );
            Refusal::new(name, given.text(), allowed)
        })
}
