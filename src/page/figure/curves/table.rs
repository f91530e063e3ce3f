//! The numbers of the curves as a table.

use super::{say, with_spread};
use crate::figure::curves::{Chart, tick_text};
use crate::figure::spread;
use crate::page::Desk;
use leptos::prelude::*;

/// Most rows of the table; of more stops, evenly spread ones are shown.
const ROWS: usize = 65;

/// A button, and the table that it opens.
#[component]
pub(super) fn Table(chart: Signal<Chart>, stops: Memo<Vec<f64>>) -> impl IntoView {
    let desk = Desk::here();
    let open = RwSignal::new(false);
    let label = move || match open.get() {
        true => say(desk).close_table,
        false => say(desk).table,
    };
    view! {
        <div class="fig-tools">
            <button
                type="button"
                class="quiet fig-toggle"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {label}
            </button>
        </div>
        {move || open.get().then(|| chart.with(|chart| stops.with(|stops| numbers(desk, chart, stops))))}
    }
}

fn numbers(desk: Desk, chart: &Chart, stops: &[f64]) -> impl IntoView + use<> {
    let shown = spread(stops.len(), ROWS);
    let caption = (shown.len() < stops.len()).then(|| (say(desk).part)(shown.len(), stops.len()));
    let head = chart.series.iter().map(|line| {
        view! { <th scope="col">{line.name.clone()}</th> }
    });
    let head = head.collect_view();
    let body = shown.into_iter().map(|index| {
        let x = stops[index];
        let cells = chart.series.iter().map(|line| {
            let value = with_spread(line, x).unwrap_or_else(|| "—".into());
            view! { <td>{value}</td> }
        });
        let cells = cells.collect_view();
        view! { <tr><th scope="row">{tick_text(x)}</th>{cells}</tr> }
    });
    let body = body.collect_view();
    view! {
        <div class="fig-table" tabindex="0" role="group" aria-label=chart.title.clone()>
            <table>
                <caption>{caption}</caption>
                <thead>
                    <tr>
                        <th scope="col">{chart.x.name.clone()}</th>
                        {head}
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}
