//! The drawn window with its labels, its cursor, and the keys and pointers that move it.

use super::window::{SCROLL_BAR, Window};
use crate::figure::{Cell, forbidden};
use crate::page::Desk;
use crate::page::figure::canvas::{Canvas, px};
use crate::page::figure::labels::{column_labels, row_labels};
use crate::page::figure::legend::ink;
use crate::page::figure::say;
use leptos::html;
use leptos::prelude::*;
use leptos::{ev, web_sys};

/// Zoom steps of the two buttons.
const STEP: f64 = 1.6;
/// Largest zoom.
const MOST: f64 = 16.0;

/// The window.
#[component]
pub fn View(
    /// The map's state.
    window: Window,
    /// Id of the text that describes the map.
    described: String,
    /// Called with the cell that is chosen.
    on_pick: Option<Callback<(usize, usize)>>,
) -> impl IntoView {
    let desk = Desk::here();
    let view = NodeRef::<html::Div>::new();
    let pane = NodeRef::<html::Div>::new();
    let drawn = Signal::derive_local(move || window.picture(ink(desk)));
    let size = Signal::derive(move || window.fit().map_or((0.0, 0.0), |f| (f.width(), f.height())));
    let title = move || {
        window
            .sheet
            .with(|sheet| sheet.as_ref().map(|s| s.title.clone()))
    };
    let choose = move || {
        if let (Some(on_pick), Some(cell)) = (on_pick, window.cursor.get_untracked()) {
            on_pick.run((cell.row, cell.column));
        }
    };
    let key = move |event: ev::KeyboardEvent| {
        let name = event.key();
        if matches!(name.as_str(), "Enter" | " ") && on_pick.is_some() {
            event.prevent_default();
            choose();
        } else if let Some(next) = stepped(window, &name, event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            window.cursor.set(Some(next));
            window.hover.set(None);
            reveal(window, view, next);
        }
    };
    let point = move |event: ev::PointerEvent| window.hover.set(cell_at(window, pane, &event));
    let click = move |event: ev::MouseEvent| {
        if let Some(cell) = cell_at(window, pane, &event) {
            window.cursor.set(Some(cell));
            choose();
        }
    };
    let focus = move |_| {
        if window.cursor.get_untracked().is_none() && !window.grid().is_empty() {
            window.cursor.set(Some(Cell::default()));
        }
    };
    let outer = move || {
        let grid = window.grid();
        let bar = |cut: bool| if cut { SCROLL_BAR } else { 0.0 };
        window.fit().map_or((0.0, 0.0), |fit| {
            let (cut_rows, cut_columns) = (fit.rows < grid.rows, fit.columns < grid.columns);
            (fit.width() + bar(cut_rows), fit.height() + bar(cut_columns))
        })
    };
    let whole = move || {
        let grid = window.grid();
        window.fit().map_or((0.0, 0.0), |fit| {
            (
                fit.cell_width * grid.columns as f64,
                fit.cell_height * grid.rows as f64,
            )
        })
    };
    view! {
        <div class="heat-grid" on:pointerleave=move |_| window.hover.set(None)>
            <div></div>
            {move || columns(window)}
            {move || rows(window)}
            <div
                class="heat-view"
                class:picks=on_pick.is_some()
                node_ref=view
                tabindex="0"
                role="application"
                aria-roledescription=move || say(desk).map.role
                aria-label=title
                aria-describedby=described
                style:width=move || px(outer().0)
                style:height=move || px(outer().1)
                on:keydown=key
                on:focus=focus
                on:pointermove=point
                on:click=click
                on:scroll=move |_| scrolled(window, view)
            >
                <div
                    class="heat-whole"
                    style:width=move || px(whole().0)
                    style:height=move || px(whole().1)
                >
                    <div class="heat-pane" node_ref=pane>
                        <Canvas shown=drawn size />
                        {move || hatch(window)}
                        {move || outline(window)}
                    </div>
                </div>
            </div>
        </div>
    }
}

/// Buttons for the size of cells, where not everything is seen.
#[component]
pub fn Zoom(
    /// The map's state.
    window: Window,
) -> impl IntoView {
    let desk = Desk::here();
    let by = move |factor: f64| {
        let zoom = (window.zoom.get_untracked() * factor).clamp(1.0, MOST);
        window.zoom.set(zoom);
    };
    let shown = move || window.is_cut() || window.zoom.get() > 1.0;
    view! {
        <Show when=shown>
            <button type="button" class="zoom" aria-label=move || say(desk).map.zoom[0] on:click=move |_| by(1.0 / STEP)>
                "−"
            </button>
            <button type="button" class="zoom" aria-label=move || say(desk).map.zoom[1] on:click=move |_| by(STEP)>
                "+"
            </button>
        </Show>
    }
}

fn columns(window: Window) -> Option<impl IntoView> {
    let fit = window.fit()?;
    let (_, first) = window.start();
    window.sheet.with(|sheet| {
        let axis = &sheet.as_ref()?.columns;
        Some(column_labels(
            axis,
            first..first + fit.columns,
            fit.cell_width,
        ))
    })
}

fn rows(window: Window) -> Option<impl IntoView> {
    let fit = window.fit()?;
    let (first, _) = window.start();
    window.sheet.with(|sheet| {
        let axis = &sheet.as_ref()?.rows;
        Some(row_labels(axis, first..first + fit.rows, fit.cell_height))
    })
}

/// The staircase of cells that a causal mask hides. It covers the whole map, of which the pane shows a part.
fn hatch(window: Window) -> Option<impl IntoView> {
    let fit = window.fit()?;
    let (row, column) = window.start();
    let grid = window.grid();
    let causal = window
        .sheet
        .with(|sheet| sheet.as_ref().is_some_and(|sheet| sheet.causal));
    causal.then(|| {
        view! {
            <i
                class="fig-hatch"
                style:clip-path=forbidden(grid.rows)
                style:left=px(-(column as f64) * fit.cell_width)
                style:top=px(-(row as f64) * fit.cell_height)
                style:width=px(grid.columns as f64 * fit.cell_width)
                style:height=px(grid.rows as f64 * fit.cell_height)
            ></i>
        }
    })
}

/// The frame around the cell that is looked at; none where the window doesn't show it.
fn outline(window: Window) -> Option<impl IntoView> {
    let fit = window.fit()?;
    let (row, column) = window.start();
    let cell = window.looked_at()?;
    let x = cell
        .column
        .checked_sub(column)
        .filter(|x| *x < fit.columns)?;
    let y = cell.row.checked_sub(row).filter(|y| *y < fit.rows)?;
    Some(view! {
        <i
            class="fig-cursor"
            style:left=px(x as f64 * fit.cell_width)
            style:top=px(y as f64 * fit.cell_height)
            style:width=px(fit.cell_width)
            style:height=px(fit.cell_height)
        ></i>
    })
}

fn stepped(window: Window, key: &str, far: bool) -> Option<Cell> {
    let grid = window.grid();
    let from = window.cursor.get_untracked().unwrap_or_default();
    if grid.is_empty() {
        None
    } else {
        grid.step(from, key, far)
    }
}

/// The cell under the pointer.
fn cell_at(window: Window, pane: NodeRef<html::Div>, event: &web_sys::MouseEvent) -> Option<Cell> {
    let bounds = pane.get_untracked()?.get_bounding_client_rect();
    let fit = window.fit()?;
    let (row, column) = window.start();
    let x = (f64::from(event.client_x()) - bounds.left()) / fit.cell_width;
    let y = (f64::from(event.client_y()) - bounds.top()) / fit.cell_height;
    let inside = (0.0..fit.columns as f64).contains(&x) && (0.0..fit.rows as f64).contains(&y);
    inside.then(|| Cell {
        panel: 0,
        row: row + y as usize,
        column: column + x as usize,
    })
}

/// Follows the scroll bars, in whole cells.
fn scrolled(window: Window, view: NodeRef<html::Div>) {
    let (Some(view), Some(fit)) = (view.get_untracked(), window.fit()) else {
        return;
    };
    let row = f64::from(view.scroll_top()) / fit.cell_height;
    let column = f64::from(view.scroll_left()) / fit.cell_width;
    window
        .first
        .set((row.round() as usize, column.round() as usize));
    window.hover.set(None);
}

/// Scrolls so far that the window shows `cell`.
fn reveal(window: Window, view: NodeRef<html::Div>, cell: Cell) {
    let (Some(view), Some(fit)) = (view.get_untracked(), window.fit()) else {
        return;
    };
    let (row, column) = window.start();
    let row = row.clamp(cell.row.saturating_sub(fit.rows - 1), cell.row);
    let column = column.clamp(cell.column.saturating_sub(fit.columns - 1), cell.column);
    view.set_scroll_top((row as f64 * fit.cell_height).round() as i32);
    view.set_scroll_left((column as f64 * fit.cell_width).round() as i32);
}
