//! The views that the page offers, and the one that is chosen.
//!
//! A view is a folder beside this one. To add one: its word in the property `view` (`experiment/table.rs`), its entry in
//! [`VIEWS`], and a chunk that brings it (see [`super::later`]), so that it weighs nothing until it is asked for.

mod nav;

pub use nav::Nav;

use super::anatomy::anatomy_chunk;
use super::compare;
use super::desk::Desk;
use super::extension::extension_chunk;
use super::guide;
use super::later::Later;
use super::order::OrderView;
use super::patches::patches_chunk;
use super::race::race_chunk;
use super::text::{Strings, ViewWords};
use leptos::prelude::*;

/// A view.
struct View {
    /// Its word in the property `view`.
    id: &'static str,
    /// What stands above it.
    words: fn(&Strings) -> &ViewWords,
    /// Makes it.
    make: fn() -> AnyView,
}

/// Every view, the first being shown where none is named.
const VIEWS: &[View] = &[
    View {
        id: "order",
        words: |strings| &strings.site.order,
        make: || view! { <OrderView /> }.into_any(),
    },
    View {
        id: "compare",
        words: |strings| &strings.site.compare,
        make: || view! { <Later load=compare::chunk /> }.into_any(),
    },
    View {
        id: "race",
        words: |strings| &strings.site.race,
        make: || view! { <Later load=race_chunk /> }.into_any(),
    },
    View {
        id: "anatomy",
        words: |strings| &strings.site.anatomy,
        make: || view! { <Later load=anatomy_chunk /> }.into_any(),
    },
    View {
        id: "extension",
        words: |strings| &strings.site.extension,
        make: || view! { <Later load=extension_chunk /> }.into_any(),
    },
    View {
        id: "patches",
        words: |strings| &strings.site.patches,
        make: || view! { <Later load=patches_chunk /> }.into_any(),
    },
    View {
        id: "guide",
        words: |strings| &strings.site.guide,
        make: || view! { <Later load=guide::chunk /> }.into_any(),
    },
];

/// The view that the property `view` names. Reactive.
fn chosen(desk: Desk) -> &'static View {
    let id = desk.store.read(|state| state.choice("view"));
    let found = VIEWS.iter().find(|view| view.id == id);
    found.unwrap_or(&VIEWS[0])
}

/// The chosen view.
#[component]
pub fn CurrentView() -> impl IntoView {
    let desk = Desk::here();
    let id = Memo::new(move |_| chosen(desk).id);
    move || {
        // Read, not only tracked: a memo that nobody reads never learns that the state has changed.
        let _chosen = id.get();
        untrack(|| (chosen(desk).make)())
    }
}

/// What stands above the chosen view. Reactive.
pub fn words(desk: Desk) -> &'static ViewWords {
    (chosen(desk).words)(desk.strings())
}
