//! One notice on everything of the link, or of an element's attributes, that was not taken.

use crate::experiment::property;
use crate::page::desk::Desk;
use crate::refusal::Refusal;
use leptos::prelude::*;

/// The notice; nothing where everything was taken.
#[component]
pub fn Notice() -> impl IntoView {
    let desk = Desk::here();
    let any = move || !desk.store.notices().is_empty();
    let lines = move || {
        let refusals = desk.store.notices();
        refusals
            .iter()
            .map(|refusal| view! { <li>{line(desk, refusal)}</li> })
            .collect_view()
    };
    view! {
        <Show when=any>
            <div class="notice" role="alert">
                <div>
                    <p>{move || desk.strings().site.link_notice}</p>
                    <ul>{lines}</ul>
                </div>
                <button type="button" class="push" on:click=move |_| desk.store.dismiss()>
                    {move || desk.strings().site.close}
                </button>
            </div>
        </Show>
    }
}

/// What was wrong, and what the page did instead.
fn line(desk: Desk, refusal: &Refusal) -> String {
    let strings = &desk.strings().site;
    let language = desk.language.get();
    match property(&refusal.property) {
        Ok(_) => {
            let used = desk.store.read(|state| state.get(&refusal.property));
            let instead = match used.as_str() {
                "" => strings.link_left_out.to_owned(),
                used => (strings.link_default)(used),
            };
            format!("{} {instead}", refusal.sentence(language))
        }
        Err(_) => (strings.link_unknown)(&refusal.given),
    }
}
