//! Where the models look: attention maps of one sentence, side by side, as trained so far.

use super::course::{Asked, Course};
use super::racer::names;
use super::say;
use crate::engine::paint::ColourMap;
use crate::experiment::train::{NOT_ASKED, Plan, Probe};
use crate::figure::{Axis, Cells};
use crate::page::Desk;
use crate::page::figure::{Choice, Heatmap, Local, Plane, Sheet, held, latest};
use leptos::prelude::*;
use std::rc::Rc;

/// Most that a map is high.
const HEIGHT: f64 = 250.0;

/// Attention maps of the probe: every model's, of one layer and head at a time.
#[component]
pub fn Looks(course: Course) -> impl IntoView {
    let desk = course.desk;
    let (layer, head) = (RwSignal::new(0), RwSignal::new(0));
    let plan = move || course.plan.with(|asked: &Asked| asked.plan.clone().ok());
    let layers = Signal::derive(move || numbered(plan().map(|p| p.config.layers), say(desk).layer));
    let heads = Signal::derive(move || numbered(plan().map(|p| p.config.heads), say(desk).head));
    let looked = looked(course, move || (layer.get(), head.get()));
    let probed = Memo::new(move |_| course.probe.with(Option::is_some));
    let models = Memo::new(move |_| plan().map_or(0, |plan| plan.entrants.len()));
    let maps = move || {
        let map = |model: usize| view! { <Map course looked model /> };
        (0..models.get()).map(map).collect_view()
    };
    view! {
        <Show when=move || probed.get()>
            <section>
                <h2 class="fig-title">{move || say(desk).look}</h2>
                <p class="fig-caption">{move || say(desk).look_lead}</p>
                <Choice names=layers chosen=layer label=|desk| say(desk).look_choices[1] />
                <Choice names=heads chosen=head label=|desk| say(desk).look_choices[2] />
                <ul class="race-maps">{maps}</ul>
            </section>
        </Show>
    }
}

/// One model's map, and what it answers.
#[component]
fn Map(course: Course, looked: Local<Option<Looked>>, model: usize) -> impl IntoView {
    let desk = course.desk;
    let sheet = Signal::derive_local(move || sheet(desk, &looked.get()?, model));
    let said = move || {
        let plan = course.plan.with(|asked| asked.plan.clone().ok())?;
        course
            .probe
            .with(|probe| answer(desk, &plan, probe.as_ref()?, model))
    };
    view! {
        <li>
            <Heatmap sheet height=HEIGHT hint=false legend=false />
            <p class="fig-caption">{said}</p>
        </li>
    }
}

fn numbered(count: Option<usize>, name: fn(usize) -> String) -> Vec<String> {
    (1..=count.unwrap_or(0)).map(name).collect()
}

/// What a model answered where the probe asks first.
fn answer(desk: Desk, plan: &Plan, probe: &Probe, model: usize) -> Option<String> {
    let language = desk.language.get();
    let asked = probe
        .targets
        .iter()
        .position(|target| *target != NOT_ASKED)?;
    let given = *probe.answers.get(model)?.get(asked)?;
    let word = plan.task.word(given, language);
    Some((say(desk).said)(&word, given == probe.targets[asked]))
}

/// The maps of one layer, where pictures are made.
#[derive(Clone)]
struct Looked {
    /// Every model's and head's, in order.
    planes: Rc<Vec<Plane>>,
    probe: Rc<Probe>,
    plan: Plan,
    layer: usize,
    head: usize,
}

/// The maps of the chosen layer. A probe's maps are numbers that were read; to be painted they go back to where pictures are made.
fn looked(
    course: Course,
    chosen: impl Fn() -> (usize, usize) + Copy + 'static,
) -> Local<Option<Looked>> {
    let desk = course.desk;
    latest(move || {
        let (layer, head) = chosen();
        let plan = course.plan.with(|asked| asked.plan.clone().ok())?;
        let probe = course.probe.get()?;
        let engine = desk.runner.engine()?;
        Some(async move {
            let layer = layer.min(plan.config.layers.checked_sub(1)?);
            let planes = held(&engine, probe.maps.get(layer)?.clone()).await?;
            Some(Looked {
                planes: Rc::new(planes),
                probe,
                head: head.min(plan.config.heads.checked_sub(1)?),
                plan,
                layer,
            })
        })
    })
}

fn sheet(desk: Desk, looked: &Looked, model: usize) -> Option<Sheet> {
    let Looked {
        planes,
        probe,
        plan,
        layer,
        head,
    } = looked;
    let (language, strings) = (desk.language.get(), say(desk));
    let words = probe.ids.iter().map(|id| plan.task.word(*id, language));
    let words = Axis::Tokens(words.collect());
    let name = names(&plan.entrants, language).into_iter().nth(model)?;
    Some(Sheet {
        plane: planes.get(model * plan.config.heads + head)?.clone(),
        title: (strings.map)(&name, layer + 1, head + 1),
        rows: words.clone(),
        columns: words,
        names: strings.query_key,
        map: ColourMap::Sequential { high: 1.0 },
        cells: Cells::Square,
        causal: plan.config.causal,
        explain: None,
    })
}
