//! A slider of a whole number that stands in the link.

use super::say;
use crate::page::Desk;
use crate::page::figure::unique;
use crate::page::text::AnatomyStrings;
use leptos::prelude::*;

/// A slider of the property `name`. A value beyond its ends, which a link may bring, is shown and kept.
#[component]
pub(super) fn Slider(
    /// The property.
    name: &'static str,
    /// What it is called.
    label: fn(&AnatomyStrings) -> &'static str,
    /// Its ends.
    ends: (i64, i64),
) -> impl IntoView {
    let desk = Desk::here();
    let value = Memo::new(move |_| desk.store.read(|state| state.whole(name)));
    let id = unique(name);
    view! {
        <div class="slide" hidden=move || desk.hides(name)>
            <label for=id.clone()>{move || label(say(desk))}</label>
            <input
                id=id
                type="range"
                min=ends.0
                max=ends.1
                step="1"
                prop:value=move || value.get().to_string()
                on:input=move |event| desk.store.set(name, &event_target_value(&event))
            />
            <output>{move || value.get().to_string().replace('-', "−")}</output>
        </div>
    }
}

/// The two sliders that move the hands: position and offset.
#[component]
pub(super) fn Sliders() -> impl IntoView {
    view! {
        <div class="slides">
            <Slider name="at" label=|say| say.position ends=(0, 256) />
            <Slider name="offset" label=|say| say.offset ends=(0, 64) />
        </div>
    }
}
