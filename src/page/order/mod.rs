//! The order view: two sentences, one switch, one number, and what makes the number believable.

mod distance;
mod progress;
mod reading;
mod sentence;
mod switch;
mod tokens;
mod trouble;

use super::control::Instrument;
use super::desk::Desk;
use super::figure::{AttentionMaps, EncodingTable, Pipeline, RowLines};
use super::later::{Later, Part};
use super::look::FIGURES;
use crate::chunk::chunk;
use crate::encoding::Door;
use distance::Distance;
use leptos::prelude::*;
use progress::Progress;
use reading::ReadingLine;
pub use sentence::SentenceField;
use switch::PositionSwitch;
use trouble::TroubleLine;

use crate::experiment::{Token, Which};

/// The whole view.
#[component]
pub fn OrderView() -> impl IntoView {
    let desk = Desk::here();
    let door = move || open_door(desk).map(|door| door.number().to_string());
    view! {
        <div class="lab" data-door=door>
            <Bench />
            <Instrument />
            <Figures />
        </div>
    }
}

/// The first open door, whose hue the view takes.
fn open_door(desk: Desk) -> Option<Door> {
    desk.store.read(|state| {
        let on = state.positions_on();
        on.then(|| state.scheme().doors().first().copied())
            .flatten()
    })
}

/// What stands on the first screen.
#[component]
fn Bench() -> impl IntoView {
    let desk = Desk::here();
    let waiting = move || desk.runner.phase() != super::runner::Phase::Rest;
    view! {
        <section class="bench" class:waiting=waiting aria-label=move || desk.strings().order.region>
            <div class="pair">
                <SentenceField which=Which::A tokens=tokens(desk, Which::A) />
                <Distance />
                <SentenceField which=Which::B tokens=tokens(desk, Which::B) />
            </div>
            <PositionSwitch />
            <ReadingLine />
            <TroubleLine />
            <Progress />
            <RowLines report=desk.report />
        </section>
    }
}

/// A sentence's tokens in the last report.
fn tokens(desk: Desk, which: Which) -> Signal<Vec<Token>> {
    Signal::derive(move || {
        desk.report.with(|report| match report {
            Some(report) => report.sides[which as usize].tokens.clone(),
            None => Vec::new(),
        })
    })
}

/// What makes the number believable, from the nearest to the farthest.
#[component]
fn Figures() -> impl IntoView {
    let desk = Desk::here();
    let waiting = move || desk.runner.phase() != super::runner::Phase::Rest;
    view! {
        <div class="figures" class:waiting=waiting>
            // Not before the first screen has its height, or they would seem to be on it.
            <Show when=move || desk.report.with(Option::is_some)>
                <Later load=figures />
            </Show>
        </div>
    }
}

chunk! { figures:
    /// What is below the first screen.
    fn figures() -> Part {
        Part::new(all_figures, &[FIGURES])
    }
}

fn all_figures() -> AnyView {
    let desk = Desk::here();
    view! {
        <AttentionMaps report=desk.report />
        <EncodingTable />
        <Pipeline report=desk.report />
    }
    .into_any()
}
