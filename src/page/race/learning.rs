//! Curves over the training steps: accuracy, loss, and the gradient that reaches the doors.

use super::course::{Asked, Course};
use super::racer::{looks, names};
use super::say;
use crate::experiment::train::{Plan, Point};
use crate::figure::curves::{Chart, Mark, Scale, Series, Span};
use crate::page::figure::{Choice, Curves};
use leptos::prelude::*;

/// What the curves show, by the place of its button.
const ACCURACY: usize = 0;
const LOSS: usize = 1;
const DOOR: usize = 2;

/// The training curves.
#[component]
pub fn Learning(course: Course) -> impl IntoView {
    let desk = course.desk;
    let measure = RwSignal::new(ACCURACY);
    let shown = move || measure.get().min(DOOR);
    let empty = Memo::new(move |_| course.points.with(Vec::is_empty));
    let labels = Signal::derive(move || say(desk).measures.map(str::to_owned).to_vec());
    let chart = Signal::derive(move || {
        let Asked { plan, .. } = course.plan.get();
        match plan {
            Ok(plan) => course
                .points
                .with(|points| chart(course, &plan, points, shown())),
            Err(_) => Chart::default(),
        }
    });
    view! {
        <section>
            <h2 class="fig-title">{move || say(desk).learning}</h2>
            <Show
                when=move || !empty.get()
                fallback=move || view! { <p class="fig-caption soft">{move || say(desk).no_curve}</p> }
            >
                <Choice names=labels chosen=measure label=|desk| say(desk).measure />
                <Curves chart height=220.0 />
                <p class="fig-caption">{move || say(desk).measure_captions[shown()]}</p>
            </Show>
        </section>
    }
}

fn chart(course: Course, plan: &Plan, points: &[Point], measure: usize) -> Chart {
    let strings = say(course.desk);
    let names = names(&plan.entrants, course.desk.language.get());
    let of = |model: usize| {
        let value = move |point: &Point| Some((point.step as f64, value(point, model, measure)?));
        points.iter().filter_map(value).collect::<Vec<_>>()
    };
    let racers = names.into_iter().zip(looks(&plan.entrants)).enumerate();
    let series = racers.map(|(model, (name, look))| Series {
        name,
        look,
        points: of(model),
    });
    // Where no gradient arrives there is no line.
    let series: Vec<Series> = series
        .filter(|line| line.points.iter().any(|p| p.1 > 0.0))
        .collect();
    let steps = plan.steps.max(points.last().map_or(0, |point| point.step));
    let values = series
        .iter()
        .flat_map(|line| line.points.iter().map(|point| point.1));
    let y_name = strings.measure_axes[measure];
    Chart {
        title: strings.learning.into(),
        x: Span::new(strings.step_axis, 0.0, steps as f64, Scale::Linear),
        y: match measure {
            ACCURACY => Span::new(y_name, 0.0, 1.0, Scale::Linear),
            _ => Span::of(y_name, values.chain([0.0]), Scale::Linear),
        },
        marks: match measure {
            ACCURACY => vec![Mark {
                upright: false,
                at: plan.task.chance(plan.length),
                label: strings.guess.into(),
            }],
            _ => Vec::new(),
        },
        zones: Vec::new(),
        series,
    }
}

fn value(point: &Point, model: usize, measure: usize) -> Option<f64> {
    let number = match measure {
        ACCURACY => point.accuracy.get(model).copied(),
        LOSS => point.loss.get(model).copied(),
        _ => point.door_gradient.get(model).copied().flatten(),
    };
    number.map(f64::from)
}
