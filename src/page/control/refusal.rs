//! Why a control's text was not taken, told at the control.

use crate::page::desk::Desk;
use crate::refusal::Refusal;
use leptos::prelude::*;

/// The refusal's sentence, in a region that a screen reader reads out when it changes.
#[component]
pub fn RefusalLine(#[prop(into)] name: String, refusal: Signal<Option<Refusal>>) -> impl IntoView {
    let desk = Desk::here();
    let sentence = move || refusal.get().map(|refusal| desk.allowed(&refusal));
    view! {
        <p class="refusal" id=format!("{name}-refusal") role="status">{sentence}</p>
    }
}
