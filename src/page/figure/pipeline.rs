//! The model's stages in order, with the true shapes of what they make; a click opens a stage.

mod mixed;
mod stage;

use super::latest::Local;
use super::say_below;
use super::unique::unique;
use crate::encoding::Door;
use crate::experiment::OrderReport;
use crate::model::Stage;
use crate::page::Desk;
use leptos::prelude::*;
use stage::StageView;
use std::rc::Rc;

/// The stages of the first sentence's run.
#[component]
pub fn Pipeline(
    /// What is shown.
    #[prop(into)]
    report: Local<Option<Rc<OrderReport>>>,
) -> impl IntoView {
    let desk = Desk::here();
    let chosen = RwSignal::new(None::<usize>);
    let steps = Memo::new(move |_| report.with(|report| report.as_deref().map(steps)));
    let title = unique("pipeline");
    view! {
        <section class="fig pipeline" aria-labelledby=title>
            <h2 class="fig-title" id=title.clone()>{move || say_below(desk).pipeline.title}</h2>
            <p class="fig-caption">{move || say_below(desk).pipeline.caption}</p>
            <ol class="stages">
                {move || {
                    let steps = steps.get().unwrap_or_default();
                    steps.into_iter().map(|step| view! { <StageButton step chosen report /> }).collect_view()
                }}
            </ol>
        </section>
    }
}

/// One stage, as its button shows it.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    index: usize,
    stage: Stage,
    shapes: Vec<String>,
    /// Whether it is the first of its block.
    begins_block: bool,
}

fn steps(report: &OrderReport) -> Vec<Step> {
    let built = &report.sides[0].built;
    let layers = built.stages.iter().map(|stage| stage.layer);
    let before = std::iter::once(None).chain(layers);
    let stages = built.stages.iter().zip(before).enumerate();
    let step = |(index, (stage, before)): (usize, (&Stage, Option<usize>))| {
        let shapes = stage
            .tensors
            .iter()
            .map(|id| built.program.info(*id).shape.to_string());
        let mut shapes: Vec<String> = shapes.collect();
        shapes.dedup();
        Step {
            index,
            stage: stage.clone(),
            shapes,
            begins_block: stage.layer.is_some() && stage.layer != before,
        }
    };
    stages.map(step).collect()
}

#[component]
fn StageButton(
    step: Step,
    chosen: RwSignal<Option<usize>>,
    report: Local<Option<Rc<OrderReport>>>,
) -> impl IntoView {
    let desk = Desk::here();
    let Step {
        index,
        stage,
        shapes,
        begins_block,
    } = step;
    let is_chosen = move || chosen.get() == Some(index);
    let toggle = move |_| chosen.set((!is_chosen()).then_some(index));
    let block = stage.layer.filter(|_| begins_block).map(|layer| {
        view! { <b class="stage-block">{move || (say_below(desk).pipeline.block)(layer + 1)}</b> }
    });
    let door = stage.door.map(|door| view! { <DoorMark door /> });
    let number = stage.door.map(|door| door.number().to_string());
    view! {
        <li class="stage" class:block=begins_block data-door=number>
            {block}
            <button type="button" aria-expanded=move || is_chosen().to_string() on:click=toggle>
                <span class="stage-name">{move || stage.label.get(desk.language.get())}</span>
                <span class="stage-formula">{stage.formula}</span>
                <span class="stage-shape">{shapes.join(" ")}</span>
                {door}
            </button>
        </li>
        {move || is_chosen().then(|| view! { <StageView report index /> })}
    }
}

/// A little door at a stage where positions may come in, open or shut.
#[component]
fn DoorMark(door: Door) -> impl IntoView {
    let desk = Desk::here();
    let open = move || is_open(desk, door);
    let said = move || (say_below(desk).pipeline.door)(door.number(), open());
    view! {
        <span class="stage-door" class:open=open title=said>
            <i aria-hidden="true"></i>
            <span class="unseen">{said}</span>
        </span>
    }
}

/// Whether anything enters by this door at the moment. Reactive.
pub fn is_open(desk: Desk, door: Door) -> bool {
    desk.store.read(|state| {
        let added = door != Door::Input || state.choice("add") != "nowhere";
        state.positions_on() && added && state.scheme().doors().contains(&door)
    })
}
