//! One encoding's card: what it puts in, where a head looks under it, and what differs from the baseline.

use super::entry::{EntryHead, Step};
use super::lineup::LineUp;
use super::results::Results;
use crate::engine::paint::ColourMap;
use crate::figure::{Axis, Cells, percent};
use crate::page::desk::Desk;
use crate::page::figure::encoding::{Parts, Table};
use crate::page::figure::{Heatmap, Local, Plane, Sheet, WEIGHTS, say, say_below, tokens};
use crate::page::text::compare;
use leptos::prelude::*;

/// Most that a picture is high, in pixels.
const HEIGHT: f64 = 280.0;

/// The card in place `index`.
#[component]
pub(super) fn Card(
    lineup: LineUp,
    results: Results,
    /// Its place, from 0.
    index: usize,
    /// See [`EntryHead`].
    focus: RwSignal<Option<(usize, Step)>>,
    /// See [`EntryHead`].
    on_gone: Callback<()>,
) -> impl IntoView {
    let desk = Desk::here();
    let name = move || lineup.name(index);
    let door = move || {
        let entry = lineup.entry(index)?;
        let door = entry.scheme.doors().first()?;
        Some(door.number().to_string())
    };
    let map = Signal::derive_local(move || map(desk, lineup, results, index));
    let apart = Signal::derive_local(move || apart(desk, lineup, results, index));
    let ran = Memo::new(move |_| results.side(index, |_| ()).is_some());
    let compared = Memo::new(move |_| results.apart(index).is_some());
    view! {
        <li class="card" data-door=door>
            <h2 class="unseen">{move || format!("{}: {}", (compare(desk.language.get()).entry)(index + 1), name())}</h2>
            <EntryHead lineup index focus on_gone />
            <Number results index />
            <Picture lineup results index />
            <div class="card-part">
                <Show when=move || ran.get()>
                    <Heatmap sheet=map height=HEIGHT hint=false legend=false />
                </Show>
            </div>
            <div class="card-part">
                <Show when=move || compared.get()>
                    <Heatmap sheet=apart height=HEIGHT hint=false legend=false />
                </Show>
            </div>
        </li>
    }
}

/// How far its maps lie from the baseline's; or that it is the baseline; or why there is no map.
#[component]
fn Number(results: Results, index: usize) -> impl IntoView {
    let desk = Desk::here();
    let strings = move || compare(desk.language.get());
    let number = move || results.apart(index).map(|apart| percent(apart.share));
    let is_baseline = move || results.baseline() == Some(index);
    let trouble = move || {
        let trouble = results.trouble_of(index)?;
        Some(trouble.sentence(desk.language.get()))
    };
    let said = move || {
        if is_baseline() {
            strings().baseline
        } else if number().is_some() {
            strings().elsewhere
        } else {
            ""
        }
    };
    view! {
        <div class="card-number">
            <p><output aria-live="off">{number}</output> <span class:base=is_baseline>{said}</span></p>
            <p class="refusal">{trouble}</p>
        </div>
    }
}

/// What it puts in, door by door.
#[component]
fn Picture(lineup: LineUp, results: Results, index: usize) -> impl IntoView {
    let desk = Desk::here();
    let part = RwSignal::new(0_usize);
    let table: Local<Option<Table>> = Signal::derive_local(move || results.table(index)?.ok());
    let sheet = Signal::derive_local(move || {
        let table = table.get()?;
        let shown = table.part(part.get())?;
        let scale = results.shared_scale(shown.part);
        let title = (compare(desk.language.get()).table)(lineup.name(index));
        let heads = table.heads(part.get());
        let title = match heads {
            1 => title,
            _ => {
                let head = results.head.get().min(heads - 1) + 1;
                format!("{title} · {}", (say_below(desk).attention.head)(head))
            }
        };
        table.sheet((part.get(), results.head.get()), scale, title, desk)
    });
    let shown = move || table.with(|table| table.as_ref()?.part(part.get()));
    let caption = move || match (shown(), results.table(index)) {
        (Some(shown), _) => (say_below(desk).encoding.caption)(shown.part).to_owned(),
        (None, Some(Err(refusal))) => refusal.sentence(desk.language.get()),
        (None, Some(Ok(_))) => say_below(desk).encoding.nothing.to_owned(),
        (None, None) => String::new(),
    };
    let is_shown = Memo::new(move |_| shown().is_some());
    view! {
        <div class="card-choice"><Parts table part /></div>
        <div class="card-part">
            <Show when=move || is_shown.get()>
                <Heatmap sheet height=HEIGHT hint=false />
            </Show>
            <p class="fig-caption">{caption}</p>
        </div>
    }
}

/// Where the chosen head looks. Reactive.
fn map(desk: Desk, lineup: LineUp, results: Results, index: usize) -> Option<Sheet> {
    let (layer, head) = (results.layer.get(), results.head.get());
    let title = compare(desk.language.get()).map;
    let made = results.side(index, |side| {
        let layer = layer.min(side.config.layers - 1);
        let head = head.min(side.config.heads - 1);
        let tensor = side.built.program.find(&format!("attention.{layer}"))?;
        let plane = Plane::matrix(&side.run, tensor, head);
        Some((plane, tokens(side), head, side.config.causal))
    });
    let (plane, tokens, head, causal) = made??;
    let title = title(lineup.name(index), head + 1);
    Some(sheet(desk, plane, title, tokens, WEIGHTS, causal))
}

/// The chosen head's map less the baseline's. Reactive.
fn apart(desk: Desk, lineup: LineUp, results: Results, index: usize) -> Option<Sheet> {
    let apart = results.apart(index)?;
    let baseline = lineup.name(results.baseline()?);
    let head = results.head.get().min(apart.heads.len() - 1);
    let (tokens, causal) = results.side(index, |side| (tokens(side), side.config.causal))?;
    let share = percent(apart.heads[head]);
    let title =
        (compare(desk.language.get()).apart)(lineup.name(index), baseline, head + 1, &share);
    let plane = Plane::matrix(&apart.run, apart.map, head);
    let colours = results.apart_scale();
    Some(sheet(desk, plane, title, tokens, colours, causal))
}

/// A map of the sentence's tokens.
fn sheet(
    desk: Desk,
    plane: Plane,
    title: String,
    tokens: Axis,
    map: ColourMap,
    causal: bool,
) -> Sheet {
    Sheet {
        plane,
        title,
        rows: tokens.clone(),
        columns: tokens,
        names: say(desk).map.query_key,
        map,
        cells: Cells::Square,
        causal,
        explain: None,
    }
}
