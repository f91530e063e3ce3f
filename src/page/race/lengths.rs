//! Past the trained length: accuracy (for a text, perplexity too) over test length, a slider that reads the figure, and
//! remedies without training.

mod chart;
mod reading;

use super::course::{Asked, Course, Phase, lengths};
use super::{percent, say};
use crate::experiment::train::{Plan, Remedy, Score, Spread};
use crate::figure::curves::{Chart, tick_text};
use crate::page::figure::{Choice, Curves};
use chart::chart;
use leptos::prelude::*;
use reading::reading;

/// What the figure shows over the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    /// Share of right answers.
    Accuracy,
    /// e to the cross-entropy: among how many answers a model wavers.
    Perplexity,
}

impl Measure {
    /// In the order of their buttons.
    const ALL: [Self; 2] = [Self::Accuracy, Self::Perplexity];

    /// One model's over the seeds.
    fn of(self, scores: &[Score], model: usize) -> Option<Spread> {
        let value = |score: &Score| match self {
            Self::Accuracy => score.accuracy.get(model).copied().flatten(),
            Self::Perplexity => score.loss.get(model).copied().flatten().map(f64::exp),
        };
        Spread::of(scores.iter().filter_map(value).filter(|v| v.is_finite()))
    }
}

/// Whether a plan's task is a text, whose models are compared by perplexity.
fn is_text(plan: &Plan) -> bool {
    plan.task.title().0.starts_with("text")
}

/// The test past the trained length.
#[component]
pub fn Lengths(course: Course) -> impl IntoView {
    let desk = course.desk;
    let place = RwSignal::new(usize::MAX);
    let remedy = RwSignal::new(Remedy::Nothing);
    let untested = Memo::new(move |_| course.tests.with(Vec::is_empty));
    Effect::new(move |_| {
        // A new race starts without a remedy.
        if untested.get() {
            remedy.set(Remedy::Nothing);
        }
    });
    let all = Memo::new(move |_| {
        course
            .plan
            .with(|asked| asked.plan.as_ref().map(lengths).unwrap_or_default())
    });
    let length = Memo::new(move |_| {
        all.with(|all| {
            let last = all.len().checked_sub(1)?;
            all.get(place.get().min(last)).copied()
        })
    });
    let text = Memo::new(move |_| {
        course
            .plan
            .with(|asked| asked.plan.as_ref().is_ok_and(is_text))
    });
    let chosen = RwSignal::new(Measure::ALL.len() - 1);
    let measure = Memo::new(move |_| match text.get() {
        true => Measure::ALL[chosen.get().min(Measure::ALL.len() - 1)],
        false => Measure::Accuracy,
    });
    let measures = Signal::derive(move || say(desk).length_measures.map(str::to_owned).to_vec());
    let chart = Signal::derive(move || {
        let Asked { plan, .. } = course.plan.get();
        match plan {
            Ok(plan) => chart(course, &plan, remedy.get(), length.get(), measure.get()),
            Err(_) => Chart::default(),
        }
    });
    let noise = move || {
        let seeds = course.plan.with(|asked| asked.seeds);
        say(desk).noise[usize::from(seeds > 1)]
    };
    let reading = Memo::new(move |_| reading(course, remedy.get(), length.get()?, measure.get()));
    view! {
        <section class="race-lengths">
            <h2 class="fig-title">{move || say(desk).lengths}</h2>
            <Show
                when=move || !untested.get()
                fallback=move || view! { <p class="fig-caption soft">{move || say(desk).no_test}</p> }
            >
                <p class="fig-caption">{move || say(desk).lengths_lead}</p>
                <Show when=move || text.get()>
                    <Choice names=measures chosen label=|desk| say(desk).measure />
                </Show>
                <Curves chart height=280.0 />
                <p class="fig-caption">{noise}</p>
                <Slider course place all length />
                <p class="reading" role="status">{move || reading.get()}</p>
                <Remedies course remedy />
            </Show>
        </section>
    }
}

#[component]
fn Slider(
    course: Course,
    place: RwSignal<usize>,
    all: Memo<Vec<usize>>,
    length: Memo<Option<usize>>,
) -> impl IntoView {
    let desk = course.desk;
    let last = move || all.with(|all| all.len().saturating_sub(1));
    let words = move || {
        let length = length.get()?;
        Some((say(desk).length_value)(length, &times(course, length)))
    };
    let moved = move |event| {
        if let Ok(to) = event_target_value(&event).parse() {
            place.set(to);
        }
    };
    view! {
        <div class="race-slider">
            <label for="test-length">{move || say(desk).length}</label>
            <input
                id="test-length"
                type="range"
                min="0"
                max=move || last().to_string()
                step="1"
                prop:value=move || place.get().min(last()).to_string()
                aria-valuetext=words
                on:input=moved
            />
            <output for="test-length">{words}</output>
        </div>
    }
}

/// A length over the trained one: "4", "0.5".
fn times(course: Course, length: usize) -> String {
    let trained = course
        .plan
        .with(|asked| asked.plan.as_ref().map_or(1, |plan| plan.length));
    tick_text(length as f64 / trained as f64)
}

/// Buttons for what may help, and what it does.
#[component]
fn Remedies(course: Course, remedy: RwSignal<Remedy>) -> impl IntoView {
    let desk = course.desk;
    let busy = move || course.phase.get() != Phase::Trained;
    let offered = move || {
        course
            .plan
            .with(|asked| asked.plan.as_ref().map(offered).unwrap_or_default())
    };
    let button = move |own: Remedy| {
        let (kind, pressed) = (own.kind(), own.clone());
        view! {
            <button
                type="button"
                class="quiet"
                disabled=busy
                aria-pressed=move || (remedy.get() == pressed).to_string()
                on:click=move |_| {
                    remedy.set(own.clone());
                    course.remedy(own.clone());
                }
            >
                {move || (say(desk).remedy)(kind).0}
            </button>
        }
    };
    let what = move || (say(desk).remedy)(remedy.get().kind()).1;
    let theory = move || {
        let Asked { plan, .. } = course.plan.get();
        let plan = plan
            .ok()
            .filter(|plan| remedy.get() == Remedy::Off && !plan.config.causal)?;
        Some((say(desk).off_theory)(&percent(
            plan.task.without_positions(plan.length),
        )))
    };
    view! {
        <h3>{move || say(desk).remedies}</h3>
        <div class="fig-choice" role="group" aria-label=move || say(desk).remedies>
            {move || offered().into_iter().map(button).collect_view()}
        </div>
        <p class="fig-caption">{what}" "{theory}</p>
    }
}

/// The remedies that mean something to some racer; a stretch over the trained length where one takes a factor.
fn offered(plan: &Plan) -> Vec<Remedy> {
    let all = Remedy::KINDS
        .iter()
        .filter_map(|kind| Remedy::new(kind, None));
    all.filter(|remedy| plan.entrants.iter().any(|entrant| remedy.applies(entrant)))
        .collect()
}
