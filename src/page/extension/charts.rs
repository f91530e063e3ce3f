//! The view's two plots.

use crate::experiment::extension::{Stretch, Way};
use crate::figure::curves::{Chart, Look, Mark, Scale, Series, Span, Zone};
use crate::language::Language;
use crate::page::text::extension;

/// The hue of door 2, through which rotations come.
const ROTATION: u8 = 2;
/// The hue of what stands back.
const BACK: u8 = 5;

/// The dash of each way, in their order: of one hue, they are told apart by it.
const DASHES: [u8; 6] = [1, 1, 2, 4, 0, 3];

/// Every way, pair by pair: over the trained frequency, or the `frequency` itself.
pub(super) fn ways_chart(
    stretch: &Stretch,
    ways: &[Way],
    chosen: Option<usize>,
    frequency: bool,
    language: Language,
) -> Chart {
    let say = extension(language);
    let measure = usize::from(frequency);
    let values = |way: &Way| match frequency {
        true => way.inv_freq.clone(),
        false => way.ratio.clone(),
    };
    let series = ways.iter().enumerate().map(|(index, way)| Series {
        name: way.name.get(language).into(),
        look: Look {
            hue: if chosen == Some(index) {
                ROTATION
            } else {
                BACK
            },
            dash: DASHES.get(index).copied().unwrap_or(0),
            strong: chosen == Some(index),
            ..Look::default()
        },
        points: points(&values(way)),
        ..Series::default()
    });
    let all = ways.iter().flat_map(values);
    Chart {
        title: say.ways.into(),
        x: pairs(stretch, say.pair),
        y: aired(Span::of(say.measure_axes[measure], all, Scale::Log)),
        zones: ramp(stretch, say.ramp),
        marks: Vec::new(),
        series: series.collect(),
    }
}

/// How often each pair turns: within the trained length, and within the stretched one under the chosen way.
pub(super) fn turns_chart(stretch: &Stretch, way: Option<&Way>, language: Language) -> Chart {
    let say = extension(language);
    let trained = stretch.trained_turns();
    let all = trained.iter().chain(way.iter().flat_map(|way| &way.turns));
    let y = aired(Span::of(say.turns_axis, all.copied(), Scale::Log));
    let mut series = vec![Series {
        name: say.trained.into(),
        look: Look {
            hue: BACK,
            ..Look::default()
        },
        points: points(&trained),
        ..Series::default()
    }];
    series.extend(way.map(|way| Series {
        name: say.stretched.into(),
        look: Look {
            hue: ROTATION,
            strong: true,
            ..Look::default()
        },
        points: points(&way.turns),
        ..Series::default()
    }));
    Chart {
        title: say.turns.into(),
        x: pairs(stretch, say.pair),
        y,
        zones: ramp(stretch, say.ramp),
        marks: vec![Mark {
            upright: false,
            at: 1.0,
            label: say.one_turn.into(),
        }],
        series,
    }
}

fn points(values: &[f64]) -> Vec<(f64, f64)> {
    let point = |(pair, value): (usize, &f64)| (pair as f64, *value);
    values.iter().enumerate().map(point).collect()
}

fn pairs(stretch: &Stretch, name: &str) -> Span {
    let last = (stretch.rotary_dim / 2).saturating_sub(1);
    Span::new(name, 0.0, last as f64, Scale::Linear)
}

/// A little air below and above, so that a line along an edge is seen whole.
fn aired(mut span: Span) -> Span {
    const AIR: f64 = 1.15;
    if span.scale == Scale::Log {
        span.from /= AIR;
        span.to *= AIR;
    }
    span
}

/// Where YaRN's ramp lies, if there is one.
fn ramp(stretch: &Stretch, label: &str) -> Vec<Zone> {
    let (from, to) = stretch.ramp();
    let zone = Zone {
        from,
        to,
        label: label.into(),
    };
    let is_one = from.is_finite() && to.is_finite() && from < to;
    is_one.then_some(zone).into_iter().collect()
}
