//! The figure: a line an encoding, and one more for each that the chosen remedy means something to.

use super::super::course::{Course, lengths};
use super::super::racer::{looks, names};
use super::super::{say, spread};
use super::Measure;
use crate::experiment::train::{Plan, Remedy, Score, Tested};
use crate::figure::curves::{Chart, Mark, Scale, Series, Span, Zone};
use leptos::prelude::*;

/// The dash of lines under a remedy.
const REMEDIED: u8 = 4;

/// The figure. Reactive.
pub(super) fn chart(
    course: Course,
    plan: &Plan,
    remedy: Remedy,
    length: Option<usize>,
    measure: Measure,
) -> Chart {
    let strings = say(course.desk);
    let series = series(course, plan, remedy, measure);
    let all = lengths(plan);
    let ends = all
        .first()
        .zip(all.last())
        .map_or((1, 2), |(a, b)| (*a, *b));
    let guess = (measure == Measure::Accuracy).then(|| Mark {
        upright: false,
        at: plan.task.chance(plan.length),
        label: strings.guess.into(),
    });
    let looked_at = length.map(|length| Mark {
        upright: true,
        at: length as f64,
        label: String::new(),
    });
    let values = series.iter().flat_map(|line| {
        let band = line.spread.iter().flat_map(|(_, low, high)| [*low, *high]);
        line.points.iter().map(|(_, y)| *y).chain(band)
    });
    Chart {
        title: strings.lengths.into(),
        x: Span::new(
            strings.length_axis,
            ends.0 as f64,
            ends.1 as f64,
            Scale::Log,
        ),
        y: match measure {
            Measure::Accuracy => Span::new(strings.accuracy_axis, 0.0, 1.0, Scale::Linear),
            Measure::Perplexity => Span::of(strings.perplexity_axis, values, Scale::Log),
        },
        zones: vec![Zone {
            from: ends.0 as f64,
            to: plan.length as f64,
            label: strings.trained.into(),
        }],
        marks: guess.into_iter().chain(looked_at).collect(),
        series,
    }
}

fn series(course: Course, plan: &Plan, remedy: Remedy, measure: Measure) -> Vec<Series> {
    let strings = say(course.desk);
    let names = names(&plan.entrants, course.desk.language.get());
    let looks = looks(&plan.entrants);
    let seeds = course.plan.with(|asked| asked.seeds);
    let line = |tested: &Tested, model: usize, name: String, dash: Option<u8>| {
        let point = |scores: &Vec<Score>| {
            let length = scores.first()?.length as f64;
            Some((length, measure.of(scores, model)?))
        };
        let mut look = looks[model];
        look.dots = true;
        look.dash = dash.unwrap_or(look.dash);
        spread::line(tested.scores.iter().filter_map(point), seeds, name, look)
    };
    let mut series = Vec::new();
    course.tests.with(|tests| {
        for tested in tests {
            let shown = tested.remedy == Remedy::Nothing || tested.remedy == remedy;
            for (model, name) in names.iter().enumerate().filter(|_| shown) {
                if tested.remedy == Remedy::Nothing {
                    series.push(line(tested, model, name.clone(), None));
                } else if tested.remedy.applies(&plan.entrants[model]) {
                    let own = (strings.remedied)(name, (strings.remedy)(remedy.kind()).0);
                    series.push(line(tested, model, own, Some(REMEDIED)));
                }
            }
        }
    });
    series
}
