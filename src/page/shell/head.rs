//! The header: the site's name, language, theme, and the link to take along.

use super::copy::CopyLink;
use super::language::LanguageSwitch;
use super::theme::ThemeSwitch;
use crate::page::desk::Desk;
use leptos::prelude::*;

/// The header.
#[component]
pub(super) fn Head() -> impl IntoView {
    let desk = Desk::here();
    view! {
        <header class="site-head">
            <a class="site-name" href="./">
                <Mark />
                {move || desk.strings().site.name}
            </a>
            <LanguageSwitch />
            <ThemeSwitch />
            <CopyLink />
        </header>
    }
}

/// The site's mark: two rows that change places.
#[component]
fn Mark() -> impl IntoView {
    view! {
        <svg viewBox="0 0 32 32" aria-hidden="true">
            <path
                fill="currentColor"
                d="M2 5h8v5H2zM2 22h8v5H2zM22 5h8v5h-8zM22 22h8v5h-8z"
            />
            <path
                fill="none"
                stroke="var(--door-1)"
                stroke-width="2.4"
                d="M11 7.5C17 7.5 15 24.5 21 24.5M11 24.5C17 24.5 15 7.5 21 7.5"
            />
        </svg>
    }
}
