//! Why there is no number, where no control of its own can say it.

use crate::experiment::Which;
use crate::page::desk::Desk;
use leptos::prelude::*;

/// The sentence of a trouble that isn't about one of the two sentences.
#[component]
pub(super) fn TroubleLine() -> impl IntoView {
    let desk = Desk::here();
    let at_a_sentence = move || {
        Which::ALL
            .into_iter()
            .any(|which| desk.refusal_at(which.property()).is_some())
    };
    let sentence = move || {
        let trouble = desk.runner.trouble().filter(|_| !at_a_sentence());
        trouble.map(|trouble| trouble.sentence(desk.language.get()))
    };
    view! {
        <p class="refusal centred" role="alert">{sentence}</p>
    }
}
