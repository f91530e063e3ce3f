//! A yes or no.

use crate::encoding::Parameter;
use crate::page::desk::Desk;
use leptos::prelude::*;

/// A tick box.
#[component]
pub(super) fn TickField(parameter: Parameter) -> impl IntoView {
    let desk = Desk::here();
    let name = parameter.name;
    let take = move |event| {
        desk.store.set(
            name,
            if event_target_checked(&event) {
                "1"
            } else {
                "0"
            },
        )
    };
    view! {
        <label class="tick">
            <input
                type="checkbox"
                aria-describedby=format!("{name}-help")
                prop:checked=move || desk.store.read(|state| state.flag(name))
                on:change=take
            />
            <span>{move || parameter.label.get(desk.language.get())}</span>
        </label>
    }
}
