//! How much room a figure has.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::ResizeObserver;

/// The width of what `line` lies in, in pixels; 0 before it is laid out. Follows it.
///
/// `line` should be a child without height ([`Line`]): what a figure draws then can't change what is measured, and the
/// observer never chases itself.
pub fn width_of(line: NodeRef<html::Div>) -> ReadSignal<f64> {
    let (width, set_width) = signal(0.0);
    let kept = StoredValue::new_local(None);
    Effect::new(move |_| {
        let Some(line) = line.get() else { return };
        let measured = line.clone();
        let measure = move || {
            let now = f64::from(measured.client_width());
            if width
                .try_get_untracked()
                .is_some_and(|before| before != now)
            {
                set_width.set(now);
            }
        };
        measure();
        let measure = Closure::<dyn Fn()>::new(measure);
        // A browser without the observer (before 2020) keeps the first measure.
        if let Ok(observer) = ResizeObserver::new(measure.as_ref().unchecked_ref()) {
            observer.observe(&line);
            kept.set_value(Some((observer, measure)));
        }
    });
    on_cleanup(move || {
        kept.try_update_value(|kept| {
            if let Some((observer, _)) = kept.take() {
                observer.disconnect();
            }
        });
    });
    width
}

/// A line without height that is as wide as its parent: see [`width_of`].
#[component]
pub fn Line(
    /// Where the element is put.
    line: NodeRef<html::Div>,
) -> impl IntoView {
    view! { <div class="fig-line" node_ref=line></div> }
}
