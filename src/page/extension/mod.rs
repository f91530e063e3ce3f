//! The context extension view: what each way of stretching RoPE does to every pair of dimensions, on one scale.
//!
//! Everything here follows from five numbers (head width, base, trained length, factor, way), which all stand in the link.

mod charts;

use super::control::Field;
use super::desk::Desk;
use super::figure::{Choice, Curves};
use super::later::Part;
use super::look::OF_VIEWS;
use super::text::{ExtensionStrings, WayNumbers, extension};
use crate::chunk::chunk;
use crate::encoding::Door;
use crate::experiment::State;
use crate::experiment::extension::{Stretch, Way};
use crate::figure::curves::tick_text;
use crate::figure::number;
use charts::{turns_chart, ways_chart};
use leptos::prelude::*;

chunk! { extension:
    /// The chunk of the view.
    pub fn extension_chunk() -> Part {
        Part::new(whole, OF_VIEWS)
    }
}

/// The properties that the view is about.
const CONTROLS: &[&str] = &["head_dim", "base", "original_length", "factor"];

fn whole() -> AnyView {
    let desk = Desk::here();
    let stretch = Memo::new(move |_| desk.store.read(stretch));
    let ways = Memo::new(move |_| stretch.get().ways());
    let scene = Scene { stretch, ways };
    view! {
        <div class="lab" data-door=Door::Rotation.number().to_string()>
            <section class="bench" aria-label=move || say(desk).region>
                <WayChoice scene />
                <p class="reading" role="status">{move || reading(desk, scene)}</p>
                <Ways scene />
            </section>
            <aside class="instrument" aria-label=move || say(desk).model>
                <section>
                    <h2>{move || say(desk).model}</h2>
                    {CONTROLS.iter().map(|name| view! { <Field name /> }).collect_view()}
                </section>
            </aside>
            <div class="figures">
                <Turns scene />
            </div>
        </div>
    }
    .into_any()
}

/// What is drawn: the model to extend, and what each way makes of it.
#[derive(Clone, Copy)]
struct Scene {
    stretch: Memo<Stretch>,
    ways: Memo<Vec<Way>>,
}

fn say(desk: Desk) -> &'static ExtensionStrings {
    extension(desk.language.get())
}

/// The model that the properties describe.
fn stretch(state: &State) -> Stretch {
    Stretch {
        rotary_dim: state.whole("head_dim") as usize,
        base: state.real("base"),
        original_length: state.whole("original_length") as f64,
        factor: state.real("factor"),
    }
}

/// The chosen way: none where the link names one that this view doesn't compare. Reactive.
fn chosen(desk: Desk, ways: &[Way]) -> Option<usize> {
    let id = desk.store.read(|state| state.choice("scaling"));
    ways.iter().position(|way| way.id == id)
}

/// Buttons for the ways: they write the property `scaling`.
#[component]
fn WayChoice(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let names = scene.ways.with_untracked(|ways| {
        let name = |way: &Way| (way.id, way.name);
        ways.iter().map(name).collect::<Vec<_>>()
    });
    let button = move |(id, name): (&'static str, crate::language::Bilingual)| {
        let here = move || desk.store.read(|state| state.choice("scaling")) == id;
        view! {
            <label>
                <input
                    type="radio"
                    name="scaling"
                    value=id
                    prop:checked=here
                    on:change=move |_| desk.store.set("scaling", id)
                />
                {move || name.get(desk.language.get())}
            </label>
        }
    };
    view! {
        <fieldset class="switch many" hidden=move || desk.hides("scaling")>
            <legend class="unseen">{move || say(desk).choose}</legend>
            {names.into_iter().map(button).collect_view()}
        </fieldset>
    }
}

/// One sentence on the chosen way, and how many pairs it leads where training never was.
fn reading(desk: Desk, scene: Scene) -> Option<String> {
    let stretch = scene.stretch.get();
    scene.ways.with(|ways| {
        let way = ways.get(chosen(desk, ways)?)?;
        let slowest = way.ratio.last().map_or(1.0, |ratio| 1.0 / ratio);
        Some((say(desk).reading)(&WayNumbers {
            id: way.id,
            factor: tick_text(stretch.factor),
            length: tick_text(stretch.factor * stretch.original_length),
            slowest: number(slowest),
            attention: number(way.attention_factor),
            unseen: stretch.unseen(way),
            pairs: way.ratio.len(),
        }))
    })
}

/// Every way on one plot.
#[component]
fn Ways(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let measure = RwSignal::new(0);
    let names = Signal::derive(move || say(desk).measures.map(str::to_owned).to_vec());
    let chart = Signal::derive(move || {
        let (language, frequency) = (desk.language.get(), measure.get() == 1);
        let stretch = scene.stretch.get();
        scene
            .ways
            .with(|ways| ways_chart(&stretch, ways, chosen(desk, ways), frequency, language))
    });
    view! {
        <h2 class="fig-title">{move || say(desk).ways}</h2>
        <Choice names chosen=measure label=|desk| say(desk).measure />
        <Curves chart height=300.0 />
        <p class="fig-caption">{move || say(desk).ways_caption}</p>
    }
}

/// How often each pair turns.
#[component]
fn Turns(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let chart = Signal::derive(move || {
        let (language, stretch) = (desk.language.get(), scene.stretch.get());
        scene.ways.with(|ways| {
            let way = chosen(desk, ways).and_then(|at| ways.get(at));
            turns_chart(&stretch, way, language)
        })
    });
    let caption = move || {
        let turns = scene.stretch.get().trained_turns();
        let slow = turns.iter().filter(|turns| **turns < 1.0).count();
        (say(desk).turns_caption)(slow, turns.len())
    };
    view! {
        <section>
            <h2 class="fig-title">{move || say(desk).turns}</h2>
            <Curves chart height=260.0 />
            <p class="fig-caption">{caption}</p>
        </section>
    }
}
