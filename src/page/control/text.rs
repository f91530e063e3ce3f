//! A list or another short text.

use crate::encoding::Parameter;
use crate::page::desk::Desk;
use leptos::prelude::*;

/// A text field; what was typed stays whatever it is.
#[component]
pub(super) fn TextField(parameter: Parameter) -> impl IntoView {
    let desk = Desk::here();
    let name = parameter.name;
    let shown = move || match desk.store.draft(name) {
        Some(draft) => draft.text,
        None => desk.store.read(|state| state.get(name)),
    };
    view! {
        <label for=name>{move || parameter.label.get(desk.language.get())}</label>
        <input
            id=name
            type="text"
            class="text"
            autocomplete="off"
            spellcheck="false"
            aria-describedby=format!("{name}-refusal {name}-help")
            aria-invalid=move || desk.refusal_at(name).is_some().then_some("true")
            prop:value=shown
            on:change=move |event| desk.store.set(name, &event_target_value(&event))
        />
    }
}
