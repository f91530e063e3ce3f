//! One sentence's output rows: a canvas cut into strips, tokens beside it, and a cursor.

use super::Report;
use crate::engine::paint::{ColourMap, Panel, Picture};
use crate::experiment::Side;
use crate::figure::{Axis, Cell, Grid, Strips, every_row, extent, number};
use crate::page::Desk;
use crate::page::figure::canvas::{Canvas, Shown, px};
use crate::page::figure::legend::ink;
use crate::page::figure::maps::tokens;
use crate::page::figure::say;
use crate::page::figure::unique::unique;
use leptos::html;
use leptos::prelude::*;
use leptos::{ev, web_sys};

/// What the parts of one block share.
#[derive(Clone, Copy)]
struct Field {
    desk: Desk,
    report: Report,
    index: usize,
    strips: Signal<Option<Strips>>,
    cursor: RwSignal<Option<Cell>>,
    hover: RwSignal<Option<Cell>>,
}

impl Field {
    /// Something of the sentence that is shown. Reactive.
    fn side<T>(self, look: impl FnOnce(&Side) -> T) -> Option<T> {
        self.report.with(|report| {
            report
                .as_ref()
                .map(|report| look(&report.sides[self.index]))
        })
    }

    fn grid(self) -> Grid {
        let size = |side: &Side| (side.tokens.len(), side.output.shape.width());
        let (rows, columns) = self.side(size).unwrap_or((0, 0));
        Grid {
            panels: 1,
            rows,
            columns,
        }
    }

    fn looked_at(self) -> Option<Cell> {
        let grid = self.grid();
        let cell = self.hover.get().or_else(|| self.cursor.get())?;
        (!grid.is_empty()).then(|| grid.clamp(cell))
    }

    /// The words on the cell that is looked at. Reactive.
    fn value(self) -> Option<String> {
        let cell = self.looked_at()?;
        let strings = &say(self.desk).map;
        self.side(|side| {
            let at = cell.row * side.output.shape.width() + cell.column;
            let value = side.output.values.get(at).copied().unwrap_or(f32::NAN);
            let labels = [tokens(side).exact(cell.row), cell.column.to_string()];
            let place = (strings.place)(
                strings.token_dimension,
                labels.each_ref().map(|l| l.as_str()),
            );
            (strings.value)(&place, &number(value))
        })
    }

    /// What the rows hold, for those who don't see them. Reactive.
    fn summary(self) -> Option<String> {
        let strings = &say(self.desk).map;
        self.side(|side| {
            let width = side.output.shape.width();
            let axis = tokens(side);
            let at = |index: usize| {
                let labels = [axis.exact(index / width), (index % width).to_string()];
                (strings.place)(
                    strings.token_dimension,
                    labels.each_ref().map(|l| l.as_str()),
                )
            };
            let range = extent(&side.output.values).map(|e| {
                (strings.extremes)(&number(e.min), &at(e.min_at), &number(e.max), &at(e.max_at))
            });
            let size = (strings.size)(axis.len(), width);
            format!("{size}{}{}", range.unwrap_or_default(), strings.keys)
        })
    }
}

/// One sentence's output rows.
#[component]
pub fn Strip(
    /// What is shown.
    report: Report,
    /// Which sentence, 0 or 1.
    index: usize,
    /// Where it stands.
    strips: Signal<Option<Strips>>,
    /// Values to colours.
    map: Signal<Option<ColourMap>>,
) -> impl IntoView {
    let desk = Desk::here();
    let field = Field {
        desk,
        report,
        index,
        strips,
        cursor: RwSignal::new(None),
        hover: RwSignal::new(None),
    };
    let node = NodeRef::<html::Div>::new();
    let drawn = Signal::derive_local(move || picture(field, map.get()?));
    let place = move || strips.get().map(|strips| strips.blocks[index]);
    let height = move || {
        let strips = strips.get();
        strips.map_or(0.0, |strips| {
            strips.blocks[index].rows as f64 * strips.links.pitch
        })
    };
    let width = move || strips.get().map_or(0.0, |strips| strips.width);
    let size = Signal::derive(move || (width(), height()));
    let named = move || (say(desk).rows.side)(desk.strings().order.sentences[index]);
    let described = unique("strip");
    let focus = move |_| {
        if field.cursor.get_untracked().is_none() && !field.grid().is_empty() {
            field.cursor.set(Some(Cell::default()));
        }
    };
    let point = move |event: ev::PointerEvent| field.hover.set(cell_at(field, node, &event));
    let click = move |event: ev::MouseEvent| {
        if let Some(cell) = cell_at(field, node, &event) {
            field.cursor.set(Some(cell));
        }
    };
    view! {
        <div
            class="rows-strip"
            node_ref=node
            tabindex="0"
            role="application"
            aria-roledescription=move || say(desk).map.role
            aria-label=named
            aria-describedby=described.clone()
            style:left=move || px(place().map_or(0.0, |block| block.x))
            style:top=move || px(place().map_or(0.0, |block| block.y))
            style:width=move || px(width())
            style:height=move || px(height())
            on:keydown=move |event| keyed(field, &event)
            on:focus=focus
            on:pointermove=point
            on:pointerleave=move |_| field.hover.set(None)
            on:click=click
        >
            <div class="rows-mask" style:mask-image=move || strips.get().map(|s| mask(&s))>
                <Canvas shown=drawn size />
            </div>
            {move || labels(field)}
            {move || outline(field)}
            <p class="fig-tip" aria-hidden="true" hidden=move || field.looked_at().is_none()>
                {move || field.value()}
            </p>
        </div>
        <p class="unseen" role="status">{move || field.cursor.get().and_then(|_| field.value())}</p>
        <p class="unseen" id=described>{move || field.summary()}</p>
    }
}

/// Lets the strips through and hides what is between them.
fn mask(strips: &Strips) -> String {
    let (strip, pitch) = (px(strips.links.strip), px(strips.links.pitch));
    format!("repeating-linear-gradient(#000 0 {strip},transparent {strip} {pitch})")
}

/// The rows' picture. Reactive.
fn picture(field: Field, map: ColourMap) -> Option<Shown> {
    let strips = field.strips.get()?;
    let ink = ink(field.desk);
    field.side(|side| {
        let rows = strips.blocks[field.index].rows;
        let width = side.output.shape.width();
        Shown {
            run: side.run.clone(),
            picture: Picture {
                tensor: side.built.output,
                panels: vec![Panel {
                    columns: strips.columns.min(width),
                    ..Panel::matrix(0, rows.min(side.tokens.len()), width)
                }],
                across: 1,
                gap: 0,
                map,
                ink,
            },
        }
    })
}

/// The tokens beside the strips: left of the first block, and of the second where it is below, else right. Reactive.
fn labels(field: Field) -> Option<impl IntoView> {
    let strips = field.strips.get()?;
    let axis: Axis = field.side(tokens)?;
    let every = every_row(strips.links.pitch, 16.0);
    let rows = strips.blocks[field.index].rows.min(axis.len());
    let labels = (0..rows).filter(|row| row % every == 0).map(|row| {
        let middle = row as f64 * strips.links.pitch + strips.links.strip / 2.0;
        view! { <span dir="auto" style:top=px(middle)>{axis.label(row)}</span> }
    });
    let right = strips.beside && field.index == 1;
    Some(view! {
        <div class="rows-tokens" class:right=right aria-hidden="true">
            {labels.collect_view()}
        </div>
    })
}

/// The frame around the cell that is looked at, as far as it is drawn. Reactive.
fn outline(field: Field) -> Option<impl IntoView> {
    let strips = field.strips.get()?;
    let cell = field.looked_at()?;
    let width = strips.width / strips.columns as f64;
    let drawn = cell.column < strips.columns && cell.row < strips.blocks[field.index].rows;
    drawn.then(|| {
        view! {
            <i
                class="fig-cursor"
                style:left=px(cell.column as f64 * width)
                style:top=px(cell.row as f64 * strips.links.pitch)
                style:width=px(width)
                style:height=px(strips.links.strip)
            ></i>
        }
    })
}

fn keyed(field: Field, event: &ev::KeyboardEvent) {
    let grid = field.grid();
    let from = field.cursor.get_untracked().unwrap_or_default();
    let far = event.ctrl_key() || event.meta_key();
    if let Some(next) = grid
        .step(from, &event.key(), far)
        .filter(|_| !grid.is_empty())
    {
        event.prevent_default();
        field.hover.set(None);
        field.cursor.set(Some(next));
    }
}

fn cell_at(field: Field, node: NodeRef<html::Div>, event: &web_sys::MouseEvent) -> Option<Cell> {
    let strips = field.strips.get()?;
    let bounds = node.get_untracked()?.get_bounding_client_rect();
    let block = strips.blocks[field.index];
    let x = f64::from(event.client_x()) - bounds.left() + block.x;
    let y = f64::from(event.client_y()) - bounds.top() + block.y;
    let (row, column) = strips.at(field.index, x, y)?;
    Some(Cell {
        panel: 0,
        row,
        column,
    })
}
