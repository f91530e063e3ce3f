//! One sentence that reads the number.

use super::distance::large;
use crate::experiment::{OrderReport, State, Why};
use crate::page::desk::Desk;
use leptos::prelude::*;

/// The sentence, and the same for screen readers together with the number, said when a run ends.
#[component]
pub(super) fn ReadingLine() -> impl IntoView {
    let desk = Desk::here();
    let report = move || {
        desk.report
            .get()
            .filter(|_| desk.runner.trouble().is_none())
    };
    let reading = move || report().map(|report| read(desk, &report));
    let said = move || {
        let report = report()?;
        let name = desk.strings().order.distance;
        Some(format!("{name}: {}. {}", large(&report), reading()?))
    };
    view! {
        <p class="reading" aria-hidden="true">{reading}</p>
        <p class="unseen" role="status">{said}</p>
    }
}

/// What the number means: the report's own reason, but where the number or the switch says otherwise.
fn read(desk: Desk, report: &OrderReport) -> &'static str {
    let say = &desk.strings().reading;
    match (report.why, report.is_one()) {
        (Why::OrderBlind, false) => say.rounding,
        (Why::Positions | Why::PositionsAndCausalMask | Why::CausalMask, true) => say.alike,
        (Why::OtherWords, true) => say.alike_other_words,
        (Why::OrderBlind, true) if desk.store.read(State::positions_on) => {
            if desk.store.read(|state| state.scheme().doors().is_empty()) {
                say.no_scheme
            } else {
                say.nowhere
            }
        }
        (why, _) => why.sentence().get(desk.language.get()),
    }
}
