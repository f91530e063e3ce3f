//! A choice between a few things: a row of buttons.

use crate::page::Desk;
use leptos::prelude::*;

/// Buttons that choose one of several; none where there is one only.
#[component]
pub fn Choice(
    /// Their names.
    #[prop(into)]
    names: Signal<Vec<String>>,
    /// Which of them is chosen; one beyond the end counts as the last.
    chosen: RwSignal<usize>,
    /// What is chosen, for screen readers.
    label: fn(Desk) -> &'static str,
) -> impl IntoView {
    let desk = Desk::here();
    let last = move || names.with(Vec::len).saturating_sub(1);
    let buttons = move || {
        let buttons = names.get().into_iter().enumerate().map(|(index, name)| {
            view! {
                <button
                    type="button"
                    class="quiet"
                    aria-pressed=move || (chosen.get().min(last()) == index).to_string()
                    on:click=move |_| chosen.set(index)
                >
                    {name}
                </button>
            }
        });
        buttons.collect_view()
    };
    view! {
        <Show when=move || { last() > 0 }>
            <div class="fig-choice" role="group" aria-label=move || label(desk)>
                {buttons}
            </div>
        </Show>
    }
}
