//! The terms of every score of one head, as maps that add up to the scores.

use super::{asked, say};
use crate::engine::paint::ColourMap;
use crate::engine::{Engine, Tensor};
use crate::experiment::anatomy::{Term, sentence_side, sum, terms};
use crate::experiment::{State, Which};
use crate::figure::{Axis, Cells, rough};
use crate::language::{Bilingual, Language};
use crate::page::Desk;
use crate::page::figure::{Choice, Heatmap, Local, Plane, Sheet, held, latest, unique};
use leptos::prelude::*;
use std::sync::Arc;

/// The encodings whose scores have terms that are worth a map each.
pub(super) const SCHEMES: [&str; 2] = ["transformer_xl", "deberta"];

/// What was taken apart. Cheap to clone.
#[derive(Clone)]
struct Found {
    /// One map a term, and the score's own as the last.
    planes: Vec<Plane>,
    labels: Vec<Bilingual>,
    tokens: Arc<[String]>,
    causal: bool,
    /// The largest size of any number in them.
    limit: f32,
    /// The largest difference between the terms' sum and the score that the model used.
    error: f64,
}

/// The maps.
#[component]
pub(super) fn Terms() -> impl IntoView {
    let desk = Desk::here();
    let head = RwSignal::new(0_usize);
    let heads = Memo::new(move |_| desk.store.read(|state| state.whole("heads")) as usize);
    let names = Signal::derive(move || {
        let name = say(desk).terms.head;
        (1..=heads.get()).map(name).collect::<Vec<_>>()
    });
    let asked = Memo::new(move |_| desk.store.read(asked));
    let found: Local<Option<Found>> = latest(move || {
        let engine = desk.runner.engine()?;
        let (state, language) = (asked.get(), desk.language.get());
        let head = head.get().min(heads.get().saturating_sub(1));
        Some(compute(engine, state, language, head))
    });
    let count =
        Memo::new(move |_| found.with(|found| found.as_ref().map_or(0, |f| f.planes.len())));
    let maps = move || {
        let map = |index| {
            let sheet = Signal::derive_local(move || sheet(desk, &found.get()?, index));
            view! { <Heatmap sheet height=220.0 /> }
        };
        (0..count.get()).map(map).collect_view()
    };
    let caption = move || {
        found.with(|found| {
            let found = found.as_ref()?;
            Some((say(desk).terms.caption)(
                found.labels.len(),
                &rough(found.error),
            ))
        })
    };
    view! {
        <section class="fig">
            <h2 class="fig-title">{move || say(desk).terms.title}</h2>
            <Sentence />
            <Choice names chosen=head label=|desk| say(desk).terms.choose />
            <div class="beside">{maps}</div>
            <p class="fig-caption">{caption}</p>
        </section>
    }
}

/// The field of the sentence whose scores are taken apart.
#[component]
fn Sentence() -> impl IntoView {
    let desk = Desk::here();
    let id = unique("sentence");
    let refused = unique("sentence-refusal");
    let shown = move || {
        let language = desk.language.get();
        let draft = desk.store.draft("text").map(|draft| draft.text);
        draft.unwrap_or_else(|| desk.store.read(|state| state.sentence(Which::A, language)))
    };
    view! {
        <div class="control narrow" hidden=move || desk.hides("text")>
            <label for=id.clone()>{move || say(desk).terms.sentence}</label>
            <input
                id=id
                type="text"
                class="text"
                autocomplete="off"
                aria-describedby=refused.clone()
                prop:value=shown
                on:change=move |event| desk.store.set("text", &event_target_value(&event))
            />
            <p class="refusal" id=refused role="status">
                {move || desk.refusal_at("text").map(|refusal| desk.allowed(&refusal))}
            </p>
        </div>
    }
}

async fn compute(engine: Engine, state: State, language: Language, head: usize) -> Option<Found> {
    // What is refused, or lost with the GPU, is told by the page; here there is no figure then.
    let side = sentence_side(&state, language).await.ok()?;
    let found: Vec<Term> = terms(&side, head).await.ok()?;
    let (whole, error) = sum(&side, head, &found).await.ok()?;
    let n = side.sentence.len();
    let maps = found.iter().map(|term| &term.map).chain([&whole]);
    let values: Vec<f32> = maps.flat_map(|map| map.values.iter().copied()).collect();
    let limit = values.iter().fold(1e-6_f32, |most, v| most.max(v.abs()));
    let shape = [found.len() + 1, n, n].into();
    Some(Found {
        planes: held(&engine, Tensor { shape, values }).await?,
        labels: found.iter().map(|term| term.label).collect(),
        tokens: side.tokens.iter().map(|token| token.text.clone()).collect(),
        causal: side.config.causal,
        limit,
        error,
    })
}

/// One map.
fn sheet(desk: Desk, found: &Found, index: usize) -> Option<Sheet> {
    let strings = &say(desk).terms;
    let label = found.labels.get(index);
    let title = label.map_or(strings.sum, |label| label.get(desk.language.get()));
    Some(Sheet {
        plane: found.planes.get(index)?.clone(),
        title: title.into(),
        rows: Axis::Tokens(found.tokens.clone()),
        columns: Axis::Tokens(found.tokens.clone()),
        names: strings.query_key,
        map: ColourMap::Diverging { limit: found.limit },
        cells: Cells::Square,
        causal: found.causal,
        explain: None,
    })
}
