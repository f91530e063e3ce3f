//! The numbers of a heat map as a table; of a large map, those around the cursor.

use super::window::Window;
use crate::figure::number;
use crate::page::Desk;
use crate::page::figure::latest::latest;
use crate::page::figure::plane::Reader;
use crate::page::figure::say;
use crate::page::figure::sheet::Sheet;
use leptos::prelude::*;
use std::ops::Range;

/// Most rows of the table.
const ROWS: usize = 12;
/// Most columns of the table.
const COLUMNS: usize = 12;

/// Numbers of a part of a sheet.
#[derive(Clone)]
struct Part {
    sheet: Sheet,
    rows: Range<usize>,
    columns: Range<usize>,
    values: Vec<f32>,
}

/// A button, and the table that it opens.
#[component]
pub fn Table(
    /// The map's state.
    window: Window,
    /// Reads the map's numbers.
    reader: StoredValue<Reader, LocalStorage>,
    /// Other buttons, beside the table's.
    children: Children,
) -> impl IntoView {
    let desk = Desk::here();
    let open = RwSignal::new(false);
    let part = latest(move || {
        if !open.get() {
            return None;
        }
        let sheet = window.sheet.get()?;
        let grid = window.grid();
        let (row, column) = match window.cursor.get() {
            Some(cell) => (cell.row, cell.column),
            None => window.start(),
        };
        let (rows, columns) = (
            around(row, ROWS, grid.rows),
            around(column, COLUMNS, grid.columns),
        );
        let reader = reader.get_value();
        Some(async move {
            let cells = rows
                .clone()
                .flat_map(|row| columns.clone().map(move |column| (row, column)));
            let values = reader
                .cells(&sheet.plane, &cells.collect::<Vec<_>>())
                .await?;
            Some(Part {
                sheet,
                rows,
                columns,
                values,
            })
        })
    });
    let label = move || {
        let strings = &say(desk).map;
        if open.get() {
            strings.close_table
        } else {
            strings.table
        }
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
            {children()}
        </div>
        {move || part.get().map(|part| numbers(desk, &part))}
    }
}

/// `most` indices with `middle` among them, in the middle where there is room.
fn around(middle: usize, most: usize, of: usize) -> Range<usize> {
    let count = most.min(of);
    let start = middle.saturating_sub(count / 2).min(of - count);
    start..start + count
}

fn numbers(desk: Desk, part: &Part) -> impl IntoView + use<> {
    let sheet = &part.sheet;
    let panel = sheet.plane.panel;
    let caption = (say(desk).map.part)(
        [part.rows.len(), panel.rows],
        [part.columns.len(), panel.columns],
    );
    let head = part.columns.clone().map(|column| {
        view! { <th scope="col" dir="auto">{sheet.columns.exact(column)}</th> }
    });
    let head = head.collect_view();
    let width = part.columns.len().max(1);
    let body = part
        .rows
        .clone()
        .zip(part.values.chunks(width))
        .map(|(row, values)| {
            let hidden = |column: usize| sheet.causal && column > row;
            let cells = part.columns.clone().zip(values).map(|(column, value)| {
                let text = if hidden(column) {
                    "—".into()
                } else {
                    number(*value)
                };
                view! { <td>{text}</td> }
            });
            let cells = cells.collect_view();
            view! {
                <tr>
                    <th scope="row" dir="auto">{sheet.rows.exact(row)}</th>
                    {cells}
                </tr>
            }
        });
    let body = body.collect_view();
    let title = sheet.title.clone();
    view! {
        <div class="fig-table" tabindex="0" role="group" aria-label=title>
            <table>
                <caption>{caption}</caption>
                <thead>
                    <tr>
                        <td></td>
                        {head}
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}
