//! A choice among words.

use crate::encoding::Parameter;
use crate::language::Bilingual;
use crate::page::desk::Desk;
use leptos::prelude::*;

/// A drop-down list of the parameter's words.
#[component]
pub(super) fn ChoiceField(
    parameter: Parameter,
    words: &'static [(&'static str, Bilingual)],
    headed: bool,
) -> impl IntoView {
    let desk = Desk::here();
    let name = parameter.name;
    let option = move |(word, label): &'static (&'static str, Bilingual)| {
        view! {
            <option value=*word selected=move || desk.store.read(|state| state.choice(name) == *word)>
                {move || label.get(desk.language.get())}
            </option>
        }
    };
    view! {
        <label for=name class:unseen=headed>{move || parameter.label.get(desk.language.get())}</label>
        <select
            id=name
            aria-describedby=format!("{name}-refusal {name}-help")
            prop:value=move || desk.store.read(|state| state.choice(name))
            on:change=move |event| desk.store.set(name, &event_target_value(&event))
        >
            {words.iter().map(option).collect_view()}
        </select>
    }
}
