//! The links between the views. They are real links, so that a view opens in a tab of its own too.

use crate::encoding::Kind;
use crate::experiment::property;
use crate::language::Bilingual;
use crate::page::desk::Desk;
use leptos::ev::MouseEvent;
use leptos::prelude::*;

/// The list of views; nothing where a teacher hid `view`.
#[component]
pub fn Nav() -> impl IntoView {
    let desk = Desk::here();
    let words = match property("view").map(|row| row.parameter.kind) {
        Ok(Kind::Choice(words)) => words,
        _ => &[],
    };
    let links = words
        .iter()
        .map(|(id, label)| view! { <Link view=id label=*label /> });
    view! {
        <nav class="views" aria-label=move || desk.strings().site.views hidden=move || desk.hides("view")>
            <ul>{links.collect_view()}</ul>
        </nav>
    }
}

/// The link to one view. What is set in the others comes along.
#[component]
fn Link(view: &'static str, label: Bilingual) -> impl IntoView {
    let desk = Desk::here();
    let address = move || {
        let mut state = desk.store.state().get();
        // A word of the property itself is always taken.
        let _taken = state.set("view", view);
        format!("?{}", state.query())
    };
    let here = move || desk.store.read(|state| state.choice("view")) == view;
    let go = move |event: MouseEvent| {
        // With a key held, the browser opens a tab or a window.
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            desk.store.set("view", view);
        }
    };
    view! {
        <li>
            <a href=address aria-current=move || here().then_some("page") on:click=go>
                {move || label.get(desk.language.get())}
            </a>
        </li>
    }
}
