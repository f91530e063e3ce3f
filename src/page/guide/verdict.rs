//! What the answers leave, side by side at a click, and what they rule out.

use super::answer::Go;
use super::guide;
use crate::encoding::{SCHEMES, Scheme, find};
use crate::experiment::State;
use crate::experiment::guide::{chosen, left, ruled_out_by};
use crate::experiment::lineup::SIZES;
use crate::page::desk::Desk;
use leptos::prelude::*;

/// The list of what is left, a link that compares it, and the list of what is ruled out.
#[component]
pub(super) fn Verdict(list: Memo<String>) -> impl IntoView {
    let desk = Desk::here();
    let strings = move || guide(desk.language.get());
    let left = Memo::new(move |_| list.with(|list| left(&chosen(list))));
    let empty = move || match (list.with(String::is_empty), left.with(Vec::is_empty)) {
        (true, _) => strings().none_yet,
        (false, true) => strings().nothing_left,
        _ => "",
    };
    let names = move || {
        let found = left.get().into_iter().filter_map(find);
        found
            .map(|scheme| view! { <Named scheme /> })
            .collect_view()
    };
    let lineup = Memo::new(move |_| left.with(|left| lineup(left)));
    let compared = Signal::derive(move || {
        let mut state = State::default();
        for (name, text) in [("view", "compare"), ("compare", &lineup.get().join(","))] {
            // Both are made of what the lab knows.
            let _taken = state.set(name, text);
        }
        state
    });
    let link = move || {
        let count = lineup.with(Vec::len);
        (strings().compare)(count, left.with(Vec::len) <= count)
    };
    let out = move || {
        let answers = list.with(|list| chosen(list));
        let language = desk.language.get();
        let schemes = SCHEMES.iter().filter_map(|scheme| {
            let answer = ruled_out_by(&answers, scheme.id())?;
            let (name, label) = (scheme.name().get(language), answer.label.get(language));
            Some(view! { <li>{(strings().because)(name, label)}</li> })
        });
        schemes.collect::<Vec<_>>()
    };
    let any_out = Memo::new(move |_| {
        let answers = list.with(|list| chosen(list));
        answers.iter().any(|answer| !answer.rules_out.is_empty())
    });
    view! {
        <h2>{move || strings().left}</h2>
        <p class="small">{empty}</p>
        <ul class="left">{names}</ul>
        <Show when=move || !lineup.with(Vec::is_empty)>
            <p class="go">
                <Go state=compared>{link}</Go>
            </p>
        </Show>
        <Show when=move || any_out.get()>
            <h3>{move || strings().ruled_out}</h3>
            <ul class="small">{out}</ul>
        </Show>
        <p class="small">{move || strings().limits}</p>
    }
}

/// An encoding and what it does.
#[component]
fn Named(scheme: &'static dyn Scheme) -> impl IntoView {
    let desk = Desk::here();
    let door = scheme.doors().first().map(|door| door.number().to_string());
    view! {
        <li data-door=door>
            <b>{move || scheme.name().get(desk.language.get())}</b>
            " "
            <span>{move || scheme.summary().get(desk.language.get())}</span>
        </li>
    }
}

/// What is left as a line-up: at most six; beside a single one stands "no positions".
fn lineup(left: &[&'static str]) -> Vec<&'static str> {
    let mut lineup: Vec<_> = left.iter().copied().take(*SIZES.end()).collect();
    if lineup.len() == 1 {
        lineup.insert(
            0,
            if left == ["none"] {
                "sinusoidal"
            } else {
                "none"
            },
        );
    }
    lineup
}
