//! Curves over the training steps: accuracy and loss.

use super::course::{Asked, Course};
use super::racer::{looks, names};
use super::{say, spread};
use crate::experiment::train::{Plan, Point};
use crate::figure::curves::{Chart, Mark, Scale, Series, Span};
use crate::page::figure::{Choice, Curves};
use leptos::prelude::*;

/// What the curves show, by the place of its button.
const ACCURACY: usize = 0;
const LOSS: usize = 1;

/// The training curves.
#[component]
pub fn Learning(course: Course) -> impl IntoView {
    let desk = course.desk;
    let measure = RwSignal::new(ACCURACY);
    let shown = move || measure.get().min(LOSS);
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

fn chart(course: Course, plan: &Plan, seeds: &[Vec<Point>], measure: usize) -> Chart {
    let strings = say(course.desk);
    let names = names(&plan.entrants, course.desk.language.get());
    let racers = names.into_iter().zip(looks(&plan.entrants)).enumerate();
    let series = racers.map(|(model, (name, look))| {
        let value = |point: &Point| value(point, model, measure);
        spread::over_steps(seeds, value, name, look)
    });
    let series: Vec<Series> = series.collect();
    let (taken, of) = course.steps.get();
    let values = series.iter().flat_map(|line| {
        let band = line.spread.iter().map(|(_, _, high)| *high);
        line.points.iter().map(|point| point.1).chain(band)
    });
    let y_name = strings.measure_axes[measure];
    Chart {
        title: strings.learning.into(),
        x: Span::new(
            strings.step_axis,
            0.0,
            plan.steps.max(of).max(taken) as f64,
            Scale::Linear,
        ),
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

fn value(point: &Point, model: usize, measure: usize) -> Option<f32> {
    let numbers = match measure {
        LOSS => &point.loss,
        _ => &point.accuracy,
    };
    numbers.get(model).copied()
}
