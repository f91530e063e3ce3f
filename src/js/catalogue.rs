//! What there is to choose from: schemes and properties.

use super::answer::object;
use crate::encoding::{Kind, Parameter, SCHEMES, Scheme, Value};
use crate::experiment::PROPERTIES;
use crate::language::Bilingual;
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Every scheme: `SchemeInfo[]` of the contract.
#[wasm_bindgen]
pub fn schemes() -> Array {
    SCHEMES.iter().map(|scheme| info(*scheme)).collect()
}

/// The names of the property table, which are the attributes of `<pos-lab>` and the settings of `mount`.
#[wasm_bindgen]
pub fn property_names() -> Array {
    PROPERTIES
        .iter()
        .map(|row| JsValue::from(row.name()))
        .collect()
}

fn info(scheme: &dyn Scheme) -> JsValue {
    let doors = scheme.doors().iter().map(|door| JsValue::from(door.name()));
    let parameters = scheme.parameters().iter().map(parameter);
    object([
        ("id", scheme.id().into()),
        ("names", both(scheme.name())),
        ("summary", both(scheme.summary())),
        ("doors", doors.collect::<Array>().into()),
        ("parameters", parameters.collect::<Array>().into()),
        ("source", scheme.source().into()),
    ])
}

fn both(text: Bilingual) -> JsValue {
    object([("zh", text.zh.into()), ("en", text.en.into())])
}

fn parameter(parameter: &Parameter) -> JsValue {
    let default = match parameter.default_value() {
        Value::Whole(number) => JsValue::from(number as f64),
        Value::Real(number) => number.into(),
        Value::Flag(flag) => flag.into(),
        Value::Choice(word) => word.into(),
        Value::Text(text) => text.into(),
    };
    let range = |min: f64, max: f64| {
        let ends: Array = [min, max].into_iter().map(JsValue::from).collect();
        ("range", JsValue::from(ends))
    };
    let (kind, allowed) = match parameter.kind {
        Kind::Whole { min, max } => ("whole", Some(range(min as f64, max as f64))),
        Kind::Real { min, max } => ("real", Some(range(min, max))),
        Kind::Flag => ("flag", None),
        Kind::Choice(words) => {
            let words: Array = words.iter().map(|(word, _)| JsValue::from(*word)).collect();
            ("choice", Some(("choices", words.into())))
        }
        Kind::Text { .. } => ("text", None),
    };
    let fields = [
        ("name", parameter.name.into()),
        ("kind", kind.into()),
        ("default", default),
        ("label", both(parameter.label)),
        ("help", both(parameter.help)),
    ];
    object(fields.into_iter().chain(allowed))
}
