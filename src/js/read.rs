//! JavaScript values as requests.

use super::answer::object;
use js_sys::{Array, ArrayBuffer, Object};
use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_wasm_bindgen::Error;
use wasm_bindgen::{JsCast, JsError, JsValue};

/// Reads a request. The error names the field and what was wrong with it.
pub(super) fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    if !value.is_object() {
        return Err(JsError::new("the request must be an object"));
    }
    let fields = Fields(serde_wasm_bindgen::Deserializer::from(defined(value)));
    serde_path_to_error::deserialize(fields).map_err(|error| {
        let path = error.path().to_string();
        let reason = message(error.inner());
        if path == "." {
            JsError::new(&reason)
        } else {
            JsError::new(&format!("{path}: {reason}"))
        }
    })
}

/// The same object, and those inside it, without the fields that are `undefined` or `null`: they count as not given.
fn defined(value: JsValue) -> JsValue {
    if !value.is_object() || Array::is_array(&value) || ArrayBuffer::is_view(&value) {
        return value;
    }
    let entries = Object::entries(value.unchecked_ref());
    object(entries.iter().filter_map(|entry| {
        let entry: Array = entry.unchecked_into();
        let (name, value) = (entry.get(0).as_string()?, entry.get(1));
        let given = !value.is_undefined() && !value.is_null();
        given.then(|| (name, defined(value)))
    }))
}

fn message(error: &Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("Error: ").unwrap_or(&text);
    text.replace("expected f64", "expected a number")
}

/// Hands every field of an object to the request, unknown ones too; `serde_wasm_bindgen` by itself looks only for those
/// that the request knows, so that a misspelt one would pass unseen.
struct Fields(serde_wasm_bindgen::Deserializer);

impl<'de> Deserializer<'de> for Fields {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
