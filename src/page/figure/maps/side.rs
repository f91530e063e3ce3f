//! One sentence's maps: one canvas for all heads, one cursor that walks through them.

use super::field::Field;
use super::frame::{Frame, panels};
use super::words::{readout, summary};
use super::{SideData, WEIGHTS};
use crate::engine::paint::{Panel, Picture};
use crate::figure::{Cell, Maps};
use crate::page::Desk;
use crate::page::figure::canvas::{Canvas, Shown, px};
use crate::page::figure::inspect::Target;
use crate::page::figure::latest::Local;
use crate::page::figure::legend::ink;
use crate::page::figure::plane::Reader;
use crate::page::figure::unique::unique;
use crate::page::figure::{say, say_below};
use leptos::ev;
use leptos::html;
use leptos::prelude::*;

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
    let frame = Memo::new(move |_| Frame::of(field));
    let described = unique("side");
    let value = readout(field);
    let summary = summary(field, sentence);
    let focus = move |_| {
        if field.cursor.get_untracked().is_none() && !field.grid().is_empty() {
            field.cursor.set(Some(Cell::default()));
        }
    };
    let point = move |event: ev::PointerEvent| field.hover.set(field.cell_at(node, &event));
    let click = move |event: ev::MouseEvent| {
        if let Some(cell) = field.cell_at(node, &event) {
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
                aria-label=move || sentence().map(|s| format!("{}: {s}", say_below(desk).attention.title))
                aria-describedby=described.clone()
                style:width=move || px(field.maps().map_or(0.0, |maps| maps.width()))
                style:height=move || px(field.maps().map_or(0.0, |maps| maps.height()))
                on:keydown=move |event| field.keyed(&event)
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
                {move || frame.get().map(|frame| panels(desk, frame, entropy))}
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
