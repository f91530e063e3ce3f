//! The place behind the last card: one more encoding, from the list of all or from a preset.

use super::lineup::LineUp;
use crate::encoding::SCHEMES;
use crate::experiment::lineup::{PRESETS, entry};
use crate::page::desk::Desk;
use crate::page::figure::unique;
use crate::page::text::compare;
use leptos::html;
use leptos::prelude::*;

/// A list and a button; where there is no room, why not.
#[component]
pub(super) fn Add(
    lineup: LineUp,
    /// The list, for whoever moves the focus to it.
    list: NodeRef<html::Select>,
) -> impl IntoView {
    let desk = Desk::here();
    let strings = move || compare(desk.language.get());
    let id = unique("add");
    let add = move |_| {
        let chosen = list.get_untracked().map(|list| list.value());
        if let Some(Ok(entry)) = chosen.map(|text| entry(&text)) {
            lineup.change(|entries| entries.push(entry));
        }
    };
    let schemes = SCHEMES.iter().map(|scheme| {
        view! { <option value=scheme.id()>{move || scheme.name().get(desk.language.get())}</option> }
    });
    let presets = PRESETS.iter().map(|preset| {
        view! { <option value=preset.entry>{move || preset.name.get(desk.language.get())}</option> }
    });
    view! {
        <div class="add" hidden=move || !lineup.has_room()>
            <label for=id.clone()>{move || strings().add}</label>
            <select id=id node_ref=list>
                <optgroup label=move || strings().presets>{presets.collect_view()}</optgroup>
                <optgroup label=move || strings().schemes>{schemes.collect_view()}</optgroup>
            </select>
            <button type="button" class="push" on:click=add>{move || strings().add_it}</button>
        </div>
        <p class="fig-caption" hidden=move || lineup.has_room()>{move || strings().full}</p>
    }
}
