//! What plotters draws, and the classes that its colours stand for.

use super::{Chart, Series, Span};
use plotters::coord::ranged1d::Ranged;
use plotters::prelude::*;

/// Units of the drawing per pixel: plotters places points at whole units.
const FINE: f64 = 10.0;
/// Radius of a dot, in pixels.
const DOT: f64 = 3.5;

type Area<'a> = DrawingArea<SVGBackend<'a>, Cartesian2d<Span, Span>>;
type Fault = DrawingAreaErrorKind<std::io::Error>;

/// The drawing of `chart` on `width` by `height` pixels, as an SVG element without a text.
///
/// A colour is a class: `grid`, `zone`, `mark`, and for each line `line hue-N dash-N`, with `strong` where it is.
pub(super) fn svg(chart: &Chart, width: f64, height: f64) -> String {
    let units = |pixels: f64| (pixels.clamp(1.0, 10_000.0) * FINE).round() as u32;
    let size = (units(width), units(height));
    let mut text = String::new();
    let drawn = paint(chart, &mut text, size);
    // Writing to a string in memory can't fail; were it to, there would be no lines, and the table would still stand.
    if drawn.is_err() {
        return String::new();
    }
    dress(text, chart)
}

fn paint(chart: &Chart, text: &mut String, size: (u32, u32)) -> Result<(), Fault> {
    let whole = (0..size.0 as i32, size.1 as i32..0);
    let root = SVGBackend::with_string(text, size).into_drawing_area();
    let plane = Cartesian2d::<Span, Span>::new(chart.x.clone(), chart.y.clone(), whole);
    let area: Area = root.apply_coord_spec(plane);
    zones(&area, chart)?;
    grid(&area, chart)?;
    for (index, line) in chart.series.iter().enumerate() {
        band(&area, index, line)?;
    }
    for (index, line) in chart.series.iter().enumerate() {
        series(&area, index, line)?;
    }
    area.present()
}

fn zones(area: &Area, chart: &Chart) -> Result<(), Fault> {
    let (x, y) = (&chart.x, &chart.y);
    for zone in &chart.zones {
        let (from, to) = (zone.from.max(x.from), zone.to.min(x.to));
        if from < to {
            let corners = [(from, y.from), (to, y.to)];
            area.draw(&Rectangle::new(corners, Paint::Zone.colour().filled()))?;
        }
    }
    Ok(())
}

fn grid(area: &Area, chart: &Chart) -> Result<(), Fault> {
    let (x, y) = (&chart.x, &chart.y);
    for tick in y.ticks(super::draw::Y_TICKS) {
        let level = [(x.from, tick), (x.to, tick)];
        area.draw(&PathElement::new(level, Paint::Grid.colour()))?;
    }
    for mark in &chart.marks {
        let ends = match mark.upright {
            true => [(mark.at, y.from), (mark.at, y.to)],
            false => [(x.from, mark.at), (x.to, mark.at)],
        };
        let axis = if mark.upright { x } else { y };
        if axis.range().contains(&mark.at) {
            area.draw(&PathElement::new(ends, Paint::Mark.colour()))?;
        }
    }
    Ok(())
}

/// From the lowest to the highest: along the one, back along the other.
fn band(area: &Area, index: usize, line: &Series) -> Result<(), Fault> {
    let there = line.spread.iter().map(|(x, low, _)| (*x, *low));
    let back = line.spread.iter().rev().map(|(x, _, high)| (*x, *high));
    if line.spread.len() > 1 {
        let corners: Vec<_> = there.chain(back).collect();
        area.draw(&Polygon::new(corners, Paint::Band(index).colour().filled()))?;
    }
    Ok(())
}

fn series(area: &Area, index: usize, line: &Series) -> Result<(), Fault> {
    let colour = Paint::Line(index).colour();
    let broken = |point: &(f64, f64)| !(point.0.is_finite() && point.1.is_finite());
    for piece in line.points.split(broken) {
        if piece.len() > 1 {
            let points = if line.look.steps {
                steps(piece)
            } else {
                piece.to_vec()
            };
            area.draw(&PathElement::new(points, colour))?;
        }
        // A point that stands alone would be a line without length.
        if line.look.dots || piece.len() == 1 {
            for point in piece {
                area.draw(&Circle::new(
                    *point,
                    DOT * FINE,
                    Paint::Dot(index).colour().filled(),
                ))?;
            }
        }
    }
    Ok(())
}

/// The corners of a staircase: each value holds until the next point's x.
fn steps(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::with_capacity(2 * points.len());
    for (x, y) in points {
        if let Some((_, before)) = corners.last().copied() {
            corners.push((*x, before));
        }
        corners.push((*x, *y));
    }
    corners
}

/// What a colour stands for.
#[derive(Clone, Copy)]
enum Paint {
    Grid,
    Zone,
    Mark,
    Band(usize),
    Line(usize),
    Dot(usize),
}

impl Paint {
    /// A colour that nothing else has.
    fn colour(self) -> RGBColor {
        match self {
            Self::Grid => RGBColor(1, 0, 0),
            Self::Zone => RGBColor(2, 0, 0),
            Self::Mark => RGBColor(3, 0, 0),
            Self::Line(index) => RGBColor(4, (index >> 8) as u8, index as u8),
            Self::Dot(index) => RGBColor(5, (index >> 8) as u8, index as u8),
            Self::Band(index) => RGBColor(6, (index >> 8) as u8, index as u8),
        }
    }

    /// The attribute that plotters writes for it.
    fn attribute(self) -> String {
        let RGBColor(r, g, b) = self.colour();
        let name = match self {
            Self::Zone | Self::Dot(_) | Self::Band(_) => "fill",
            _ => "stroke",
        };
        format!("{name}=\"#{r:02X}{g:02X}{b:02X}\"")
    }
}

/// Puts classes in the place of colours.
fn dress(mut text: String, chart: &Chart) -> String {
    let mut wear = |paint: Paint, class: &str| {
        text = text.replace(&paint.attribute(), &format!("class=\"{class}\""));
    };
    wear(Paint::Grid, "grid");
    wear(Paint::Zone, "zone");
    wear(Paint::Mark, "mark");
    for (index, line) in chart.series.iter().enumerate() {
        let look = line.look;
        let strong = if look.strong { " strong" } else { "" };
        let hue = format!("hue-{}", look.hue);
        wear(
            Paint::Line(index),
            &format!("line {hue} dash-{}{strong}", look.dash),
        );
        wear(Paint::Dot(index), &format!("dot {hue}"));
        wear(Paint::Band(index), &format!("band {hue}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Chart, Look, Scale, Series, Span, Zone};
    use super::svg;

    fn chart(look: Look, points: &[(f64, f64)]) -> Chart {
        Chart {
            x: Span::new("", 0.0, 10.0, Scale::Linear),
            y: Span::new("", 0.0, 1.0, Scale::Linear),
            series: vec![Series {
                points: points.to_vec(),
                look,
                ..Series::default()
            }],
            ..Chart::default()
        }
    }

    /// The points of the line in the drawing.
    fn drawn(text: &str) -> String {
        let line = text.lines().find(|line| line.contains("class=\"line"));
        let line = line.unwrap_or_default();
        let points = line.split("points=\"").nth(1).unwrap_or_default();
        points.split('"').next().unwrap_or_default().trim().into()
    }

    #[test]
    fn points_stand_where_the_axes_say_and_colours_are_classes() {
        let look = Look {
            hue: 2,
            dash: 1,
            strong: true,
            ..Look::default()
        };
        let text = svg(
            &chart(look, &[(0.0, 0.0), (5.0, 0.5), (10.0, 1.0)]),
            100.0,
            50.0,
        );
        assert_eq!(drawn(&text), "0,500 500,250 1000,0");
        assert!(text.contains("class=\"line hue-2 dash-1 strong\""));
        assert!(text.contains("class=\"grid\""));
        assert!(!text.contains('#'), "a colour is left: {text}");
    }

    #[test]
    fn a_staircase_holds_its_value() {
        let look = Look {
            steps: true,
            ..Look::default()
        };
        let text = svg(
            &chart(look, &[(0.0, 0.0), (5.0, 1.0), (10.0, 1.0)]),
            100.0,
            50.0,
        );
        assert_eq!(drawn(&text), "0,500 500,500 500,0 1000,0 1000,0");
    }

    #[test]
    fn a_line_breaks_where_there_is_no_number_and_a_lone_point_is_a_dot() {
        let points = [
            (0.0, 0.0),
            (1.0, 0.2),
            (2.0, f64::NAN),
            (3.0, 0.5),
            (4.0, f64::NAN),
        ];
        let text = svg(&chart(Look::default(), &points), 100.0, 50.0);
        assert_eq!(text.matches("class=\"line").count(), 1);
        assert_eq!(text.matches("<circle").count(), 1);
    }

    #[test]
    fn a_band_goes_along_the_lowest_and_back_along_the_highest() {
        let mut chart = chart(
            Look {
                hue: 3,
                ..Look::default()
            },
            &[(0.0, 0.5), (10.0, 0.5)],
        );
        chart.series[0].spread = vec![(0.0, 0.4, 0.6), (10.0, 0.0, 1.0)];
        let text = svg(&chart, 100.0, 50.0);
        let band = text
            .lines()
            .find(|line| line.contains("class=\"band hue-3\""));
        let band = band.expect("a band");
        assert!(band.contains("0,300 1000,500 1000,0 0,200"), "{band}");
        let line = text.find("class=\"line").expect("a line");
        assert!(
            text.find("class=\"band").expect("a band") < line,
            "the line lies over its band"
        );
    }

    #[test]
    fn a_zone_ends_where_the_axis_ends() {
        let mut chart = chart(Look::default(), &[]);
        chart.zones.push(Zone {
            from: 8.0,
            to: 99.0,
            label: String::new(),
        });
        let text = svg(&chart, 100.0, 50.0);
        assert!(
            text.contains("<rect x=\"800\" y=\"0\" width=\"200\" height=\"500\""),
            "{text}"
        );
    }
}
