//! What the figure says at one length, in words.

use super::super::course::{Asked, Course};
use super::super::racer::names;
use super::super::say;
use super::{Measure, times};
use crate::experiment::train::{Plan, Remedy, Score};
use crate::figure::number;
use crate::page::text::Standing;
use leptos::prelude::*;

/// From this share on, a model answers as well as ever.
const HOLDS: f64 = 0.95;
/// Up to so much above guessing, it guesses: twice the error of 256 tosses of a coin.
const NOISE: f64 = 0.0625;

/// Who holds, who fades, who guesses at a length; of a text, how perplexed each is. Reactive.
pub(super) fn reading(
    course: Course,
    remedy: Remedy,
    length: usize,
    measure: Measure,
) -> Option<String> {
    let Asked { plan, .. } = course.plan.get();
    let plan = plan.ok()?;
    let strings = say(course.desk);
    let values = values(course, &plan, remedy, length, measure)?;
    let times = times(course, length);
    if measure == Measure::Perplexity {
        let said = values
            .iter()
            .map(|(name, value)| format!("{name} {}", number(*value)));
        let said: Vec<_> = said.collect();
        return Some((strings.perplexed)(length, &times, &said));
    }
    let mut standing = Standing {
        length,
        times,
        hold: Vec::new(),
        fade: Vec::new(),
        guess: Vec::new(),
    };
    let chance = plan.task.chance(length);
    for (name, share) in values {
        if share >= HOLDS {
            standing.hold.push(name);
        } else if share <= chance + NOISE {
            standing.guess.push(name);
        } else {
            standing.fade.push(name);
        }
    }
    Some((strings.reading)(&standing))
}

/// Each model's mean at a length, under the remedy where that means something to it.
fn values(
    course: Course,
    plan: &Plan,
    remedy: Remedy,
    length: usize,
    measure: Measure,
) -> Option<Vec<(String, f64)>> {
    let strings = say(course.desk);
    let names = names(&plan.entrants, course.desk.language.get());
    course.tests.with(|tests| {
        let of = |wanted: &Remedy| {
            let tested = tests.iter().find(|tested| tested.remedy == *wanted)?;
            let at = |scores: &&Vec<Score>| scores.iter().any(|score| score.length == length);
            tested.scores.iter().find(at)
        };
        let plain = of(&Remedy::Nothing)?;
        let helped = of(&remedy);
        let value = |(model, name): (usize, String)| {
            let applies = remedy != Remedy::Nothing && remedy.applies(&plan.entrants[model]);
            let (scores, name) = match helped.filter(|_| applies) {
                Some(scores) => (
                    scores,
                    (strings.remedied)(&name, (strings.remedy)(remedy.kind()).0),
                ),
                None => (plain, name),
            };
            Some((name, measure.of(scores, model)?.mean))
        };
        Some(names.into_iter().enumerate().filter_map(value).collect())
    })
}
