//! One sentence that reads the number.

use super::distance::large;
use crate::encoding::Door;
use crate::experiment::{OrderReport, State};
use crate::page::desk::Desk;
use crate::page::text::Reading;
use leptos::prelude::*;

/// The sentence, and the same for screen readers together with the number, said when a run ends.
#[component]
pub(super) fn ReadingLine() -> impl IntoView {
    let desk = Desk::here();
    let report = move || desk.report.get().filter(|_| desk.runner.trouble().is_none());
    let reading = move || report().map(|report| desk.store.read(|state| choose(&report, state, &desk.strings().reading)));
    let said = move || {
        let report = report()?;
        let strings = desk.strings();
        Some(format!("{}: {}. {}", strings.order.distance, large(&report), reading()?))
    };
    view! {
        <p class="reading" aria-hidden="true">{reading}</p>
        <p class="unseen" role="status">{said}</p>
    }
}

/// Which sentence tells what the number means.
fn choose(report: &OrderReport, state: &State, say: &Reading) -> &'static str {
    let [a, b] = [0, 1].map(|side| ids(report, side));
    let same_words = sorted(&a) == sorted(&b);
    let zero = report.distance <= report.tolerance;
    let comes_in = positions_come_in(state);
    match (zero, comes_in) {
        _ if a == b => say.same_text,
        (true, true) => say.alike,
        (true, false) if !same_words => say.alike_other_words,
        (true, false) => shut(state, say),
        (false, true) if same_words => say.told,
        (false, true) => say.told_other_words,
        (false, false) if !same_words => say.other_words,
        (false, false) if state.is_causal() => say.causal,
        (false, false) => say.rounding,
    }
}

/// Why nothing tells the order.
fn shut(state: &State, say: &Reading) -> &'static str {
    match (state.positions_on(), state.scheme().doors()) {
        (false, _) => say.blind,
        (true, []) => say.no_scheme,
        (true, _) => say.nowhere,
    }
}

/// Whether anything enters by any door.
fn positions_come_in(state: &State) -> bool {
    let added = state.choice("add") != "nowhere";
    let enters = |door: &Door| *door != Door::Input || added;
    state.positions_on() && state.scheme().doors().iter().any(enters)
}

fn ids(report: &OrderReport, side: usize) -> Vec<u32> {
    report.sides[side].tokens.iter().map(|token| token.id).collect()
}

fn sorted(ids: &[u32]) -> Vec<u32> {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    sorted
}
