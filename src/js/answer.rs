//! Answers as JavaScript values.

use crate::engine::{CompileReport, Pace, Shape, Tensor};
use crate::experiment::request::{
    Attended, Encoded, Forward, RelativeTables, RotationTable, Timing,
};
use js_sys::{Array, Float32Array, Object, Reflect};
use wasm_bindgen::JsValue;

/// An object with these fields.
pub(super) fn object<N: AsRef<str>>(fields: impl IntoIterator<Item = (N, JsValue)>) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a field of a plain object can't fail.
        let _set = Reflect::set(&object, &name.as_ref().into(), &value);
    }
    object.into()
}

/// `{ shape, data }`.
fn tensor(tensor: &Tensor) -> JsValue {
    shaped(&tensor.shape, Float32Array::from(tensor.values.as_slice()))
}

fn shaped(shape: &Shape, data: Float32Array) -> JsValue {
    let axes = shape.axes().iter();
    let axes: Array = axes.map(|axis| JsValue::from(*axis as u32)).collect();
    object([("shape", axes.into()), ("data", data.into())])
}

/// `{ shape, data }` of a table by pair, copied in parts: at 8 heads and 2,048 positions it has 134 MB, and the page has to answer.
async fn large(given: Option<&Tensor>) -> JsValue {
    let Some(tensor) = given else {
        return JsValue::NULL;
    };
    let (data, mut pace) = (
        Float32Array::new_with_length(tensor.values.len() as u32),
        Pace::start(),
    );
    for (at, part) in tensor.values.chunks(PART).enumerate() {
        let first = (at * PART) as u32;
        data.subarray(first, first + part.len() as u32)
            .copy_from(part);
        pace.breathe().await;
    }
    shaped(&tensor.shape, data)
}

/// Numbers that are copied in one go: 4 MiB.
const PART: usize = 1 << 20;

/// `{ shape, data }`, or `null`.
fn maybe(given: Option<&Tensor>) -> JsValue {
    given.map_or(JsValue::NULL, tensor)
}

/// A list of numbers.
pub(super) fn numbers(values: &[f64]) -> JsValue {
    values
        .iter()
        .copied()
        .map(JsValue::from)
        .collect::<Array>()
        .into()
}

/// `Doors` of the contract.
pub(super) async fn doors(encoded: &Encoded) -> JsValue {
    let rotation = encoded.rotation.as_ref().map_or(JsValue::NULL, rotation);
    let relative = encoded.relative.as_ref().map_or(JsValue::NULL, relative);
    let mut fields = vec![
        ("input", maybe(encoded.input.as_ref())),
        ("rotation", rotation),
        ("bias", large(encoded.bias.as_ref()).await),
        ("relative", relative),
        ("index", large(encoded.index.as_ref()).await),
    ];
    for (name, table) in [("damping", &encoded.damping), ("gate", &encoded.gate)] {
        if table.is_some() {
            fields.push((name, large(table.as_ref()).await));
        }
    }
    if let Some(slopes) = &encoded.slopes {
        fields.push(("slopes", numbers(slopes)));
    }
    object(fields)
}

fn rotation(table: &RotationTable) -> JsValue {
    object([
        ("angle", tensor(&table.angle)),
        ("inv_freq", numbers(&table.inv_freq)),
        ("attention_factor", table.attention_factor.into()),
    ])
}

fn relative(tables: &RelativeTables) -> JsValue {
    object([
        ("key", maybe(tables.key.as_ref())),
        ("value", maybe(tables.value.as_ref())),
        ("query", maybe(tables.query.as_ref())),
    ])
}

/// `Attended` of the contract.
pub(super) fn attended(attended: &Attended) -> JsValue {
    object([
        ("q", tensor(&attended.q)),
        ("k", tensor(&attended.k)),
        ("scores", maybe(attended.scores.as_ref())),
        ("attention", maybe(attended.attention.as_ref())),
        ("output", tensor(&attended.output)),
    ])
}

/// `Forward` of the contract.
pub(super) fn forward(forward: &Forward) -> JsValue {
    let tokens: Array = forward.tokens.iter().map(JsValue::from).collect();
    let tensors = forward.tensors.iter().map(|(name, t)| (name, tensor(t)));
    let entropy: Array = forward.entropy.iter().map(|layer| numbers(layer)).collect();
    object([
        ("tokens", tokens.into()),
        ("tensors", object(tensors)),
        ("pooled", tensor(&forward.pooled)),
        ("metrics", object([("entropy", entropy.into())])),
    ])
}

/// What `bench` answers.
pub(super) fn timing(timing: &Timing) -> JsValue {
    let mut fields = vec![
        ("median_ms", timing.median_ms.into()),
        ("min_ms", timing.min_ms.into()),
        ("max_ms", timing.max_ms.into()),
        ("runs", JsValue::from(timing.runs as u32)),
    ];
    fields.extend(
        timing
            .bytes
            .map(|bytes| ("bytes", JsValue::from(bytes as f64))),
    );
    object(fields)
}

/// What `diagnose` answers.
pub(super) fn compiled(report: Vec<CompileReport>) -> JsValue {
    let texts = |texts: &mut dyn Iterator<Item = String>| -> JsValue {
        texts.map(JsValue::from).collect::<Array>().into()
    };
    let shaders = report.into_iter().map(|shader| {
        let mut entries = shader.entries.iter().map(|entry| (*entry).to_owned());
        object([
            ("shader", shader.name.into()),
            ("entries", texts(&mut entries)),
            ("messages", texts(&mut shader.messages.into_iter())),
        ])
    });
    shaders.collect::<Array>().into()
}
