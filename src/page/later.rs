//! Views that load when somebody comes near them: each is a chunk of the WebAssembly of its own, so that a first visit
//! downloads what its first screen shows.
//!
//! `cargo xtask build` splits the chunks off where the code is compiled with `--cfg split`; `trunk serve` doesn't, and
//! then a chunk is there at once.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::future::Future;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit, js_sys};

/// What a chunk gives: a view, made in the place where it will stand.
pub type Make = fn() -> AnyView;

/// How far outside the screen a view starts to load.
const NEAR: &str = "200px";

/// The view that `load` brings, once its place is near the screen.
#[component]
pub fn Later<F>(
    /// Brings the view.
    load: fn() -> F,
) -> impl IntoView
where
    F: Future<Output = Make> + 'static,
{
    let place = NodeRef::<html::Div>::new();
    let made = RwSignal::new(None::<Make>);
    let begin = move || {
        spawn_local(async move {
            let make = load().await;
            made.try_set(Some(make));
        });
    };
    once_near(place, begin);
    view! {
        <Show
            when=move || made.get().is_some()
            fallback=move || view! { <div class="later" node_ref=place></div> }
        >
            {move || made.get().map(|make| untrack(make))}
        </Show>
    }
}

/// Calls `begin` once, as soon as `place` is near the screen.
fn once_near(place: NodeRef<html::Div>, begin: impl Fn() + Copy + 'static) {
    let kept = StoredValue::new_local(None);
    let stop = move || {
        kept.try_update_value(|kept: &mut Option<(IntersectionObserver, _)>| {
            if let Some((observer, _)) = kept.take() {
                observer.disconnect();
            }
        });
    };
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        let seen = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let near = |entry: wasm_bindgen::JsValue| {
                entry
                    .unchecked_into::<IntersectionObserverEntry>()
                    .is_intersecting()
            };
            if entries.iter().any(near) {
                stop();
                begin();
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(NEAR);
        match IntersectionObserver::new_with_options(seen.as_ref().unchecked_ref(), &options) {
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
