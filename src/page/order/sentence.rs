//! A sentence: its field, and under it the tokens that the model sees.

use super::tokens::Tokens;
use crate::experiment::{Token, Which};
use crate::page::control::RefusalLine;
use crate::page::desk::Desk;
use leptos::prelude::*;
use leptos::{ev, html};

/// A sentence's field with its tokens.
#[component]
pub fn SentenceField(
    /// Which sentence.
    which: Which,
    /// What it was split into, in the last run.
    tokens: Signal<Vec<Token>>,
) -> impl IntoView {
    let desk = Desk::here();
    let name = which.property();
    let field = NodeRef::<html::Input>::new();
    let label = move || desk.strings().order.sentences[which as usize];
    let shown = move || match desk.store.draft(name) {
        Some(draft) => draft.text,
        None => desk
            .store
            .read(|state| state.sentence(which, desk.language.get())),
    };
    let take = move || {
        if let Some(field) = field.get_untracked() {
            desk.store.set(name, &field.value());
        }
    };
    // Pinyin on its way to a character is not yet what the visitor means.
    let typed = move |event: ev::Event| {
        if !is_composing(&event) {
            take();
        }
    };
    view! {
        <div class="sentence" hidden=move || desk.hides(name)>
            <label for=name>{label}</label>
            <input
                id=name
                node_ref=field
                type="text"
                dir="auto"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:value=shown
                aria-invalid=move || desk.refusal_at(name).is_some().then_some("true")
                aria-describedby=move || format!("{name}-refusal")
                on:input=typed
                on:compositionend=move |_| take()
            />
            <RefusalLine name refusal=Signal::derive(move || desk.refusal_at(name)) />
            <Tokens which tokens />
        </div>
    }
}

fn is_composing(event: &ev::Event) -> bool {
    use wasm_bindgen::JsCast;
    let event = event.dyn_ref::<web_sys::InputEvent>();
    event.is_some_and(web_sys::InputEvent::is_composing)
}
