//! The theme switch: as the system, light, dark, and round again.

use crate::page::desk::Desk;
use leptos::prelude::*;

/// The themes as they stand in the link, in the order of the button.
const THEMES: [&str; 3] = ["auto", "light", "dark"];

/// The theme switch.
#[component]
pub(super) fn ThemeSwitch() -> impl IntoView {
    let desk = Desk::here();
    let at = move || {
        let theme = desk.store.read(|state| state.choice("theme"));
        THEMES.iter().position(|word| *word == theme).unwrap_or(0)
    };
    let name = move || {
        let strings = &desk.strings().site;
        format!("{}: {}", strings.theme, strings.themes[at()])
    };
    view! {
        <button
            type="button"
            class="quiet"
            id="theme"
            aria-label=name
            title=name
            hidden=move || desk.hides("theme")
            on:click=move |_| desk.store.set("theme", THEMES[(at() + 1) % THEMES.len()])
        >
            <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
                <circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" stroke-width="1.6" />
                <path fill="currentColor" d=move || SHADES[at()] />
            </svg>
        </button>
    }
}

/// Half a disc, none, a whole one.
const SHADES: [&str; 3] = [
    "M10 2.8a7.2 7.2 0 0 1 0 14.4z",
    "M10 10z",
    "M10 2.8a7.2 7.2 0 0 1 0 14.4a7.2 7.2 0 0 1 0 -14.4z",
];
