//! Past the trained length: accuracy over test length, a slider that reads the figure, and remedies without training.

use super::course::{Asked, Course, Phase, lengths};
use super::racer::{looks, names};
use super::{percent, say, spread};
use crate::experiment::train::{Plan, Remedy, Score, Spread, Tested};
use crate::figure::curves::{Chart, Mark, Scale, Span, Zone, tick_text};
use crate::page::figure::Curves;
use crate::page::text::Standing;
use leptos::prelude::*;

/// From this share on, a model answers as well as ever.
const HOLDS: f64 = 0.95;
/// Up to so much above guessing, it guesses: twice the error of 256 tosses of a coin.
const NOISE: f64 = 0.0625;

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
    let chart = Signal::derive(move || {
        let Asked { plan, .. } = course.plan.get();
        match plan {
            Ok(plan) => course
                .tests
                .with(|tests| chart(course, &plan, tests, remedy.get(), length.get())),
            Err(_) => Chart::default(),
        }
    });
    let noise = move || {
        let seeds = course.plan.with(|asked| asked.seeds);
        say(desk).noise[usize::from(seeds > 1)]
    };
    let reading = Memo::new(move |_| reading(course, remedy.get(), length.get()?));
    view! {
        <section class="race-lengths">
            <h2 class="fig-title">{move || say(desk).lengths}</h2>
            <Show
                when=move || !untested.get()
                fallback=move || view! { <p class="fig-caption soft">{move || say(desk).no_test}</p> }
            >
                <p class="fig-caption">{move || say(desk).lengths_lead}</p>
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
        view! {
            <button
                type="button"
                class="quiet"
                disabled=busy
                aria-pressed=move || (remedy.get() == own).to_string()
                on:click=move |_| {
                    remedy.set(own);
                    course.remedy(own);
                }
            >
                {move || (say(desk).remedy)(own.kind()).0}
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

fn chart(
    course: Course,
    plan: &Plan,
    tests: &[Tested],
    remedy: Remedy,
    length: Option<usize>,
) -> Chart {
    let strings = say(course.desk);
    let names = names(&plan.entrants, course.desk.language.get());
    let looks = looks(&plan.entrants);
    let mut series = Vec::new();
    let seeds = course.plan.with(|asked| asked.seeds);
    let mut add = |tested: &Tested, model: usize, name: String, dash: Option<u8>| {
        let point = |scores: &Vec<Score>| {
            let length = scores.first()?.length as f64;
            Some((length, accuracy(scores, model)?))
        };
        let mut look = looks[model];
        look.dots = true;
        look.dash = dash.unwrap_or(look.dash);
        let points = tested.scores.iter().filter_map(point);
        series.push(spread::line(points, seeds, name, look));
    };
    for tested in tests
        .iter()
        .filter(|t| t.remedy == Remedy::Nothing || t.remedy == remedy)
    {
        for (model, name) in names.iter().enumerate() {
            if tested.remedy == Remedy::Nothing {
                add(tested, model, name.clone(), None);
            } else if tested.remedy.applies(&plan.entrants[model]) {
                let own = (strings.remedied)(name, (strings.remedy)(remedy.kind()).0);
                add(tested, model, own, Some(REMEDIED));
            }
        }
    }
    let all = lengths(plan);
    let ends = all
        .first()
        .zip(all.last())
        .map_or((1, 2), |(a, b)| (*a, *b));
    let marks = [
        Some(Mark {
            upright: false,
            at: plan.task.chance(plan.length),
            label: strings.guess.into(),
        }),
        length.map(|length| Mark {
            upright: true,
            at: length as f64,
            label: String::new(),
        }),
    ];
    Chart {
        title: strings.lengths.into(),
        x: Span::new(
            strings.length_axis,
            ends.0 as f64,
            ends.1 as f64,
            Scale::Log,
        ),
        y: Span::new(strings.accuracy_axis, 0.0, 1.0, Scale::Linear),
        zones: vec![Zone {
            from: ends.0 as f64,
            to: plan.length as f64,
            label: strings.trained.into(),
        }],
        marks: marks.into_iter().flatten().collect(),
        series,
    }
}

/// One model's share of right answers over the seeds.
fn accuracy(scores: &[Score], model: usize) -> Option<Spread> {
    Spread::of(
        scores
            .iter()
            .filter_map(|s| s.accuracy.get(model).copied().flatten()),
    )
}

/// The dash of lines under a remedy.
const REMEDIED: u8 = 4;

/// Who holds, who fades, who guesses at a length.
fn reading(course: Course, remedy: Remedy, length: usize) -> Option<String> {
    let Asked { plan, .. } = course.plan.get();
    let plan = plan.ok()?;
    let strings = say(course.desk);
    let names = names(&plan.entrants, course.desk.language.get());
    let mut standing = Standing {
        length,
        times: times(course, length),
        hold: Vec::new(),
        fade: Vec::new(),
        guess: Vec::new(),
    };
    let chance = plan.task.chance(length);
    course.tests.with(|tests| {
        let of = |wanted: Remedy| {
            let tested = tests.iter().find(|tested| tested.remedy == wanted)?;
            let at = |scores: &&Vec<Score>| scores.iter().any(|score| score.length == length);
            tested.scores.iter().find(at)
        };
        let plain = of(Remedy::Nothing)?;
        let helped = of(remedy);
        for (model, name) in names.into_iter().enumerate() {
            let applies = remedy != Remedy::Nothing && remedy.applies(&plan.entrants[model]);
            let (score, name) = match helped.filter(|_| applies) {
                Some(score) => (
                    score,
                    (strings.remedied)(&name, (strings.remedy)(remedy.kind()).0),
                ),
                None => (plain, name),
            };
            match accuracy(score, model).map(|spread| spread.mean) {
                Some(share) if share >= HOLDS => standing.hold.push(name),
                Some(share) if share <= chance + NOISE => standing.guess.push(name),
                Some(_) => standing.fade.push(name),
                None => {}
            }
        }
        Some((strings.reading)(&standing))
    })
}
