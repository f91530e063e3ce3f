//! Lines that are the mean of several seeds, with a band from the lowest to the highest.

use crate::experiment::train::{Point, Spread};
use crate::figure::curves::{Look, Series};

/// A line over the training steps. A step that only some seeds have reached isn't drawn yet.
pub fn over_steps(
    seeds: &[Vec<Point>],
    value: impl Fn(&Point) -> Option<f32>,
    name: String,
    look: Look,
) -> Series {
    let points = seeds.iter().map(Vec::len).min().unwrap_or(0);
    let at = |index: usize| {
        let step = seeds.first()?.get(index)?.step;
        let values = seeds.iter().filter_map(|points| value(&points[index]));
        Some((step as f64, Spread::of(values.map(f64::from))?))
    };
    line((0..points).filter_map(at), seeds.len(), name, look)
}

/// A line through the means, with a band where there is more than one seed.
pub fn line(
    spreads: impl Iterator<Item = (f64, Spread)>,
    seeds: usize,
    name: String,
    look: Look,
) -> Series {
    let mut series = Series {
        name,
        look,
        ..Series::default()
    };
    for (x, spread) in spreads {
        series.points.push((x, spread.mean));
        if seeds > 1 {
            series.spread.push((x, spread.low, spread.high));
        }
    }
    series
}
