//! A group of controls that folds; folded, it tells what is chosen in it.

use crate::page::desk::Desk;
use crate::page::text::Control;
use leptos::prelude::*;

/// A group of controls.
#[component]
pub(super) fn Group(
    /// Its heading.
    title: fn(&Control) -> &'static str,
    /// What is chosen in it.
    #[prop(optional, into)]
    chosen: Option<Signal<String>>,
    /// Whether it starts unfolded where there is room for that.
    #[prop(optional)]
    open: bool,
    children: Children,
) -> impl IntoView {
    let desk = Desk::here();
    let open = open && desk.roomy;
    view! {
        <details class="group" prop:open=open>
            <summary>
                <h2>{move || title(&desk.strings().control)}</h2>
                <span class="chosen">{chosen}</span>
            </summary>
            {children()}
        </details>
    }
}
