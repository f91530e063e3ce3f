//! A group of controls that folds; folded, it tells what is chosen in it.

use crate::page::desk::Desk;
use crate::page::text::Control;
use leptos::prelude::*;

/// A group of controls.
#[component]
pub(super) fn Group(
    /// Its heading.
    title: fn(&Control) -> &'static str,
    /// The properties in it: with all of them hidden, it is hidden too.
    names: &'static [&'static str],
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
    let hidden = move || names.iter().all(|name| desk.hides(name));
    view! {
        <details class="group" prop:open=open hidden=hidden>
            <summary>
                <h2>{move || title(&desk.strings().control)}</h2>
                <span class="chosen">{chosen}</span>
            </summary>
            {children()}
        </details>
    }
}
