//! Curves: lines over two axes, drawn by plotters as SVG.
//!
//! plotters draws the lines, the grid and the zones, and nothing else: every text is set by the page in its own type, at
//! the places that [`Drawn`] tells, and colours are classes that the style sheet knows, so that a new theme redraws nothing.

mod draw;
mod ends;
mod scale;
mod svg;

pub use draw::{Drawn, End, Label, Tick, draw, y_ticks};
pub use scale::{Scale, Span, tick_text};

/// Lines over two axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// What it is, in a few words.
    pub title: String,
    /// The axis across.
    pub x: Span,
    /// The axis upwards.
    pub y: Span,
    /// Stretches of the x axis that are shaded, behind everything.
    pub zones: Vec<Zone>,
    /// Lines across the whole figure at one value.
    pub marks: Vec<Mark>,
    /// The lines. A later one lies over an earlier one.
    pub series: Vec<Series>,
}

/// One line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What stands at its end.
    pub name: String,
    /// Its look.
    pub look: Look,
    /// Its points (x, y), x rising. Where a number isn't finite, the line is broken.
    pub points: Vec<(f64, f64)>,
    /// The lowest and the highest (x, low, high) of what a line is the mean of, x rising: a band behind the line. Mostly none.
    pub spread: Vec<(f64, f64, f64)>,
}

/// How a line looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Its colour: 0 for plain ink, 1 to 4 for the hue of a door, 5 for what stands back.
    pub hue: u8,
    /// Its dash: 0 for a whole line; 1, 2, 3 and 4 for ever shorter dashes. Tells lines of one hue apart.
    pub dash: u8,
    /// Whether it is drawn stronger than the others.
    pub strong: bool,
    /// Whether each of its points gets a dot: for few points.
    pub dots: bool,
    /// Whether it holds each value until the next point: a staircase.
    pub steps: bool,
}

/// A shaded stretch of the x axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// Where it starts.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// What it is.
    pub label: String,
}

/// A line across the whole figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Whether it stands upright at an x, else it lies level at a y.
    pub upright: bool,
    /// The value.
    pub at: f64,
    /// What it is.
    pub label: String,
}

impl Chart {
    /// Every x at which some line has a point, rising: where a cursor stops.
    pub fn stops(&self) -> Vec<f64> {
        let points = self.series.iter().flat_map(|line| &line.points);
        let mut stops: Vec<f64> = points.map(|(x, _)| *x).filter(|x| x.is_finite()).collect();
        stops.sort_by(f64::total_cmp);
        stops.dedup();
        stops
    }
}

impl Series {
    /// Its value at a stop; none where it has no point there.
    pub fn at(&self, x: f64) -> Option<f64> {
        let found = self.points.binary_search_by(|(own, _)| own.total_cmp(&x));
        found
            .ok()
            .map(|index| self.points[index].1)
            .filter(|y| y.is_finite())
    }

    /// The lowest and the highest at a stop; none where it has no band there.
    pub fn spread_at(&self, x: f64) -> Option<(f64, f64)> {
        let found = self.spread.binary_search_by(|(own, ..)| own.total_cmp(&x));
        found.ok().map(|index| {
            let (_, low, high) = self.spread[index];
            (low, high)
        })
    }

    /// Its points without those that are no numbers.
    pub fn finite(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let points = self.points.iter().copied();
        points.filter(|(x, y)| x.is_finite() && y.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::{Chart, Series};

    #[test]
    fn a_cursor_stops_where_any_line_has_a_point() {
        let line = |points: &[(f64, f64)]| Series {
            points: points.to_vec(),
            ..Series::default()
        };
        let chart = Chart {
            series: vec![
                line(&[(0.0, 1.0), (2.0, f64::NAN)]),
                line(&[(1.0, 5.0), (2.0, 6.0)]),
            ],
            ..Chart::default()
        };
        assert_eq!(chart.stops(), [0.0, 1.0, 2.0]);
        assert_eq!(chart.series[0].at(1.0), None);
        assert_eq!(chart.series[0].at(2.0), None);
        assert_eq!(chart.series[1].at(2.0), Some(6.0));
    }
}
