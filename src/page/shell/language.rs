//! The language switch: one button, in the language that it leads to.

use crate::language::Language;
use crate::page::desk::Desk;
use leptos::prelude::*;

/// The language switch.
#[component]
pub(super) fn LanguageSwitch() -> impl IntoView {
    let desk = Desk::here();
    let other = move || match desk.language.get() {
        Language::Zh => ("en", "en", "English"),
        Language::En => ("zh", "zh-Hans", "中文"),
    };
    view! {
        <button
            type="button"
            class="quiet"
            id="language"
            lang=move || other().1
            hidden=move || desk.hides("lang")
            on:click=move |_| desk.store.set("lang", other().0)
        >
            {move || other().2}
        </button>
    }
}
