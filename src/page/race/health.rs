//! The health of position: gradient at the doors, attention's entropy and distance, and the position read from each layer.

use super::course::Course;
use super::racer::{looks, names};
use super::{say, spread};
use crate::experiment::train::{Health, Plan, Point, even_distance};
use crate::figure::curves::{Chart, Look, Mark, Scale, Series, Span};
use crate::figure::entropy_limit;
use crate::page::figure::{Choice, Curves};
use crate::page::text::{HealthStrings, race_health};
use leptos::prelude::*;

/// What is measured, by the place of its button.
const DOOR: usize = 0;
const ENTROPY: usize = 1;
const DISTANCE: usize = 2;
const READOUT: usize = 3;

/// Room around the dots of the readout, in layers and in R^2.
const AIR: f64 = 0.04;

/// See the module.
#[component]
pub fn HealthOfPosition(course: Course) -> impl IntoView {
    let desk = course.desk;
    let words = move || race_health(desk.language.get());
    let (measure, model) = (RwSignal::new(DOOR), RwSignal::new(0));
    let shown = move || measure.get().min(READOUT);
    let measured = Memo::new(move |_| course.points.with(|points| !points.is_empty()));
    let plan = move || course.plan.with(|asked| asked.plan.clone().ok());
    let labels = Signal::derive(move || words().measures.map(str::to_owned).to_vec());
    let racers = Signal::derive(move || {
        let names = |plan: Plan| names(&plan.entrants, desk.language.get());
        plan().map(names).unwrap_or_default()
    });
    let chart = Signal::derive(move || {
        let Some(plan) = plan() else {
            return Chart::default();
        };
        let scene = Scene {
            course,
            plan: &plan,
            words: words(),
            model: model.get().min(plan.entrants.len().saturating_sub(1)),
        };
        match shown() {
            DOOR => scene.doors(),
            READOUT => scene.readout(),
            measure => scene.heads(measure),
        }
    });
    let by_head = move || matches!(shown(), ENTROPY | DISTANCE);
    view! {
        <Show when=move || measured.get()>
            <section class="race-health">
                <h2 class="fig-title">{move || words().title}</h2>
                <p class="fig-caption">{move || words().lead}</p>
                <Choice names=labels chosen=measure label=|desk| race_health(desk.language.get()).measure />
                <Show when=by_head>
                    <Choice names=racers chosen=model label=|desk| say(desk).look_choices[0] />
                </Show>
                <Curves chart height=220.0 />
                <p class="formula">{move || words().formulas[shown()]}</p>
                <p class="fig-caption">{move || words().captions[shown()]}</p>
                <p class="fig-caption"><b>{move || words().here}</b>{move || words().healthy[shown()]}</p>
            </section>
        </Show>
    }
}

/// What a chart is made of.
struct Scene<'a> {
    course: Course,
    plan: &'a Plan,
    words: &'static HealthStrings,
    model: usize,
}

impl Scene<'_> {
    fn chart(&self, measure: usize, series: Vec<Series>, marks: Vec<Mark>) -> Chart {
        let (taken, of) = self.course.steps.get();
        let values = series.iter().flat_map(|line| {
            let band = line.spread.iter().flat_map(|(_, low, high)| [*low, *high]);
            line.points.iter().map(|(_, y)| *y).chain(band)
        });
        let marked = marks.iter().map(|mark| mark.at);
        let name = self.words.axes[measure];
        let all = values.chain(marked);
        let y = match measure {
            // Within one run it passes through powers of ten.
            DOOR => Span::of(name, all, Scale::Log),
            _ => Span::of(name, all.chain([0.0]), Scale::Linear),
        };
        Chart {
            title: self.words.measures[measure].into(),
            x: Span::new(
                say(self.course.desk).step_axis,
                0.0,
                of.max(taken).max(1) as f64,
                Scale::Linear,
            ),
            y,
            zones: Vec::new(),
            marks,
            series,
        }
    }

    /// Gradient at the doors over the steps, a line an encoding; none where no door is open.
    fn doors(&self) -> Chart {
        let course = self.course;
        let names = names(&self.plan.entrants, course.desk.language.get());
        let racers = names.into_iter().zip(looks(&self.plan.entrants));
        let series = course.points.with(|seeds| {
            let line = |(model, (name, look)): (usize, (String, Look))| {
                let value = |point: &Point| {
                    let norm = point.door_gradient.get(model).copied().flatten();
                    norm.filter(|norm| *norm > 0.0)
                };
                spread::over_steps(seeds, value, name, look)
            };
            let lines = racers.enumerate().map(line);
            lines.filter(|line| !line.points.is_empty()).collect()
        });
        self.chart(DOOR, series, Vec::new())
    }

    /// Entropy or distance over the steps, a line a head of one encoding.
    fn heads(&self, measure: usize) -> Chart {
        let (config, n) = (&self.plan.config, self.plan.length);
        let hue = looks(&self.plan.entrants)
            .get(self.model)
            .map_or(0, |l| l.hue);
        let of = |health: &Health, layer: usize, head: usize| {
            let all = match measure {
                ENTROPY => &health.entropy,
                _ => &health.distance,
            };
            all.get(self.model)?.get(layer)?.get(head).copied()
        };
        let line = |layer: usize, head: usize| Series {
            name: (self.words.head)(layer + 1, head + 1),
            look: Look {
                hue,
                dash: (layer % 5) as u8,
                ..Look::default()
            },
            points: self.course.health.with(|all| {
                let point = |(step, health): &(usize, Health)| {
                    Some((*step as f64, of(health, layer, head)?))
                };
                all.iter().filter_map(point).collect()
            }),
            ..Series::default()
        };
        let heads = (0..config.layers).flat_map(|layer| (0..config.heads).map(move |h| (layer, h)));
        let (at, label) = match measure {
            ENTROPY => (
                entropy_limit(n, config.causal),
                self.words.most(config.causal, n),
            ),
            _ => (even_distance(n, config.causal), self.words.even.to_owned()),
        };
        let mark = Mark {
            upright: false,
            at,
            label,
        };
        self.chart(
            measure,
            heads.map(|(l, h)| line(l, h)).collect(),
            vec![mark],
        )
    }

    /// R^2 by layer as trained so far, a line an encoding.
    fn readout(&self) -> Chart {
        let names = names(&self.plan.entrants, self.course.desk.language.get());
        let racers = names.into_iter().zip(looks(&self.plan.entrants));
        let series = self.course.health.with(|all| {
            let latest = all.last().map(|(_, health)| &health.readout);
            let line = |(model, (name, look)): (usize, (String, Look))| {
                let scores = latest.and_then(|all| all.get(model));
                let scores = scores.into_iter().flatten().enumerate();
                Series {
                    name,
                    look: Look { dots: true, ..look },
                    points: scores
                        .map(|(layer, score)| (layer as f64, *score))
                        .collect(),
                    ..Series::default()
                }
            };
            racers.enumerate().map(line).collect::<Vec<_>>()
        });
        let layers = self.plan.config.layers as f64;
        let mut chart = self.chart(READOUT, series, Vec::new());
        let least = chart.series.iter().flat_map(|line| &line.points);
        let least = least.fold(0.0_f64, |least, (_, y)| least.min(*y));
        let ends = [-AIR, layers + AIR];
        chart.x = Span::new(self.words.layer_axis, ends[0], ends[1], Scale::Whole);
        chart.y = Span::new(
            self.words.axes[READOUT],
            least - AIR,
            1.0 + AIR,
            Scale::Linear,
        );
        chart
    }
}
