//! The one large number: how far the two sentences' pooled vectors lie apart.

use crate::experiment::OrderReport;
use crate::figure::{number, rough};
use crate::page::desk::Desk;
use leptos::prelude::*;

/// The number, its name, and how near to zero counts as zero.
#[component]
pub(super) fn Distance() -> impl IntoView {
    let desk = Desk::here();
    let shown = move || match with_report(desk, large) {
        Some(text) => text,
        None => "–".into(),
    };
    let precision = move || with_report(desk, |report| small(desk, report));
    view! {
        <div class="distance">
            <output id="distance" for="text text-b" aria-live="off">{shown}</output>
            <details class="name">
                <summary>{move || desk.strings().order.distance}</summary>
                <p>{move || desk.strings().order.distance_help}</p>
            </details>
            <p class="small">{precision}</p>
        </div>
    }
}

fn with_report<T>(desk: Desk, look: impl FnOnce(&OrderReport) -> T) -> Option<T> {
    match desk.runner.trouble() {
        Some(_) => None,
        None => desk.report.with(|report| report.as_deref().map(look)),
    }
}

/// Four decimals: what lies within the tolerance reads as 0.0000, anything else shows its size.
pub(super) fn large(report: &OrderReport) -> String {
    if report.is_one() {
        "0.0000".into()
    } else if report.distance < 0.001 {
        number(report.distance)
    } else {
        format!("{:.4}", report.distance)
    }
}

/// How the number counts as zero: what was measured exactly, and up to where that is rounding.
fn small(desk: Desk, report: &OrderReport) -> impl IntoView + use<> {
    let strings = &desk.strings().order;
    let measured = report
        .is_one()
        .then(|| (strings.measured)(&rough(report.distance)));
    view! {
        <span>{measured}</span>
        <span>{(strings.tolerance)(&rough(report.tolerance))}</span>
    }
}
