//! What follows from an answer, and where it can be seen.

use super::guide;
use crate::encoding::{SCHEMES, find};
use crate::experiment::State;
use crate::experiment::guide::{Answer, Experiment};
use crate::page::desk::Desk;
use leptos::ev::MouseEvent;
use leptos::prelude::*;

/// The answer's consequence, its experiments, and where the encodings that it names were published.
#[component]
pub(super) fn Explained(
    answer: &'static Answer,
    /// Called when the answer is taken back.
    on_back: Callback<()>,
) -> impl IntoView {
    let desk = Desk::here();
    let strings = move || guide(desk.language.get());
    let out = move || {
        let names = names(desk, answer.rules_out);
        (!names.is_empty()).then(|| format!("{}{names}", strings().out))
    };
    let experiments = answer.experiments.iter().map(|experiment| {
        view! { <li><Link experiment /></li> }
    });
    let named = answer.names.iter().filter_map(|id| find(id));
    let sources = named.map(|scheme| {
        view! { <li>{move || scheme.name().get(desk.language.get())}": "{scheme.source()}</li> }
    });
    view! {
        <div class="explained">
            <p>{move || answer.says.get(desk.language.get())}</p>
            <p class="small">{out}</p>
            <h3>{move || strings().see}</h3>
            <ul class="experiments">{experiments.collect_view()}</ul>
            <details class="group">
                <summary>{move || strings().sources}</summary>
                <ul class="sources">{sources.collect_view()}</ul>
            </details>
            <button type="button" class="quiet" on:click=move |_| on_back.run(())>
                {move || strings().back}
            </button>
        </div>
    }
}

/// Names of encodings, in the lab's order. Reactive.
fn names(desk: Desk, ids: &[&str]) -> String {
    let language = desk.language.get();
    let named = SCHEMES.iter().filter(|scheme| ids.contains(&scheme.id()));
    let names: Vec<_> = named.map(|scheme| scheme.name().get(language)).collect();
    names.join(guide(language).and)
}

/// A link to an experiment.
#[component]
fn Link(experiment: &'static Experiment) -> impl IntoView {
    let desk = Desk::here();
    let state = move || experiment.state(desk.language.get());
    view! { <Go state=Signal::derive(state)>{move || experiment.look.get(desk.language.get())}</Go> }
}

/// A link to a state of this lab; how the page looks, and what was answered, comes along.
#[component]
pub(super) fn Go(state: Signal<State>, children: Children) -> impl IntoView {
    let desk = Desk::here();
    let whole = Memo::new(move |_| {
        let mut state = state.get();
        for name in ["lang", "theme", "hide", "backend", "guide"] {
            // A value that the lab's state holds is always taken again.
            let _taken = state.set(name, &desk.store.read(|state| state.get(name)));
        }
        state
    });
    let go = move |event: MouseEvent| {
        // With a key held, the browser opens a tab or a window.
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            desk.store.replace(whole.get_untracked(), Vec::new());
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    };
    view! {
        <a href=move || whole.with(|state| format!("?{}", state.query())) on:click=go>
            {children()}
        </a>
    }
}
