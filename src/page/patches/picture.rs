//! The picture with its grid: a patch is chosen by pointer or by arrow keys.

use super::own::OwnPicture;
use super::sample::Sample;
use super::{Scene, say};
use crate::figure::{Cell, Grid};
use crate::page::Desk;
use crate::page::figure::unique;
use leptos::html;
use leptos::prelude::*;
use leptos::{ev, web_sys};

/// The picture.
#[component]
pub(super) fn Picture(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let own = RwSignal::new(None::<String>);
    let frame = NodeRef::<html::Div>::new();
    let described = unique("patches");
    let choose = move |patch: usize| desk.store.set("at", &patch.to_string());
    let key = move |event: ev::KeyboardEvent| {
        let grid = scene.grid.get_untracked();
        let at = scene.at.get_untracked();
        let cell = Cell {
            panel: 0,
            row: at / grid.columns,
            column: at % grid.columns,
        };
        let cells = Grid {
            panels: 1,
            rows: grid.rows,
            columns: grid.columns,
        };
        let far = event.ctrl_key() || event.meta_key();
        if let Some(next) = cells.step(cell, &event.key(), far) {
            event.prevent_default();
            scene.hover.set(None);
            choose(next.row * grid.columns + next.column);
        }
    };
    let point = move |event: ev::PointerEvent| scene.hover.set(patch_at(scene, frame, &event));
    let click = move |event: ev::MouseEvent| {
        if let Some(patch) = patch_at(scene, frame, &event) {
            choose(patch);
        }
    };
    let lines = move || {
        let grid = scene.grid.get();
        format!(
            "{}% {}%",
            100.0 / grid.columns as f64,
            100.0 / grid.rows as f64
        )
    };
    let place = move || {
        let (at, grid) = (scene.at.get(), scene.grid.get());
        let (rows, columns) = (grid.rows as f64, grid.columns as f64);
        let (row, column) = ((at / grid.columns) as f64, (at % grid.columns) as f64);
        format!(
            "top:{}%;left:{}%;width:{}%;height:{}%",
            100.0 * row / rows,
            100.0 * column / columns,
            100.0 / columns,
            100.0 / rows
        )
    };
    view! {
            <div
                class="patches-picture"
                node_ref=frame
                tabindex="0"
                role="application"
                aria-label=move || say(desk).picture
                aria-describedby=described.clone()
                on:keydown=key
                on:pointermove=point
                on:pointerleave=move |_| scene.hover.set(None)
                on:click=click
            >
                {move || match own.get() {
                    Some(address) => view! { <img src=address alt="" draggable="false" /> }.into_any(),
                    None => view! { <Sample /> }.into_any(),
                }}
                <i class="patches-grid" style:background-size=lines></i>
                <i class="patches-chosen" style=place></i>
            </div>
            <p class="unseen" id=described>{move || say(desk).keys}</p>
            <OwnPicture own />
    }
}

/// The patch under the pointer.
fn patch_at(scene: Scene, frame: NodeRef<html::Div>, event: &web_sys::MouseEvent) -> Option<usize> {
    let bounds = frame.get_untracked()?.get_bounding_client_rect();
    let grid = scene.grid.get_untracked();
    let share = |at: i32, start: f64, length: f64| (f64::from(at) - start) / length.max(1.0);
    let x = share(event.client_x(), bounds.left(), bounds.width()) * grid.columns as f64;
    let y = share(event.client_y(), bounds.top(), bounds.height()) * grid.rows as f64;
    let inside = (0.0..grid.columns as f64).contains(&x) && (0.0..grid.rows as f64).contains(&y);
    inside.then(|| y as usize * grid.columns + x as usize)
}
