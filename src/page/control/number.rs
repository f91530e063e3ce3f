//! A number in a range: a text field, so that what was typed stays whatever it is, with a button at either end.

use super::step::{Towards, neighbour};
use crate::encoding::{Kind, Parameter};
use crate::page::desk::Desk;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// The field with its two buttons. Arrow keys step as the buttons do.
#[component]
pub(super) fn NumberField(parameter: Parameter) -> impl IntoView {
    let desk = Desk::here();
    let name = parameter.name;
    let label = move || parameter.label.get(desk.language.get());
    let shown = move || match desk.store.draft(name) {
        Some(draft) => draft.text,
        None => desk.store.read(|state| state.get(name)),
    };
    // Half a number ("1e") is no mistake yet: it is told only when the field is left or Enter is pressed.
    let typed = move |event| {
        let text = event_target_value(&event);
        if desk.store.takes(name, &text) {
            desk.store.set(name, &text);
        }
    };
    let left = move |event| desk.store.set(name, &event_target_value(&event));
    let step = move |towards| {
        let next = desk
            .store
            .read(|state| neighbour(state, name, parameter.kind, towards));
        if let Some(next) = next {
            desk.store.set(name, &next);
        }
    };
    let key = move |event: KeyboardEvent| {
        let towards = match event.key().as_str() {
            "ArrowUp" => Towards::More,
            "ArrowDown" => Towards::Less,
            _ => return,
        };
        event.prevent_default();
        step(towards);
    };
    let strings = move || &desk.strings().control;
    view! {
        <div class="line">
            <label for=name>{label}</label>
            <span class="stepper">
                <button type="button" tabindex="-1" aria-label=move || (strings().less)(label()) on:click=move |_| step(Towards::Less)>"−"</button>
                <input
                    id=name
                    type="text"
                    inputmode=inputmode(parameter.kind)
                    autocomplete="off"
                    aria-describedby=format!("{name}-refusal {name}-help")
                    aria-invalid=move || desk.refusal_at(name).is_some().then_some("true")
                    prop:value=shown
                    on:input=typed
                    on:change=left
                    on:keydown=key
                />
                <button type="button" tabindex="-1" aria-label=move || (strings().more)(label()) on:click=move |_| step(Towards::More)>"+"</button>
            </span>
        </div>
    }
}

fn inputmode(kind: Kind) -> &'static str {
    match kind {
        Kind::Whole { .. } => "numeric",
        _ => "decimal",
    }
}
