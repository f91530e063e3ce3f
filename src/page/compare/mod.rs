//! The compare view: one sentence under two to six encodings, side by side, and what differs from the first.

mod add;
mod card;
mod entry;
mod field;
mod lineup;
mod results;

use super::control::Settings;
use super::desk::Desk;
use super::figure::{Choice, Legend, WEIGHTS, say_below};
use super::later::Part;
use super::look::OF_VIEWS;
use super::order::SentenceField;
use super::text::compare;
use crate::chunk::chunk;
use crate::experiment::Which;
use crate::figure::percent;
use add::Add;
use card::Card;
use leptos::html;
use leptos::prelude::*;
use lineup::LineUp;
use results::Results;

chunk! { compare:
    /// The chunk of the view.
    pub fn compare_chunk() -> Part {
        Part::new(whole, OF_VIEWS)
    }
}

fn whole() -> AnyView {
    let desk = Desk::here();
    let lineup = LineUp::of(desk);
    let results = Results::of(desk, lineup);
    let tokens = Signal::derive(move || results.tokens());
    let strings = move || compare(desk.language.get());
    let trouble = move || {
        let trouble = results.trouble()?;
        Some(trouble.sentence(desk.language.get()))
    };
    let told = Memo::new(move |_| Some(results.first_trouble()?.sentence(desk.language.get())));
    Effect::new(move |_| desk.told.set(told.get()));
    view! {
        <div class="compare" class:waiting=move || results.is_waiting()>
            <section class="compare-sentence" aria-label=move || strings().region>
                <SentenceField which=Which::A tokens />
                <p class="refusal centred" role="alert">{trouble}</p>
            </section>
            <Settings title=move || strings().settings />
            <Looks results />
            <Cards lineup results />
            <Notes />
            <p class="unseen" role="status">{move || said(desk, lineup, results)}</p>
        </div>
    }
    .into_any()
}

/// What is looked at: layer, head, colour scale.
#[component]
fn Looks(results: Results) -> impl IntoView {
    let desk = Desk::here();
    let sizes = Memo::new(move |_| {
        let config = desk.store.read(|state| state.model_config());
        (config.layers, config.heads)
    });
    let layers = Signal::derive(move || {
        let name = say_below(desk).attention.layer;
        (1..=sizes.get().0).map(name).collect::<Vec<_>>()
    });
    let heads = Signal::derive(move || {
        let name = say_below(desk).attention.head;
        (1..=sizes.get().1).map(name).collect::<Vec<_>>()
    });
    let scales = Signal::derive(move || {
        let names = compare(desk.language.get()).scales;
        names.map(String::from).to_vec()
    });
    let strings = move || compare(desk.language.get());
    let apart = Signal::derive(move || Some(results.apart_scale()));
    view! {
        <div class="looks">
            <Choice names=layers chosen=results.layer label=|desk| say_below(desk).attention.layers />
            <Choice names=heads chosen=results.head label=|desk| say_below(desk).attention.heads />
            <span>
                <span class="soft">{move || strings().scale}</span>
                <Choice
                    names=scales
                    chosen=results.scale
                    label=|desk| compare(desk.language.get()).scale
                />
            </span>
            <span>
                <span class="soft">{move || strings().legends[0]}</span>
                <Legend map=Some(WEIGHTS) />
            </span>
            <span>
                <span class="soft">{move || strings().legends[1]}</span>
                <Legend map=apart />
            </span>
        </div>
    }
}

/// The cards, and the place for one more.
#[component]
fn Cards(lineup: LineUp, results: Results) -> impl IntoView {
    let desk = Desk::here();
    let focus = RwSignal::new(None);
    let list = NodeRef::<html::Select>::new();
    let on_gone = Callback::new(move |()| {
        if let Some(list) = list.get_untracked() {
            // Refused only by a list that is not on the page.
            let _focused = list.focus();
        }
    });
    let places = Memo::new(move |_| lineup.len());
    view! {
        <ol class="cards" aria-label=move || compare(desk.language.get()).lineup>
            <For each=move || 0..places.get() key=|place| *place let(index)>
                <Card lineup results index focus on_gone />
            </For>
        </ol>
        <Add lineup list />
    }
}

/// What the numbers and the colours are.
#[component]
fn Notes() -> impl IntoView {
    let desk = Desk::here();
    let strings = move || compare(desk.language.get());
    view! {
        <div class="compare-notes">
            <p class="fig-caption">{move || strings().number_is}</p>
            <p class="fig-caption">{move || strings().apart_is}" "{move || strings().scale_is}</p>
        </div>
    }
}

/// What a screen reader hears: that it is computed, then the numbers. Reactive.
fn said(desk: Desk, lineup: LineUp, results: Results) -> String {
    let strings = compare(desk.language.get());
    if results.trouble().is_some() {
        return String::new();
    }
    if results.is_waiting() || !results.are_compared() {
        return strings.busy.into();
    }
    let Some(baseline) = results.baseline() else {
        return String::new();
    };
    let numbers = (0..lineup.len()).filter_map(|place| {
        let share = percent(results.apart(place)?.share);
        Some((strings.one)(lineup.name(place), &share))
    });
    let numbers: Vec<_> = numbers.collect();
    (strings.done)(lineup.name(baseline), &numbers.join(strings.and))
}
