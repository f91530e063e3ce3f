//! One axis: its range, linear or logarithmic, and where its ticks stand.

use crate::figure::number::power_of_ten;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

/// How values spread over an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equally far apart.
    #[default]
    Linear,
    /// As linear; only whole numbers have a tick.
    Whole,
    /// Equal ratios are equally far apart. Needs a range above 0; else the axis is linear.
    Log,
}

/// A smaller share than this of a number is rounding.
const ROUNDING: f64 = 1e-12;

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// What is measured along it.
    pub name: String,
    /// Its lower end.
    pub from: f64,
    /// Its upper end.
    pub to: f64,
    /// How values spread over it.
    pub scale: Scale,
}

impl Default for Span {
    fn default() -> Self {
        Self::new("", 0.0, 1.0, Scale::Linear)
    }
}

impl Span {
    /// An axis from the smaller to the larger of two values. Ends that aren't numbers give 0 to 1, ends that differ by
    /// rounding at most are pulled apart, and a logarithm that doesn't exist gives way to a linear scale.
    pub fn new(name: impl Into<String>, from: f64, to: f64, scale: Scale) -> Self {
        let (from, to) = match (from.min(to), from.max(to)) {
            (from, to) if !from.is_finite() || !to.is_finite() => (0.0, 1.0),
            (from, to) if to - from <= ROUNDING * from.abs().max(to.abs()) => {
                (from - 0.5, to + 0.5)
            }
            ends => ends,
        };
        let scale = match scale {
            Scale::Log if from <= 0.0 => Scale::Linear,
            scale => scale,
        };
        Self {
            name: name.into(),
            from,
            to,
            scale,
        }
    }

    /// An axis that holds all of these values.
    pub fn of(
        name: impl Into<String>,
        values: impl IntoIterator<Item = f64>,
        scale: Scale,
    ) -> Self {
        let finite = values.into_iter().filter(|v| v.is_finite());
        let ends = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
            (low.min(v), high.max(v))
        });
        Self::new(name, ends.0, ends.1, scale)
    }

    /// Where a value stands along the axis: 0 at its lower end, 1 at its upper end.
    pub fn share(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Whole => (value - self.from) / (self.to - self.from),
            Scale::Log => libm::log(value / self.from) / libm::log(self.to / self.from),
        }
    }

    /// The values at which ticks stand, at most about `most` of them.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        match self.scale {
            Scale::Linear => linear_ticks(self.from, self.to, most),
            Scale::Whole => {
                let mut ticks = linear_ticks(self.from, self.to, most);
                ticks.retain(|tick| (tick - tick.round()).abs() < 1e-9);
                ticks
            }
            Scale::Log => log_ticks(self.from, self.to, most),
        }
    }
}

/// How plotters places values along the axis.
impl Ranged for Span {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let (start, end) = (f64::from(limit.0), f64::from(limit.1));
        // Far outside is as good as outside, and stays a number that fits.
        let share = self.share(*value).clamp(-10.0, 10.0);
        libm::round(start + (end - start) * share) as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        self.ticks(hint.max_num_points())
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.from..self.to
    }
}

/// Multiples of 1, 2 or 5 times a power of ten. (plotters finds them too, but goes on for ever where the range is as small
/// as rounding.)
fn linear_ticks(from: f64, to: f64, most: usize) -> Vec<f64> {
    let least = (to - from) / most.max(1) as f64;
    let decade = libm::exp10(libm::floor(libm::log10(least)));
    let fits = |step: &f64| *step >= least * (1.0 - 1e-9);
    let step = [1.0, 2.0, 5.0].map(|s| s * decade).into_iter().find(fits);
    let step = step.unwrap_or(10.0 * decade);
    let first = libm::ceil(from / step - 1e-9);
    let count = (libm::floor(to / step + 1e-9) - first).clamp(0.0, most as f64) as usize;
    (0..=count).map(|i| (first + i as f64) * step).collect()
}

/// Powers of ten; where there are few of them, their doubles and fives too; where there are many, every second or
/// third. A range inside one decade is ticked as a linear one.
fn log_ticks(from: f64, to: f64, most: usize) -> Vec<f64> {
    let decades = libm::log10(to / from);
    if decades < 1.0 {
        return linear_ticks(from, to, most.min(5));
    }
    let most = most.max(2) as f64;
    let every = libm::ceil(decades / most).max(1.0) as i32;
    let (first, last) = (
        libm::floor(libm::log10(from)) as i32,
        libm::ceil(libm::log10(to)) as i32,
    );
    let within = |v: &f64| (from * (1.0 - 1e-9)..=to * (1.0 + 1e-9)).contains(v);
    let at = |steps: &[f64]| {
        let powers = (first..=last).filter(|power| power.rem_euclid(every) == 0);
        let of = |power: i32| {
            steps
                .iter()
                .map(move |step| step * libm::exp10(power.into()))
        };
        powers.flat_map(of).filter(within).collect::<Vec<_>>()
    };
    let powers = at(&[1.0]);
    // One tick alone tells no scale.
    match decades * 3.0 <= most || powers.len() < 2 {
        true => at(&[1.0, 2.0, 5.0]),
        false => powers,
    }
}

/// A tick's number, as short as it can be said: "0.25", "4000", "10⁻⁶".
pub fn tick_text(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let size = value.abs();
    let sign = if value < 0.0 { "−" } else { "" };
    if (1e-4..1e6).contains(&size) {
        // Six digits after the first one: what lies beyond is rounding of the tick itself.
        let digits = (6 - libm::floor(libm::log10(size)) as i32).clamp(0, 12) as usize;
        let text = format!("{size:.digits$}");
        let text = match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.'),
            false => &text,
        };
        return format!("{sign}{text}");
    }
    let power = libm::floor(libm::log10(size) + 1e-9) as i32;
    let mantissa = size / libm::exp10(power.into());
    if (mantissa - 1.0).abs() < 1e-6 {
        return format!("{sign}{}", power_of_ten(power));
    }
    let mantissa = format!("{mantissa:.2}");
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    format!("{sign}{mantissa}×{}", power_of_ten(power))
}

#[cfg(test)]
mod tests {
    use super::{Scale, Span, tick_text};

    #[test]
    fn a_decade_is_as_long_as_the_next() {
        let span = Span::new("", 1.0, 1000.0, Scale::Log);
        assert!((span.share(10.0) - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(span.ticks(4), [1.0, 10.0, 100.0, 1000.0]);
        let few: Vec<_> = span.ticks(9).iter().map(|t| tick_text(*t)).collect();
        assert_eq!(
            few,
            ["1", "2", "5", "10", "20", "50", "100", "200", "500", "1000"]
        );
    }

    #[test]
    fn a_narrow_logarithm_has_more_than_one_tick() {
        let span = Span::new("", 4.0, 64.0, Scale::Log);
        assert_eq!(span.ticks(3), [5.0, 10.0, 20.0, 50.0]);
    }

    #[test]
    fn what_is_counted_has_whole_ticks() {
        assert_eq!(
            Span::new("", -0.1, 2.1, Scale::Whole).ticks(12),
            [0.0, 1.0, 2.0]
        );
        assert_eq!(
            Span::new("", 0.0, 100.0, Scale::Whole).ticks(5),
            Span::new("", 0.0, 100.0, Scale::Linear).ticks(5)
        );
    }

    #[test]
    fn ticks_are_round_and_no_more_than_asked_for() {
        let ticks = |from, to, most| {
            let ticks = Span::new("", from, to, Scale::Linear).ticks(most);
            ticks.into_iter().map(tick_text).collect::<Vec<_>>()
        };
        assert_eq!(ticks(0.0, 1.0, 6), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(ticks(-32.0, 0.0, 6), ["−30", "−20", "−10", "0"]);
        assert_eq!(
            ticks(1.0, 4.0, 12),
            ["1", "1.5", "2", "2.5", "3", "3.5", "4"]
        );
        assert_eq!(ticks(16.0, 16.000_000_000_000_004, 6).len(), 5);
        for most in 1..20 {
            assert!(ticks(-3.7, 911.0, most).len() <= most + 1);
        }
    }

    #[test]
    fn many_decades_are_thinned() {
        let span = Span::new("", 1e-12, 1.0, Scale::Log);
        assert!((4..=7).contains(&span.ticks(6).len()));
    }

    #[test]
    fn an_axis_that_cannot_be_is_mended() {
        assert_eq!(Span::new("", -1.0, 10.0, Scale::Log).scale, Scale::Linear);
        let flat = Span::of("", [3.0, 3.0, f64::NAN], Scale::Linear);
        assert_eq!((flat.from, flat.to), (2.5, 3.5));
        let nothing = Span::of("", [], Scale::Log);
        assert_eq!((nothing.from, nothing.to), (0.0, 1.0));
        assert!(!nothing.ticks(5).is_empty());
    }

    #[test]
    fn a_tick_is_said_as_shortly_as_it_can_be() {
        let cases = [
            (0.0, "0"),
            (0.25, "0.25"),
            (-0.300_000_000_000_000_04, "−0.3"),
            (4000.0, "4000"),
            (1e-6, "10⁻⁶"),
            (2e-5, "2×10⁻⁵"),
            (-1e7, "−10⁷"),
            (60_611.5, "60611.5"),
        ];
        for (value, text) in cases {
            assert_eq!(tick_text(value), text);
        }
    }
}
