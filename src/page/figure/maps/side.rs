//! One sentence's maps: one canvas for all heads, one cursor that walks through them.

use super::{NAME, SideData, WEIGHTS};
use crate::engine::paint::{Panel, Picture};
use crate::figure::{Cell, Grid, Maps, extent, forbidden, number};
use crate::page::Desk;
use crate::page::figure::canvas::{Canvas, Shown, px};
use crate::page::figure::inspect::Target;
use crate::page::figure::labels::{column_labels, column_room, row_labels};
use crate::page::figure::latest::{Local, latest};
use crate::page::figure::legend::ink;
use crate::page::figure::plane::Reader;
use crate::page::figure::say;
use crate::page::figure::unique::unique;
use leptos::html;
use leptos::prelude::*;
use leptos::{ev, web_sys};

/// From this size on, lines part the cells.
const LINED: f64 = 8.0;

/// What the views of one side share.
#[derive(Clone, Copy)]
struct Field {
    desk: Desk,
    side: Local<Option<SideData>>,
    layout: Local<Option<Maps>>,
    cursor: RwSignal<Option<Cell>>,
    hover: RwSignal<Option<Cell>>,
    target: RwSignal<Option<Target>>,
    reader: StoredValue<Reader, LocalStorage>,
}

impl Field {
    /// Heads, and tokens by tokens. Reactive.
    fn grid(self) -> Grid {
        self.side.with(|side| match side {
            Some(side) => Grid {
                panels: side.heads.len(),
                rows: side.tokens.len(),
                columns: side.tokens.len(),
            },
            None => Grid::default(),
        })
    }

    /// Where this side's maps stand: the shared layout with this side's sizes. Reactive.
    fn maps(self) -> Option<Maps> {
        let grid = self.grid();
        let maps = self.layout.get().filter(|_| !grid.is_empty())?;
        // A shorter sentence keeps the distance between maps that the longer one has.
        let gap = maps.gap + maps.n - grid.rows;
        Some(Maps {
            panels: grid.panels,
            n: grid.rows,
            gap,
            ..maps
        })
    }

    fn looked_at(self) -> Option<Cell> {
        let grid = self.grid();
        let cell = self.hover.get().or_else(|| self.cursor.get())?;
        (!grid.is_empty()).then(|| grid.clamp(cell))
    }

    fn inspect(self, cell: Cell) {
        if let Some(side) = self.side.get_untracked() {
            self.target
                .set(side.target(cell.panel, cell.row, cell.column));
        }
    }

    /// What stands where no cell is looked at: said once for both sides. Reactive.
    fn hint(self) -> &'static str {
        let first = self
            .side
            .with(|side| side.as_ref().is_some_and(|side| side.index == 0));
        if first { say(self.desk).map.hint } else { "" }
    }
}

/// One sentence's maps.
#[component]
pub fn SideMaps(
    /// The maps.
    side: Local<Option<SideData>>,
    /// Where they stand.
    layout: Local<Option<Maps>>,
    /// Their entropies, in nats.
    entropy: Local<Option<Vec<f64>>>,
    /// Where the cell goes that is chosen.
    target: RwSignal<Option<Target>>,
) -> impl IntoView {
    let desk = Desk::here();
    let field = Field {
        desk,
        side,
        layout,
        cursor: RwSignal::new(None),
        hover: RwSignal::new(None),
        target,
        reader: StoredValue::new_local(Reader::default()),
    };
    let node = NodeRef::<html::Div>::new();
    let drawn = Signal::derive_local(move || picture(field));
    let canvas = Signal::derive(move || {
        let maps = field.maps();
        maps.map_or((0.0, 0.0), |maps| {
            (maps.width() - maps.left, maps.height() - maps.top)
        })
    });
    let sentence = move || {
        let index = side.with(|side| side.as_ref().map(|side| side.index));
        index.map(|index| desk.strings().order.sentences[index])
    };
    let described = unique("side");
    let value = readout(field);
    let summary = summary(field, sentence);
    let focus = move |_| {
        if field.cursor.get_untracked().is_none() && !field.grid().is_empty() {
            field.cursor.set(Some(Cell::default()));
        }
    };
    let point = move |event: ev::PointerEvent| field.hover.set(cell_at(field, node, &event));
    let click = move |event: ev::MouseEvent| {
        if let Some(cell) = cell_at(field, node, &event) {
            field.cursor.set(Some(cell));
            field.inspect(cell);
        }
    };
    view! {
        <div class="maps-side">
            <h3 class="fig-side">{sentence}</h3>
            <div
                class="maps-field"
                node_ref=node
                tabindex="0"
                role="application"
                aria-roledescription=move || say(desk).map.role
                aria-label=move || sentence().map(|s| format!("{}: {s}", say(desk).attention.title))
                aria-describedby=described.clone()
                style:width=move || px(field.maps().map_or(0.0, |maps| maps.width()))
                style:height=move || px(field.maps().map_or(0.0, |maps| maps.height()))
                on:keydown=move |event| keyed(field, &event)
                on:focus=focus
                on:pointermove=point
                on:pointerleave=move |_| field.hover.set(None)
                on:click=click
            >
                <div
                    class="maps-canvas"
                    style:left=move || px(field.maps().map_or(0.0, |maps| maps.left))
                    style:top=move || px(field.maps().map_or(0.0, |maps| maps.top))
                >
                    <Canvas shown=drawn size=canvas />
                </div>
                {move || panels(field, entropy)}
                {move || outline(field)}
            </div>
            <p class="fig-value" aria-hidden="true">
                {move || value.get().unwrap_or_else(|| field.hint().into())}
            </p>
            <p class="unseen" role="status">{move || field.cursor.get().and_then(|_| value.get())}</p>
            <p class="unseen" id=described>{move || summary.get()}</p>
        </div>
    }
}

/// All heads' maps as one picture. Reactive.
fn picture(field: Field) -> Option<Shown> {
    let maps = field.maps()?;
    let ink = ink(field.desk);
    field.side.with(|side| {
        let side = side.as_ref()?;
        let panels = (0..maps.panels).map(|panel| Panel::matrix(panel, maps.n, maps.n));
        Some(Shown {
            run: side.plane.run.clone(),
            picture: Picture {
                tensor: side.plane.tensor,
                panels: panels.collect(),
                across: maps.across,
                gap: maps.gap,
                map: WEIGHTS,
                ink,
            },
        })
    })
}

/// Names, labels, grid lines and hatching of every map. Reactive.
fn panels(field: Field, entropy: Local<Option<Vec<f64>>>) -> Option<impl IntoView> {
    let maps = field.maps()?;
    let side = field.side.get()?;
    let strings = &say(field.desk).attention;
    let entropy = entropy.get().unwrap_or_default();
    let views = side.heads.iter().enumerate().map(|(panel, head)| {
        let (x, y) = maps.origin(panel);
        let nats = entropy
            .get(panel)
            .map(|nats| (strings.entropy)(&format!("{nats:.2}")));
        let name = (strings.head)(head + 1);
        let top = y - column_room(&side.tokens, maps.cell);
        let lined = maps.cell >= LINED;
        let hatch = side.causal.then(|| {
            view! { <i class="fig-hatch" style:clip-path=forbidden(maps.n)></i> }
        });
        view! {
            <div class="maps-name" aria-hidden="true" style:left=px(x) style:top=px(top - NAME)>
                <b>{name}</b>
                <span>{nats}</span>
            </div>
            <div class="maps-columns" style:left=px(x) style:top=px(top)>
                {column_labels(&side.tokens, 0..maps.n, maps.cell)}
            </div>
            <div class="maps-rows" style:left=px(x) style:top=px(y)>
                {row_labels(&side.tokens, 0..maps.n, maps.cell)}
            </div>
            <div
                class="maps-panel"
                class:lined=lined
                style=("--cell", px(maps.cell))
                style:left=px(x)
                style:top=px(y)
                style:width=px(maps.side())
                style:height=px(maps.side())
            >
                {hatch}
            </div>
        }
    });
    Some(views.collect_view())
}

fn outline(field: Field) -> Option<impl IntoView> {
    let maps = field.maps()?;
    let cell = field.looked_at()?;
    let (x, y) = maps.origin(cell.panel);
    Some(view! {
        <i
            class="fig-cursor"
            style:left=px(x + cell.column as f64 * maps.cell)
            style:top=px(y + cell.row as f64 * maps.cell)
            style:width=px(maps.cell)
            style:height=px(maps.cell)
        ></i>
    })
}

fn keyed(field: Field, event: &ev::KeyboardEvent) {
    let name = event.key();
    let grid = field.grid();
    if grid.is_empty() {
        return;
    }
    let from = grid.clamp(field.cursor.get_untracked().unwrap_or_default());
    if matches!(name.as_str(), "Enter" | " ") {
        event.prevent_default();
        field.inspect(from);
    } else if let Some(next) = grid.step(from, &name, event.ctrl_key() || event.meta_key()) {
        event.prevent_default();
        field.hover.set(None);
        field.cursor.set(Some(next));
    }
}

fn cell_at(field: Field, node: NodeRef<html::Div>, event: &web_sys::MouseEvent) -> Option<Cell> {
    let bounds = node.get_untracked()?.get_bounding_client_rect();
    let x = f64::from(event.client_x()) - bounds.left();
    let y = f64::from(event.client_y()) - bounds.top();
    field.maps()?.at(x, y)
}

/// The words on the cell that is looked at.
fn readout(field: Field) -> Local<Option<String>> {
    let found = latest(move || {
        let side = field.side.get()?;
        let cell = field.looked_at()?;
        let reader = field.reader.get_value();
        Some(async move {
            let row = cell.panel * side.tokens.len() + cell.row;
            let values = reader.cells(&side.plane, &[(row, cell.column)]).await?;
            Some((side, cell, *values.first()?))
        })
    });
    Signal::derive_local(move || {
        let (side, cell, value) = found.get()?;
        let strings = say(field.desk);
        let hidden = side.causal && cell.column > cell.row;
        let value = if hidden {
            strings.map.hidden.into()
        } else {
            number(value)
        };
        let (query, key) = (side.tokens.label(cell.row), side.tokens.label(cell.column));
        let head = side.heads.get(cell.panel).map_or(1, |head| head + 1);
        Some((strings.attention.cell)(head, &query, &key, &value))
    })
}

/// What the maps show, for those who don't see them: each head's largest weight.
fn summary(
    field: Field,
    sentence: impl Fn() -> Option<&'static str> + Copy + Send + Sync + 'static,
) -> Local<String> {
    let found = latest(move || {
        let side = field.side.get()?;
        Some(async move {
            let n = side.tokens.len();
            let mut largest = Vec::new();
            for panel in 0..side.heads.len() {
                let plane = super::Plane::matrix(&side.plane.run, side.plane.tensor, panel);
                let values = Reader::default().all(&plane).await?;
                largest.extend(extent(&values).map(|e| (e.max_at / n, e.max_at % n, e.max)));
            }
            Some((side, largest))
        })
    });
    Signal::derive_local(move || {
        let (Some((side, largest)), Some(sentence)) = (found.get(), sentence()) else {
            return String::new();
        };
        let strings = say(field.desk);
        let mut text = (strings.attention.side)(sentence, side.heads.len(), side.tokens.len());
        for (head, (query, key, weight)) in side.heads.iter().zip(largest) {
            let (query, key) = (side.tokens.label(query), side.tokens.label(key));
            text += &(strings.attention.largest)(head + 1, &query, &key, &number(weight));
        }
        text + strings.map.keys_open
    })
}
