//! A file that the visitor chose. It stays in the browser.

use leptos::web_sys::{Blob, HtmlInputElement};
use wasm_bindgen::JsCast;

/// The first file that was chosen.
pub fn first_file(input: &HtmlInputElement) -> Option<Blob> {
    let files = js_sys::Reflect::get(input, &"files".into()).ok()?;
    let file = js_sys::Reflect::get_u32(&files.dyn_into().ok()?, 0).ok()?;
    file.dyn_into().ok()
}
