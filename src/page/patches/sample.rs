//! The sample picture, drawn: a house by a lake, with a sun.

use leptos::prelude::*;

/// The picture. Its colours are its own, in either theme.
#[component]
pub(super) fn Sample() -> impl IntoView {
    view! {
        <svg viewBox="0 0 160 160" aria-hidden="true">
            <path fill="#cfe4ee" d="M0 0h160v160H0z" />
            <circle cx="124" cy="32" r="15" fill="#f2b544" />
            <path fill="#ffffff" d="M18 40a10 10 0 0 1 18-6 9 9 0 0 1 16 6z" />
            <path fill="#8fa9b5" d="M0 96 38 52l26 28 22-20 40 36z" />
            <path fill="#6f9a63" d="M0 92q40-14 80 0t80-4v72H0z" />
            <path fill="#4d7fa3" d="M0 132q40-8 80 0t80 0v28H0z" />
            <path fill="#b5553c" d="M40 88 62 66l22 22z" />
            <path fill="#f3ead8" d="M44 88h36v32H44z" />
            <path fill="#6b4b34" d="M58 100h10v20H58z" />
            <path fill="#7d5b3f" d="M116 96h6v26h-6z" />
            <circle cx="119" cy="88" r="16" fill="#3f7047" />
        </svg>
    }
}
