//! Where the models look: attention maps of one sentence, as trained so far.

use super::course::{Asked, Course};
use super::racer::names;
use super::say;
use crate::engine::paint::ColourMap;
use crate::experiment::train::{NOT_ASKED, Plan, Probe};
use crate::figure::{Axis, Cells};
use crate::page::Desk;
use crate::page::figure::{Choice, Heatmap, Local, Sheet, held, latest};
use leptos::prelude::*;

/// Most that a map is high.
const HEIGHT: f64 = 380.0;

/// Attention maps of the probe: of one model, layer and head at a time.
#[component]
pub fn Looks(course: Course) -> impl IntoView {
    let desk = course.desk;
    let (model, layer, head) = (RwSignal::new(0), RwSignal::new(0), RwSignal::new(0));
    let plan = move || course.plan.with(|asked: &Asked| asked.plan.clone().ok());
    let racers = Signal::derive(move || {
        plan()
            .map(|plan| names(&plan.entrants, desk.language.get()))
            .unwrap_or_default()
    });
    let layers = Signal::derive(move || numbered(plan().map(|p| p.config.layers), say(desk).layer));
    let heads = Signal::derive(move || numbered(plan().map(|p| p.config.heads), say(desk).head));
    let sheet = sheet(course, move || (model.get(), layer.get(), head.get()));
    let probed = Memo::new(move |_| course.probe.with(Option::is_some));
    let said = move || {
        let plan = plan()?;
        course
            .probe
            .with(|probe| answer(desk, &plan, probe.as_ref()?, model.get()))
    };
    view! {
        <Show when=move || probed.get()>
            <section>
                <h2 class="fig-title">{move || say(desk).look}</h2>
                <p class="fig-caption">{move || say(desk).look_lead}</p>
                <Choice names=racers chosen=model label=|desk| say(desk).look_choices[0] />
                <Choice names=layers chosen=layer label=|desk| say(desk).look_choices[1] />
                <Choice names=heads chosen=head label=|desk| say(desk).look_choices[2] />
                <Heatmap sheet height=HEIGHT />
                <p class="fig-caption">{said}</p>
            </section>
        </Show>
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
    let answers = probe
        .answers
        .get(model.min(plan.entrants.len().checked_sub(1)?))?;
    let given = *answers.get(asked)?;
    let word = plan.task.word(given, language);
    Some((say(desk).said)(&word, given == probe.targets[asked]))
}

/// The chosen map. A probe's maps are numbers that were read; to be painted they go back to where pictures are made.
fn sheet(
    course: Course,
    chosen: impl Fn() -> (usize, usize, usize) + Copy + 'static,
) -> Local<Option<Sheet>> {
    let desk = course.desk;
    let plane = latest(move || {
        let (model, layer, head) = chosen();
        let plan = course.plan.with(|asked| asked.plan.clone().ok())?;
        let probe = course.probe.get()?;
        let engine = desk.runner.engine()?;
        Some(async move {
            let maps = probe.maps.get(layer.min(plan.config.layers - 1))?;
            let model = model.min(plan.entrants.len() - 1);
            let head = head.min(plan.config.heads - 1);
            let maps = held(&engine, maps.clone()).await?;
            let plane = maps.into_iter().nth(model * plan.config.heads + head)?;
            Some((plane, probe, plan, (model, layer, head)))
        })
    });
    Signal::derive_local(move || {
        let (plane, probe, plan, (model, layer, head)) = plane.get()?;
        let (language, strings) = (desk.language.get(), say(desk));
        let words = probe.ids.iter().map(|id| plan.task.word(*id, language));
        let words = Axis::Tokens(words.collect());
        let name = names(&plan.entrants, language).swap_remove(model);
        Some(Sheet {
            plane,
            title: (strings.map)(&name, layer + 1, head + 1),
            rows: words.clone(),
            columns: words,
            names: strings.query_key,
            map: ColourMap::Sequential { high: 1.0 },
            cells: Cells::Square,
            causal: plan.config.causal,
            explain: None,
        })
    })
}
