//! The one switch: positions off or on.

use crate::page::desk::Desk;
use leptos::prelude::*;

/// Positions off or on: two radio buttons, so arrow keys flip it and both states stand there in words.
#[component]
pub(super) fn PositionSwitch() -> impl IntoView {
    let desk = Desk::here();
    view! {
        <fieldset class="switch" hidden=move || desk.hides("positions")>
            <legend class="unseen">{move || desk.strings().order.positions}</legend>
            <State on=false />
            <State on=true />
        </fieldset>
    }
}

#[component]
fn State(on: bool) -> impl IntoView {
    let desk = Desk::here();
    let word = if on { "on" } else { "off" };
    view! {
        <label>
            <input
                type="radio"
                name="positions"
                value=word
                prop:checked=move || desk.store.read(|state| state.positions_on() == on)
                on:change=move |_| desk.store.set("positions", word)
            />
            {move || desk.strings().order.switch[usize::from(on)]}
        </label>
    }
}
