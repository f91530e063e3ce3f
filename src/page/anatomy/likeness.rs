//! How alike positions look against their distance, and where that stops falling.

use super::{Scene, say};
use crate::experiment::anatomy::{Likeness, Opened, likeness};
use crate::figure::curves::{Chart, Look, Mark, Scale, Series, Span};
use crate::page::Desk;
use crate::page::figure::Curves;
use leptos::prelude::*;

/// Most heads that get a line of their own.
const HEADS: usize = 8;

/// Whether the encoding has a likeness by distance.
pub(super) fn is_there(opened: &Opened) -> bool {
    measured(opened, 1).is_some()
}

/// The likeness of the first position and those after it.
fn measured(opened: &Opened, heads: usize) -> Option<Likeness> {
    likeness(&opened.doors, &opened.positions, 0, heads)
}

/// The curves: one, or one a head.
#[component]
pub(super) fn LikenessCurve(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let found = Memo::new(move |_| {
        let heads = desk.store.read(|state| state.whole("heads")) as usize;
        let opened = scene.opened.get();
        opened.and_then(|opened| measured(&opened, heads.min(HEADS)))
    });
    let chart = Signal::derive(move || {
        found.with(|found| {
            let found = found.as_ref();
            found.map_or_else(Chart::default, |found| drawn(desk, scene.hue.get(), found))
        })
    });
    let title =
        move || found.with(|found| found.as_ref().map(|l| (say(desk).likeness.title)(l.of)));
    let caption = move || {
        found.with(|found| {
            let (say, found) = (&say(desk).likeness, found.as_ref()?);
            let positions = found.curves.first().map_or(0, Vec::len);
            Some(match found.first_rise {
                Some(distance) => (say.rises)(found.of, distance),
                None => (say.falls)(positions),
            })
        })
    };
    view! {
        <section class="fig">
            <h2 class="fig-title">{title}</h2>
            <Curves chart />
            <p class="fig-caption">{caption}</p>
        </section>
    }
}

fn drawn(desk: Desk, hue: u8, found: &Likeness) -> Chart {
    let say = &say(desk).likeness;
    let several = found.curves.len() > 1;
    let line = |(head, curve): (usize, &Vec<f64>)| Series {
        name: if several {
            (say.head)(head + 1)
        } else {
            String::new()
        },
        look: Look {
            hue,
            dash: (head % 5) as u8,
            ..Look::default()
        },
        points: curve
            .iter()
            .enumerate()
            .map(|(k, v)| (k as f64, *v))
            .collect(),
        ..Series::default()
    };
    let rise = found.first_rise.map(|distance| Mark {
        upright: true,
        at: distance as f64,
        label: say.rise.into(),
    });
    let longest = found.curves.iter().map(Vec::len).max().unwrap_or(1);
    let values = found.curves.iter().flatten().copied();
    Chart {
        title: (say.title)(found.of).into(),
        x: Span::new(
            say.distance,
            0.0,
            longest.saturating_sub(1) as f64,
            Scale::Linear,
        ),
        y: Span::of((say.measure)(found.of), values, Scale::Linear),
        marks: rise.into_iter().collect(),
        series: found.curves.iter().enumerate().map(line).collect(),
        ..Chart::default()
    }
}
