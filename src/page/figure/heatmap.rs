//! Any matrix of a run as a heat map, however large: a window of it is drawn, and scrolls.

mod table;
mod view;
mod window;

use super::latest::{Local, latest};
use super::legend::Legend;
use super::plane::Reader;
use super::room::{Line, width_of};
use super::say;
use super::sheet::Sheet;
use super::unique::unique;
use crate::figure::{extent, number};
use crate::page::Desk;
use crate::page::text::MapStrings;
use leptos::html;
use leptos::prelude::*;
use table::Table;
use view::{View, Zoom};
use window::Window;

/// Most numbers that are read to tell where the largest is.
const READ_WHOLE: usize = 1 << 18;

/// A matrix as a heat map with axes, legend, cursor, summary and table.
#[component]
pub fn Heatmap(
    /// What it shows; nothing before the first run.
    #[prop(into)]
    sheet: Local<Option<Sheet>>,
    /// Most that it is high, in pixels.
    #[prop(default = 420.0)]
    height: f64,
    /// Whether its colour scale stands under it; several maps on one scale may share one legend.
    #[prop(default = true)]
    legend: bool,
    /// Whether it is said how to read a number, while none is read.
    #[prop(default = true)]
    hint: bool,
    /// Called with row and column of a cell that is clicked, or chosen with Enter.
    #[prop(optional, into)]
    on_pick: Option<Callback<(usize, usize)>>,
) -> impl IntoView {
    let desk = Desk::here();
    let line = NodeRef::<html::Div>::new();
    let window = Window::new(sheet, width_of(line), height);
    let reader = StoredValue::new_local(Reader::default());
    let summary = summary(desk, sheet);
    let described = unique("summary");
    let value = readout(desk, window, reader);
    let map = Signal::derive(move || sheet.with(|sheet| sheet.as_ref().map(|sheet| sheet.map)));
    let title = move || sheet.with(|sheet| sheet.as_ref().map(|sheet| sheet.title.clone()));
    let said = move || window.cursor.get().and_then(|_| value.get());
    let hint = move || if hint { say(desk).map.hint } else { "" };
    let shown = move || value.get().unwrap_or_else(|| hint().into());
    view! {
        <div class="fig heat">
            <Line line />
            <p class="fig-title">{title}</p>
            <View window described=described.clone() on_pick />
            <div class="fig-under">
                {legend.then(|| view! { <Legend map /> })}
                <p class="fig-value" aria-hidden="true">{shown}</p>
            </div>
            <p class="unseen" role="status">{said}</p>
            <p class="unseen" id=described>{move || summary.get()}</p>
            <Table window reader>
                <Zoom window />
            </Table>
        </div>
    }
}

/// The words on the cell that is pointed at, or that the cursor is on.
fn readout(
    desk: Desk,
    window: Window,
    reader: StoredValue<Reader, LocalStorage>,
) -> Local<Option<String>> {
    let found = latest(move || {
        let sheet = window.sheet.get()?;
        let cell = window.looked_at()?;
        let reader = reader.get_value();
        Some(async move {
            let values = reader
                .cells(&sheet.plane, &[(cell.row, cell.column)])
                .await?;
            Some((sheet, cell, *values.first()?))
        })
    });
    Signal::derive_local(move || {
        let (sheet, cell, value) = found.get()?;
        let strings = &say(desk).map;
        let place = place(strings, &sheet, cell.row, cell.column);
        if sheet.causal && cell.column > cell.row {
            return Some((strings.value)(&place, strings.hidden));
        }
        let value_text = match &sheet.explain {
            Some(explain) => explain(cell.row, cell.column, value),
            None => number(value),
        };
        Some((strings.value)(&place, &value_text))
    })
}

/// "query 追, key 老鼠".
fn place(strings: &MapStrings, sheet: &Sheet, row: usize, column: usize) -> String {
    let (row, column) = (sheet.rows.exact(row), sheet.columns.exact(column));
    (strings.place)(sheet.names, [&row, &column])
}

/// What the map shows, for those who don't see it.
fn summary(desk: Desk, sheet: Local<Option<Sheet>>) -> Local<String> {
    let whole = latest(move || {
        let sheet = sheet.get()?;
        let panel = sheet.plane.panel;
        Some(async move {
            if panel.rows * panel.columns > READ_WHOLE {
                return Some((sheet, None));
            }
            let values = Reader::default().all(&sheet.plane).await?;
            Some((sheet, extent(&values)))
        })
    });
    Signal::derive_local(move || {
        let Some((sheet, extent)) = whole.get() else {
            return String::new();
        };
        let strings = &say(desk).map;
        let panel = sheet.plane.panel;
        let at = |index: usize| {
            place(
                strings,
                &sheet,
                index / panel.columns,
                index % panel.columns,
            )
        };
        let size = (strings.size)(panel.rows, panel.columns);
        let range = match extent {
            Some(e) => {
                let (min, max) = (number(e.min), number(e.max));
                (strings.extremes)(&min, &at(e.min_at), &max, &at(e.max_at))
            }
            None => strings.large.into(),
        };
        format!("{size}{range}{}", strings.keys)
    })
}
