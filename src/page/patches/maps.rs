//! Four maps: how near every patch looks to the chosen one, to each encoding of images.

use super::{Scene, say};
use crate::encoding::grid::Grid;
use crate::encoding::{Doors, find};
use crate::engine::paint::ColourMap;
use crate::engine::{Engine, Tensor};
use crate::experiment::patches::{SCHEMES_2D, nearness, open};
use crate::figure::{Axis, Cells};
use crate::page::Desk;
use crate::page::figure::{Choice, Heatmap, Local, Plane, Sheet, held, latest};
use crate::refusal::Refusal;
use leptos::prelude::*;

/// What an encoding makes of the grid, or why it can't.
type Opened = Result<Doors, Refusal>;

/// The four maps.
#[component]
pub(super) fn Maps(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let maps = SCHEMES_2D.map(|scheme| view! { <NearMap scene scheme /> });
    view! {
        <section class="fig">
            <h2 class="fig-title">{move || say(desk).maps}</h2>
            <p class="fig-caption">{move || say(desk).caption}</p>
            <div class="beside">{maps.into_iter().collect_view()}</div>
        </section>
    }
}

/// The map of one encoding.
#[component]
fn NearMap(scene: Scene, scheme: &'static str) -> impl IntoView {
    let desk = Desk::here();
    let sizes = Memo::new(move |_| {
        desk.store
            .read(|state| ["d_model", "heads", "seed"].map(|name| state.whole(name) as usize))
    });
    let opened: Memo<Opened> = Memo::new(move |_| {
        let [d_model, heads, seed] = sizes.get();
        open(scheme, scene.grid.get(), d_model, heads, seed as u64)
    });
    let head = RwSignal::new(0_usize);
    let heads = Signal::derive(move || {
        let count = if scheme == "swin_2d" {
            sizes.get()[1]
        } else {
            1
        };
        (1..=count).map(say(desk).head).collect::<Vec<_>>()
    });
    let plane: Local<Option<(Plane, f32)>> = latest(move || {
        let engine = desk.runner.engine()?;
        let (grid, at) = (scene.grid.get(), scene.at.get());
        let head = head.get().min(heads.with(Vec::len).saturating_sub(1));
        let near = opened.with(|opened| {
            let doors = opened.as_ref().ok()?;
            Some(nearness(scheme, doors, grid, at, head).values)
        })?;
        Some(show(engine, grid, near))
    });
    let name = move || {
        let scheme = find(scheme)?;
        Some(scheme.name().get(desk.language.get()))
    };
    let shown = Signal::derive_local(move || {
        let (plane, limit) = plane.get()?;
        let grid = scene.grid.get();
        // The picture of a grid that has just changed is still on its way.
        let fits = (plane.panel.rows, plane.panel.columns) == (grid.rows, grid.columns);
        fits.then(|| sheet(desk, scheme, plane, limit))
    });
    let refusal = move || {
        opened.with(|opened| {
            opened
                .as_ref()
                .err()
                .map(|r| r.sentence(desk.language.get()))
        })
    };
    let pick = move |(row, column): (usize, usize)| {
        let patch = row * scene.grid.get_untracked().columns + column;
        desk.store.set("at", &patch.to_string());
    };
    view! {
        <div class="near">
            <h3>{name}</h3>
            <p class="refusal">{refusal}</p>
            <Show when=move || opened.with(Result::is_ok)>
                <Heatmap sheet=shown height=176.0 on_pick=Callback::new(pick) />
            </Show>
            <Choice names=heads chosen=head label=|desk| say(desk).choose />
            <p class="fig-caption">{move || (say(desk).seen)(scheme)}</p>
        </div>
    }
}

/// The map of some nearnesses, less their mean: a softmax doesn't see what all of them have in common.
async fn show(engine: Engine, grid: Grid, values: Vec<f64>) -> Option<(Plane, f32)> {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let values: Vec<f32> = values.into_iter().map(|v| (v - mean) as f32).collect();
    let limit = values.iter().fold(1e-6_f32, |most, v| most.max(v.abs()));
    let shape = [grid.rows, grid.columns].into();
    let plane = held(&engine, Tensor { shape, values }).await?.pop()?;
    Some((plane, limit))
}

fn sheet(desk: Desk, scheme: &'static str, plane: Plane, limit: f32) -> Sheet {
    let strings = say(desk);
    let axis = |count| Axis::Count { from: 1, count };
    Sheet {
        rows: axis(plane.panel.rows),
        columns: axis(plane.panel.columns),
        plane,
        title: (strings.measure)(scheme).into(),
        names: strings.row_column,
        map: ColourMap::Diverging { limit },
        cells: Cells::Square,
        causal: false,
        explain: None,
    }
}
