//! The image patches view: a picture cut into patches, and which of them look near to the encodings of images.

mod maps;
mod own;
mod picture;
mod sample;

use super::control::Field;
use super::desk::Desk;
use super::later::Part;
use super::look::OF_VIEWS;
use super::text::{PatchStrings, patches};
use crate::chunk::chunk;
use crate::encoding::grid::Grid;
use leptos::prelude::*;
use maps::Maps;
use picture::Picture;

chunk! { patches:
    /// The chunk of the view.
    pub fn patches_chunk() -> Part {
        Part::new(whole, OF_VIEWS)
    }
}

/// What the view shows.
#[derive(Clone, Copy)]
struct Scene {
    /// The grid.
    grid: Memo<Grid>,
    /// The patch under the pointer.
    hover: RwSignal<Option<usize>>,
    /// The patch that is looked at: the pointer's, else the one that the link names.
    at: Memo<usize>,
}

impl Scene {
    fn new(desk: Desk) -> Self {
        let side = Memo::new(move |_| desk.store.read(|state| state.whole("grid")) as usize);
        let grid = Memo::new(move |_| Grid {
            rows: side.get(),
            columns: side.get(),
        });
        let hover = RwSignal::new(None);
        let at = Memo::new(move |_| {
            let named = desk.store.read(|state| state.whole("at")) as usize;
            let last = side.get() * side.get() - 1;
            hover.get().unwrap_or(named).min(last)
        });
        Self { grid, hover, at }
    }
}

fn say(desk: Desk) -> &'static PatchStrings {
    patches(desk.language.get())
}

fn whole() -> AnyView {
    let desk = Desk::here();
    let scene = Scene::new(desk);
    let chosen = move || {
        let (at, columns) = (scene.at.get(), scene.grid.get().columns);
        (say(desk).chosen)(at / columns + 1, at % columns + 1, at)
    };
    view! {
        <div class="lab">
            <section class="bench" aria-label=move || say(desk).region>
                <div class="patches-desk">
                    <div class="patches">
                        <Picture scene />
                        <p class="reading" role="status">{chosen}</p>
                    </div>
                    <Maps scene />
                </div>
            </section>
            <aside class="instrument" aria-label=move || say(desk).model>
                <section>
                    <h2>{move || say(desk).model}</h2>
                    {["grid", "d_model", "heads", "seed"].map(|name| view! { <Field name /> }).collect_view()}
                </section>
            </aside>
        </div>
    }
    .into_any()
}
