//! The style sheets of embedded labs: made once, adopted by every shadow root.

use wasm_bindgen::JsValue;
use web_sys::{CssStyleSheet, ShadowRoot};

/// The same files that the site's own page links to.
const SHEETS: [&str; 3] = [
    include_str!("../../static/style.css"),
    include_str!("../../static/figures.css"),
    include_str!("../../static/views.css"),
];

thread_local! {
    static ADOPTED: js_sys::Array = js_sys::Array::new();
}

/// Gives `shadow` the page's look.
///
/// # Errors
/// The browser's, where it has no constructable style sheets (before 2023).
pub fn adopt(shadow: &ShadowRoot) -> Result<(), JsValue> {
    ADOPTED.with(|sheets| {
        if sheets.length() == 0 {
            for text in SHEETS {
                let sheet = CssStyleSheet::new()?;
                sheet.replace_sync(text)?;
                sheets.push(&sheet);
            }
        }
        shadow.set_adopted_style_sheets(sheets);
        Ok(())
    })
}
