//! What is raced: the task, the encodings, the lengths.

use super::course::{Asked, Course};
use super::racer::short;
use super::say;
use crate::encoding::Door;
use crate::experiment::lineup::{self, Entry};
use crate::experiment::{RACERS, can_leak};
use crate::page::Desk;
use crate::page::control::{Field, RefusalLine};
use crate::page::machine::MachineLine;
use leptos::prelude::*;
use leptos::web_sys::HtmlInputElement;

/// What few ever touch.
const FINE: &[&str] = &[
    "random_start",
    "precision",
    "position_lr",
    "bias_scale",
    "dropout_embedding",
    "dropout_attention",
    "dropout_residual",
];

/// The controls.
#[component]
pub fn Setting(course: Course) -> impl IntoView {
    let desk = course.desk;
    let sizes = move || {
        let Asked { plan, .. } = course.plan.get();
        let plan = plan.ok()?;
        let config = &plan.config;
        Some((say(desk).model_is)(
            config.d_model,
            config.heads,
            config.layers,
            plan.batch,
        ))
    };
    let goes_back = move || desk.store.read(|state| state.choice("task")) == "back_k";
    view! {
        <aside class="instrument" aria-label=move || say(desk).setting>
            <section>
                <h2>{move || say(desk).setting}</h2>
                <Field name="task" />
                <Show when=goes_back>
                    <Field name="back" />
                </Show>
                <Racers />
                <Field name="train_length" />
                <Field name="train_steps" />
                <Field name="seeds" />
                <Show when=move || desk.store.read(can_leak)>
                    <Field name="leak" />
                </Show>
                <Field name="seed" />
                <details class="group">
                    <summary><h2>{move || say(desk).fine}</h2></summary>
                    {FINE.iter().map(|name| view! { <Field name /> }).collect_view()}
                </details>
                <h3>{move || say(desk).model}</h3>
                <p class="help">{sizes}</p>
            </section>
            <MachineLine />
        </aside>
    }
}

/// The encodings that can be trained, each with a tick.
#[component]
fn Racers() -> impl IntoView {
    let desk = Desk::here();
    let ticks = RACERS.iter().map(|racer| view! { <Tick racer /> });
    let help = move || (say(desk).racers_help)(*lineup::RACES.start(), *lineup::RACES.end());
    view! {
        <fieldset class="chips" hidden=move || desk.hides("racers")>
            <legend>{move || say(desk).racers}</legend>
            {ticks.collect_view()}
            <RefusalLine name="racers" refusal=Signal::derive(move || desk.refusal_at("racers")) />
            <p class="help">{help}</p>
        </fieldset>
    }
}

/// One encoding: in the race or not.
#[component]
fn Tick(racer: &'static str) -> impl IntoView {
    let desk = Desk::here();
    let entry = lineup::entry(racer).ok();
    let scheme = entry.as_ref().map(|entry| entry.scheme);
    let door = scheme
        .and_then(|scheme| scheme.doors().first())
        .map(|door: &Door| door.number().to_string());
    let full = move || scheme.map(|scheme| scheme.name().get(desk.language.get()));
    let name = move || {
        let own = short(full()?);
        Some(match racer.split_once('=') {
            Some((_, word)) => format!("{own} {word}"),
            None => own.to_owned(),
        })
    };
    let races = move || {
        desk.store
            .read(|state| listed(&state.get("racers")).iter().any(|own| own == racer))
    };
    let turn = move |event| {
        let mut list = listed(&desk.store.state().get_untracked().get("racers"));
        match list.iter().position(|own| own == racer) {
            Some(place) => {
                list.remove(place);
            }
            None => list.push(racer.to_owned()),
        }
        desk.store.set("racers", &list.join(","));
        // A line-up that was refused leaves the tick as it was.
        event_target::<HtmlInputElement>(&event).set_checked(untrack(races));
    };
    view! {
        <label data-door=door title=full>
            <input type="checkbox" prop:checked=races on:change=turn />
            <i></i>
            {name}
        </label>
    }
}

/// A line-up's entries, each as it would be written.
fn listed(text: &str) -> Vec<String> {
    let entries = text
        .split(',')
        .map(str::trim)
        .filter(|entry| !entry.is_empty());
    let written = |entry: &str| match lineup::entry(entry) {
        Ok(entry) => lineup::write(&Entry { ..entry }),
        Err(_) => entry.to_owned(),
    };
    entries.map(written).collect()
}
