//! A drawn chart: the lines as SVG, and the places of everything that is written beside them.

use super::ends::push_apart;
use super::scale::tick_text;
use super::svg::svg;
use super::{Chart, Span};

/// About how many ticks stand along the y axis.
pub(super) const Y_TICKS: usize = 6;
/// Room that a tick's number takes along the x axis, in pixels.
const X_TICK: f64 = 56.0;
/// Least distance between two names at the ends of lines, in pixels.
const NAME: f64 = 19.0;

/// A drawn chart. Places are in pixels from the left and from the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// The lines: an SVG element.
    pub svg: String,
    /// Ticks along the x axis.
    pub x_ticks: Vec<Tick>,
    /// Ticks along the y axis.
    pub y_ticks: Vec<Tick>,
    /// Labels of zones and of marks, in the order of the chart: zones first.
    pub labels: Vec<Label>,
    /// Names at the ends of lines.
    pub ends: Vec<End>,
}

/// A number on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Its place.
    pub at: f64,
    /// What it says.
    pub text: String,
}

/// A label in the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Its place: of a zone its left end, of an upright mark the line, of a level one the left end.
    pub left: f64,
    /// Its place from the top.
    pub top: f64,
    /// How far it may reach.
    pub room: f64,
    /// What it says.
    pub text: String,
}

/// The name at a line's end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Which line.
    pub series: usize,
    /// Where the line ends, from the top.
    pub end: f64,
    /// Where the name stands, from the top.
    pub name: f64,
}

/// Draws `chart` on `width` by `height` pixels, without the room for what is written beside it.
pub fn draw(chart: &Chart, width: f64, height: f64) -> Drawn {
    let across = |x: f64| chart.x.share(x) * width;
    let down = |y: f64| (1.0 - chart.y.share(y)) * height;
    let most = (width / X_TICK).clamp(2.0, 12.0) as usize;
    Drawn {
        svg: svg(chart, width, height),
        x_ticks: ticks(&chart.x, most, across),
        y_ticks: y_ticks(chart, height),
        labels: labels(chart, width, across, down),
        ends: ends(chart, height, down),
    }
}

/// The ticks along the y axis, which don't depend on the width: what stands beside them decides how wide the lines' field is.
pub fn y_ticks(chart: &Chart, height: f64) -> Vec<Tick> {
    let down = |y: f64| (1.0 - chart.y.share(y)) * height;
    ticks(&chart.y, Y_TICKS, down)
}

fn ticks(span: &Span, most: usize, place: impl Fn(f64) -> f64) -> Vec<Tick> {
    let tick = |value: f64| Tick {
        at: place(value),
        text: tick_text(value),
    };
    span.ticks(most).into_iter().map(tick).collect()
}

fn labels(
    chart: &Chart,
    width: f64,
    across: impl Fn(f64) -> f64,
    down: impl Fn(f64) -> f64,
) -> Vec<Label> {
    let zones = chart.zones.iter().map(|zone| {
        let left = across(zone.from).clamp(0.0, width);
        Label {
            left,
            top: 0.0,
            room: across(zone.to).clamp(0.0, width) - left,
            text: zone.label.clone(),
        }
    });
    let inside = |mark: &&super::Mark| {
        let axis = if mark.upright { &chart.x } else { &chart.y };
        (axis.from..=axis.to).contains(&mark.at)
    };
    let marks = chart.marks.iter().filter(inside).map(|mark| {
        let (left, top) = match mark.upright {
            true => (across(mark.at), 0.0),
            false => (0.0, down(mark.at)),
        };
        Label {
            left,
            top,
            room: width - left,
            text: mark.label.clone(),
        }
    });
    zones.chain(marks).collect()
}

fn ends(chart: &Chart, height: f64, down: impl Fn(f64) -> f64) -> Vec<End> {
    let last = chart.series.iter().enumerate().filter_map(|(index, line)| {
        let (_, y) = line.finite().last()?;
        (!line.name.is_empty()).then(|| (index, down(y).clamp(0.0, height)))
    });
    let last: Vec<_> = last.collect();
    let wishes: Vec<f64> = last.iter().map(|(_, at)| *at).collect();
    let names = push_apart(&wishes, NAME, height);
    let end = |((series, end), name): (&(usize, f64), f64)| End {
        series: *series,
        end: *end,
        name,
    };
    last.iter().zip(names).map(end).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Chart, Mark, Scale, Series, Span, Zone};
    use super::draw;

    #[test]
    fn what_is_written_stands_where_the_lines_are() {
        let line = |name: &str, last: f64| Series {
            name: name.into(),
            points: vec![(0.0, 0.0), (10.0, last), (20.0, f64::NAN)],
            ..Series::default()
        };
        let chart = Chart {
            x: Span::new("", 0.0, 20.0, Scale::Linear),
            y: Span::new("", 0.0, 1.0, Scale::Linear),
            zones: vec![Zone {
                from: 0.0,
                to: 5.0,
                label: "zone".into(),
            }],
            marks: vec![
                Mark {
                    upright: false,
                    at: 0.5,
                    label: "chance".into(),
                },
                Mark {
                    upright: true,
                    at: 99.0,
                    label: "outside".into(),
                },
            ],
            series: vec![line("a", 1.0), line("b", 0.9), line("", 0.1)],
            ..Chart::default()
        };
        let drawn = draw(&chart, 200.0, 100.0);
        assert_eq!((drawn.labels[0].left, drawn.labels[0].room), (0.0, 50.0));
        assert_eq!(drawn.labels.len(), 2, "a mark outside has no label");
        assert_eq!(drawn.labels[1].top, 50.0);
        let places: Vec<_> = drawn.ends.iter().map(|e| (e.series, e.end)).collect();
        assert_eq!(places.len(), 2, "a line without a name has none");
        assert_eq!(places[0], (0, 0.0));
        assert!((places[1].1 - 10.0).abs() < 1e-9);
        assert!(drawn.ends[1].name - drawn.ends[0].name >= 19.0);
        assert_eq!(drawn.y_ticks.first().map(|t| t.text.as_str()), Some("0"));
        assert_eq!(drawn.y_ticks.first().map(|t| t.at), Some(100.0));
    }
}
