//! Style sheets that come with the parts that load later ([`super::later`]), so that a first visit downloads the look of
//! its first screen alone.

use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleSheet, Node, ShadowRoot};

/// A style sheet's text.
pub type Sheet = &'static str;

/// Figures below the first screen.
pub const FIGURES: Sheet = include_str!("look/figures.css");

/// What dresses a view beyond the first.
pub const OF_VIEWS: &[Sheet] = &[FIGURES, include_str!("look/views.css")];

thread_local! {
    /// Every sheet that was asked for, as the browser knows it.
    static KNOWN: RefCell<Vec<(Sheet, CssStyleSheet)>> = const { RefCell::new(Vec::new()) };
}

/// Dresses the document or shadow root in which `node` stands, once. Where the browser refuses, it works, and looks plain.
pub fn dress(node: &Node, sheets: &[Sheet]) {
    // A document keeps its sheets under the same name as a shadow root.
    let root: ShadowRoot = node.get_root_node().unchecked_into();
    let adopted = root.adopted_style_sheets();
    for text in sheets {
        let adopt = |sheet: CssStyleSheet| {
            if !adopted.includes(&sheet, 0) {
                adopted.push(&sheet);
            }
        };
        known(text).map_or_else(|refused| web_sys::console::warn_1(&refused), adopt);
    }
}

/// The sheet of this text.
fn known(text: Sheet) -> Result<CssStyleSheet, JsValue> {
    let known = KNOWN.with_borrow(|known| known.iter().find(|(one, _)| *one == text).cloned());
    if let Some((_, sheet)) = known {
        return Ok(sheet);
    }
    let sheet = CssStyleSheet::new()?;
    sheet.replace_sync(text)?;
    KNOWN.with_borrow_mut(|known| known.push((text, sheet.clone())));
    Ok(sheet)
}
