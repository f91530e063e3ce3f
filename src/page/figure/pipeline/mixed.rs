//! The arithmetic behind a cell of the weighted sum: each key's weight times its value.

use crate::experiment::OrderReport;
use crate::experiment::inspect::{Mixture, mixed_cell};
use crate::figure::{Axis, number};
use crate::page::Desk;
use crate::page::figure::latest::{Local, latest};
use crate::page::figure::maps::tokens;
use crate::page::figure::say_below;
use leptos::prelude::*;
use std::rc::Rc;

/// Most keys that are listed.
const LISTED: usize = 40;

/// A cell's arithmetic, and the words that go with it.
#[derive(Clone)]
struct Found {
    mixture: Mixture,
    tokens: Axis,
    row: usize,
    column: usize,
    head: usize,
}

/// The terms of the chosen cell of \[n, d_model\]; nothing while none is chosen, or where its head's map was not made.
#[component]
pub fn MixedCell(
    /// The report that the cell is of.
    report: Local<Option<Rc<OrderReport>>>,
    /// The block, from 0; none while another tensor is looked at.
    #[prop(into)]
    layer: Signal<Option<usize>>,
    /// Row and column of the cell.
    #[prop(into)]
    cell: Signal<Option<(usize, usize)>>,
) -> impl IntoView {
    let desk = Desk::here();
    let found = latest(move || {
        let (row, column) = cell.get()?;
        let layer = layer.get()?;
        let report = report.get()?;
        Some(async move {
            let side = &report.sides[0];
            if row >= side.tokens.len() || column >= side.config.d_model {
                return None;
            }
            // A lost GPU is told by the page, which runs everything again.
            let mixture = mixed_cell(side, layer, row, column).await.ok().flatten()?;
            let head = column / side.config.head_dim();
            Some(Found {
                mixture,
                tokens: tokens(side),
                row,
                column,
                head,
            })
        })
    });
    view! {
        <div role="status">{move || found.get().map(|found| terms(desk, &found))}</div>
    }
}

fn terms(desk: Desk, found: &Found) -> impl IntoView + use<> {
    let strings = &say_below(desk).inspect;
    let Found {
        mixture,
        tokens,
        row,
        column,
        head,
    } = found;
    let caption = (strings.mixture)(&tokens.exact(*row), *column, head + 1);
    let rest = mixture.terms.len().saturating_sub(LISTED);
    let lines = mixture
        .terms
        .iter()
        .take(LISTED)
        .enumerate()
        .map(|(key, term)| {
            view! {
                <tr>
                    <th scope="row" dir="auto">{tokens.exact(key)}</th>
                    <td>{number(term.weight)}</td>
                    <td>{number(term.value)}</td>
                    <td>{number(term.product)}</td>
                </tr>
            }
        });
    let lines = lines.collect_view();
    let more =
        (rest > 0).then(|| view! { <tr><td colspan="4">{(strings.more_keys)(rest)}</td></tr> });
    let shown = f64::from(mixture.shown);
    let difference = number((shown - mixture.sum).abs());
    view! {
        <div class="fig-table" tabindex="0" role="group" aria-label=caption>
            <table>
                <caption>{caption.clone()}</caption>
                <thead>
                    <tr>{strings.mixed.map(|name| view! { <th scope="col">{name}</th> }).collect_view()}</tr>
                </thead>
                <tbody>{lines} {more}</tbody>
                <tfoot>
                    <tr>
                        <th scope="row" colspan="3">{strings.sum}</th>
                        <td>{number(mixture.sum)}</td>
                    </tr>
                </tfoot>
            </table>
        </div>
        <p class="fig-caption">{(strings.shown)(&number(shown), &difference)}</p>
    }
}
