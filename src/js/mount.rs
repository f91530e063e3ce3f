//! Views in any element, from JavaScript.

use super::answer::object;
use crate::experiment::{PROPERTIES, State};
use crate::page::{self, Event, MountHandle};
use crate::refusal::Refusal;
use js_sys::{Array, Function, Object};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsError, JsValue};
use web_sys::HtmlElement;

/// A mounted view.
#[wasm_bindgen]
pub struct Mounted {
    handle: RefCell<Option<MountHandle>>,
}

/// Mounts a view into a shadow root of `host`, dressed by `sheets` (`CSSStyleSheet`s). `on_event(type, detail)` is called with "ready" and "change" (the state) and
/// "error" (a sentence).
///
/// # Errors
/// Settings that are no object of texts, or an element that can't have a shadow root.
#[wasm_bindgen]
pub fn mount(
    host: &HtmlElement,
    sheets: &Array,
    settings: JsValue,
    on_event: Function,
) -> Result<Mounted, JsError> {
    let (state, refusals) = changed(State::default(), settings)?;
    let handle = page::mount_view(host, sheets, state, refusals, move |event| {
        tell(&on_event, &event)
    })
    .map_err(|error| JsError::new(&format!("this element can't hold a view: {error:?}")))?;
    Ok(Mounted {
        handle: RefCell::new(Some(handle)),
    })
}

#[wasm_bindgen]
impl Mounted {
    /// Changes these settings and keeps the others.
    ///
    /// # Errors
    /// Settings that are no object of texts.
    pub fn update(&self, settings: JsValue) -> Result<(), JsError> {
        if let Some(handle) = &*self.handle.borrow() {
            let (state, refusals) = changed(handle.state(), settings)?;
            handle.update(state, refusals);
        }
        Ok(())
    }

    /// Takes the view away.
    pub fn unmount(&self) {
        self.handle.borrow_mut().take();
    }
}

fn changed(mut state: State, settings: JsValue) -> Result<(State, Vec<Refusal>), JsError> {
    let settings: Object = settings
        .dyn_into()
        .map_err(|_| JsError::new("the settings must be an object of texts"))?;
    let mut refusals = Vec::new();
    for (name, value) in settings_of(&settings) {
        match value.as_string() {
            Some(text) => refusals.extend(state.set(&name, &text).err()),
            None if value.is_null() => state.reset(&name),
            None => return Err(JsError::new(&format!("{name} must be a text or null"))),
        }
    }
    Ok((state, refusals))
}

/// The settings by property name; `null` puts a property back to its default.
fn settings_of(object: &Object) -> Vec<(String, JsValue)> {
    let entries = Object::entries(object);
    let pair = |entry: JsValue| {
        let entry: Array = entry.unchecked_into();
        Some((entry.get(0).as_string()?, entry.get(1)))
    };
    entries.iter().filter_map(pair).collect()
}

fn tell(on_event: &Function, event: &Event) {
    let (name, detail) = match event {
        Event::Ready(state) => ("ready", details(state)),
        Event::Change(state) => ("change", details(state)),
        Event::Error(sentence) => ("error", object([("message", sentence.into())])),
    };
    // A listener that throws is its author's to mend; the view goes on.
    let _threw = on_event.call2(&JsValue::NULL, &name.into(), &detail);
}

/// What is set, by property name.
fn details(state: &State) -> JsValue {
    let set = PROPERTIES.iter().filter(|row| state.is_set(row.name()));
    object(set.map(|row| (row.name(), state.get(row.name()).into())))
}
