//! Views that load when somebody comes to them: each is a chunk of the program ([`crate::chunk`]), so that a first visit
//! downloads what its first screen shows.

use super::desk::Desk;
use super::look::{Sheet, dress};
use crate::chunk::Missing;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::future::Future;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{IntersectionObserver, IntersectionObserverEntry, js_sys};

/// What a chunk brings.
#[derive(Clone, Copy)]
pub struct Part {
    make: fn() -> AnyView,
    look: &'static [Sheet],
}

impl Part {
    /// A view, made in the place where it will stand, and the sheets that dress it.
    pub const fn new(make: fn() -> AnyView, look: &'static [Sheet]) -> Self {
        Self { make, look }
    }
}

/// What stands in the place of the view.
#[derive(Clone, Copy)]
enum Stage {
    /// It is on its way, or nobody came yet.
    Waiting,
    /// It could not be downloaded.
    Missing,
    /// It is there.
    Made(Part),
}

/// The view that `load` brings, once its place is on the screen.
#[component]
pub fn Later<F>(
    /// Brings the view.
    load: fn() -> F,
) -> impl IntoView
where
    F: Future<Output = Result<Part, Missing>> + 'static,
{
    let stage = RwSignal::new(Stage::Waiting);
    let place = NodeRef::<html::Div>::new();
    let arrive = move |part: Part| {
        if let Some(place) = place.try_get_untracked().flatten() {
            dress(&place, part.look);
        }
        Stage::Made(part)
    };
    let begin = move || {
        stage.set(Stage::Waiting);
        spawn_local(async move {
            stage.try_set(load().await.map_or(Stage::Missing, arrive));
        });
    };
    once_seen(place, begin);
    move || match stage.get() {
        Stage::Waiting => view! { <div class="later" node_ref=place></div> }.into_any(),
        Stage::Missing => view! { <Again begin=begin /> }.into_any(),
        Stage::Made(part) => untrack(part.make),
    }
}

/// Says that something is missing, and a button that tries again.
#[component]
fn Again(begin: impl Fn() + 'static) -> impl IntoView {
    let desk = Desk::here();
    view! {
        <p class="notice later-missing" role="alert">
            <span>{move || desk.strings().site.missing}</span>
            <button type="button" class="push" on:click=move |_| begin()>
                {move || desk.strings().site.load_again}
            </button>
        </p>
    }
}

/// Calls `begin` once, as soon as `place` is on the screen.
fn once_seen(place: NodeRef<html::Div>, begin: impl Fn() + Copy + 'static) {
    let kept = StoredValue::new_local(None);
    // The place comes anew when somebody asks again: it is not to be watched again.
    let begun = StoredValue::new(false);
    let stop = move || {
        kept.try_update_value(|kept: &mut Option<(IntersectionObserver, _)>| {
            if let Some((observer, _)) = kept.take() {
                observer.disconnect();
            }
        });
    };
    Effect::new(move |_| {
        let Some(place) = place.get().filter(|_| !begun.get_value()) else {
            return;
        };
        let seen = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let on_screen = |entry: wasm_bindgen::JsValue| {
                entry
                    .unchecked_into::<IntersectionObserverEntry>()
                    .is_intersecting()
            };
            if entries.iter().any(on_screen) {
                stop();
                begun.set_value(true);
                begin();
            }
        });
        match IntersectionObserver::new(seen.as_ref().unchecked_ref()) {
            Ok(observer) => {
                observer.observe(&place);
                kept.set_value(Some((observer, seen)));
            }
            // A browser without the observer (before 2019) loads it at once.
            Err(_) => begin(),
        }
    });
    on_cleanup(stop);
}
