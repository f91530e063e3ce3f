//! An opened stage: its tensors as heat maps, or ids as a list.

use super::mixed::MixedCell;
use crate::engine::paint::ColourMap;
use crate::engine::{Element, Run, TensorId};
use crate::experiment::OrderReport;
use crate::figure::{Axis, Cells, largest_size};
use crate::model::Stage;
use crate::page::Desk;
use crate::page::figure::choice::Choice;
use crate::page::figure::heatmap::Heatmap;
use crate::page::figure::latest::{Local, latest};
use crate::page::figure::maps::{WEIGHTS, tokens};
use crate::page::figure::plane::Plane;
use crate::page::figure::sheet::Sheet;
use crate::page::figure::{say, say_below};
use leptos::prelude::*;
use std::rc::Rc;

/// Most that a heat map is high here.
const HEIGHT: f64 = 320.0;

/// Most numbers that are read for a tensor's scale; of a larger one, the beginning stands for the whole.
const READ_FOR_SCALE: usize = 1 << 18;

/// A tensor that is looked at, with all that its heat map needs but the words.
#[derive(Clone)]
struct Looked {
    stage: Stage,
    plane: Plane,
    name: String,
    tokens: Axis,
    map: ColourMap,
    is_map: bool,
    causal: bool,
}

/// The tensors of one stage.
#[component]
pub fn StageView(
    /// What is shown.
    report: Local<Option<Rc<OrderReport>>>,
    /// The stage, by its place.
    index: usize,
) -> impl IntoView {
    let desk = Desk::here();
    let tensor = RwSignal::new(0_usize);
    let head = RwSignal::new(0_usize);
    let stage = Memo::new(move |_| {
        report.with(|report| {
            let stages = &report.as_ref()?.sides[0].built.stages;
            stages.get(index).cloned()
        })
    });
    let looked = latest(move || {
        let report = report.get()?;
        let stage = stage.get()?;
        let id = *stage.tensors.get(tensor.get()).or(stage.tensors.first())?;
        let is_real = report.sides[0].built.program.info(id).element == Element::Real;
        is_real.then(|| look(report, stage, id, head.get()))
    });
    let sheet = Signal::derive_local(move || Some(sheet(looked.get()?, desk)));
    let ids = move || report.with(|report| list(report.as_ref()?, &stage.get()?));
    let names = Memo::new(move |_| {
        report
            .with(|report| names(report.as_ref()?, &stage.get()?))
            .unwrap_or_default()
    });
    let heads = Memo::new(move |_| {
        looked.with(|looked| {
            looked
                .as_ref()
                .map_or(1, |l| Plane::matrices(&l.plane.run, l.plane.tensor))
        })
    });
    let picked = RwSignal::new(None::<(usize, usize)>);
    let pick = move |cell| picked.set(Some(cell));
    let mixing = Memo::new(move |_| looked.with(|looked| mixed_layer(looked.as_ref()?)));
    // Of the tensors so far, the weighted sum alone is explained cell by cell.
    let map = move || match mixing.get().is_some() {
        true => view! { <Heatmap sheet height=HEIGHT on_pick=pick /> }.into_any(),
        false => view! { <Heatmap sheet height=HEIGHT /> }.into_any(),
    };
    let numbered = move || {
        let name = say_below(desk).attention.head;
        (0..heads.get())
            .map(|head| name(head + 1))
            .collect::<Vec<_>>()
    };
    view! {
        <li class="stage-view">
            <Choice names chosen=tensor label=|desk| say_below(desk).pipeline.tensors />
            <Choice
                names=Signal::derive(numbered)
                chosen=head
                label=|desk| say_below(desk).attention.heads
            />
            <Show
                when=move || ids().is_some()
                fallback=map
            >
                <p class="stage-ids">{move || say_below(desk).pipeline.list}": "{ids}</p>
            </Show>
            <MixedCell report layer=mixing cell=picked />
        </li>
    }
}

/// The block whose weighted sum is looked at.
fn mixed_layer(looked: &Looked) -> Option<usize> {
    let is_mixed = looked.name.starts_with("mixed.");
    looked.stage.layer.filter(|_| is_mixed)
}

/// Reads what is needed for the colour scale of matrix `head` of a tensor.
async fn look(
    report: Rc<OrderReport>,
    stage: Stage,
    tensor: TensorId,
    head: usize,
) -> Option<Looked> {
    let side = &report.sides[0];
    let head = head.min(Plane::matrices(&side.run, tensor) - 1);
    let plane = Plane::matrix(&side.run, tensor, head);
    let info = side.built.program.info(tensor);
    let is_map = info.shape.axes().len() == 3;
    let map = if info.name.starts_with("attention.") {
        WEIGHTS
    } else {
        ColourMap::Diverging {
            limit: limit(&side.run, tensor).await?,
        }
    };
    Some(Looked {
        stage,
        name: info.name.clone(),
        tokens: tokens(side),
        causal: is_map && map == WEIGHTS && side.config.causal,
        plane,
        map,
        is_map,
    })
}

/// The largest size in the tensor: all its matrices share one scale.
async fn limit(run: &Run, tensor: TensorId) -> Option<f32> {
    let shape = &run.program().info(tensor).shape;
    let width = shape.width().max(1);
    let rows = shape.rows().min((READ_FOR_SCALE / width).max(1));
    // Without a GPU there is no scale until the page has run everything again.
    let read = run.read_rows(tensor, 0..rows).await.ok()?;
    Some(largest_size(&read.values))
}

fn sheet(looked: Looked, desk: Desk) -> Sheet {
    let strings = &say(desk).map;
    let panel = looked.plane.panel;
    let label = looked.stage.label.get(desk.language.get());
    let per_token = panel.rows == looked.tokens.len();
    let rows = if per_token {
        looked.tokens.clone()
    } else {
        Axis::count(panel.rows)
    };
    let columns = if looked.is_map {
        looked.tokens
    } else {
        Axis::count(panel.columns)
    };
    Sheet {
        title: (say_below(desk).pipeline.tensor)(label, &looked.name),
        rows,
        columns,
        names: if looked.is_map {
            strings.query_key
        } else {
            strings.token_dimension
        },
        cells: if looked.is_map {
            Cells::Square
        } else {
            Cells::Free
        },
        map: looked.map,
        causal: looked.causal,
        plane: looked.plane,
        explain: None,
    }
}

/// The token ids of a stage that holds whole numbers.
fn list(report: &OrderReport, stage: &Stage) -> Option<String> {
    let side = &report.sides[0];
    let id = *stage.tensors.first()?;
    let is_whole = side.built.program.info(id).element == Element::Whole;
    is_whole.then(|| {
        let tokens = side
            .tokens
            .iter()
            .map(|token| format!("{} {}", token.text, token.id));
        tokens.collect::<Vec<_>>().join(" · ")
    })
}

fn names(report: &OrderReport, stage: &Stage) -> Option<Vec<String>> {
    let program = &report.sides[0].built.program;
    Some(
        stage
            .tensors
            .iter()
            .map(|id| program.info(*id).name.clone())
            .collect(),
    )
}
