//! What the browser tells of its visitor: the language, and whether the system is dark.

use crate::language::Language;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::MediaQueryListEvent;

/// What the browser tells.
#[derive(Clone, Copy)]
pub struct Environment {
    /// The browser's language: Chinese where it is Chinese of any kind, else English.
    pub language: Language,
    /// Whether the system asks for dark pages; follows it.
    pub dark: ReadSignal<bool>,
}

impl Environment {
    /// Reads it, and watches it as long as the current owner lives.
    pub fn watch() -> Self {
        Self {
            language: language(),
            dark: watch_dark(),
        }
    }
}

fn language() -> Language {
    match window().navigator().language() {
        Some(tag) if tag.to_ascii_lowercase().starts_with("zh") => Language::Zh,
        _ => Language::En,
    }
}

fn watch_dark() -> ReadSignal<bool> {
    let (dark, set_dark) = signal(false);
    let query = window().match_media("(prefers-color-scheme: dark)");
    if let Ok(Some(query)) = query {
        set_dark.set(query.matches());
        let follow = Closure::<dyn Fn(_)>::new(move |event: MediaQueryListEvent| {
            set_dark.set(event.matches());
        });
        query.set_onchange(Some(follow.as_ref().unchecked_ref()));
        let kept = StoredValue::new_local((query, follow));
        on_cleanup(move || {
            kept.with_value(|(query, _)| query.set_onchange(None));
        });
    }
    dark
}
