//! Colour maps: a value's place between two ends, and the colour that stands there.
//!
//! Stops are evenly spaced in OKLab (Björn Ottosson, <https://bottosson.github.io/posts/oklab/>), so equal steps of the
//! value are equal steps to the eye; between two stops, shader and twin mix sRGB in the same f32 arithmetic. Blue and
//! orange stay apart for every common kind of colour blindness; what is zero has exactly the paper's colour.

/// A colour: red, green and blue, sRGB.
pub type Rgb = [u8; 3];

/// How many stops a map has. Odd, so that a diverging map's middle is a stop: zero meets the paper's colour exactly.
pub const STOPS: usize = 33;

/// The colours of a theme that pictures are drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// The paper: the colour of zero.
    pub paper: Rgb,
    /// The end of a diverging map below zero: blue.
    pub negative: Rgb,
    /// The end of a diverging map above zero: orange.
    pub positive: Rgb,
    /// The high end of a sequential map: ink blue.
    pub high: Rgb,
    /// Two greys in turn, a chequered cell pattern, where there is no value: masked, infinite or not a number.
    pub missing: [Rgb; 2],
}

impl Ink {
    /// On light paper.
    pub const LIGHT: Self = Self {
        paper: [0xfb, 0xfa, 0xf6],
        negative: [0x1d, 0x56, 0x9b],
        positive: [0xb4, 0x53, 0x0f],
        high: [0x12, 0x38, 0x63],
        missing: [[0xd9, 0xd6, 0xce], [0xc8, 0xc4, 0xba]],
    };

    /// On dark paper.
    pub const DARK: Self = Self {
        paper: [0x14, 0x17, 0x1a],
        negative: [0x74, 0xb4, 0xf6],
        positive: [0xf3, 0xa3, 0x5a],
        high: [0xb4, 0xd7, 0xfb],
        missing: [[0x30, 0x33, 0x36], [0x3d, 0x40, 0x43]],
    };
}

/// How a value becomes a colour. A value beyond an end takes the end's colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColourMap {
    /// From `-limit` (blue) through 0 (paper) to `limit` (orange): signed values.
    Diverging {
        /// The value at the orange end.
        limit: f32,
    },
    /// From 0 (paper) to `high` (ink): attention weights.
    Sequential {
        /// The value at the ink end.
        high: f32,
    },
}

impl ColourMap {
    /// Scale and bias of a value's place: `place = clamp(value * scale + bias, 0, 1)`.
    ///
    /// A map without extent (an end that is 0 or no number) puts every value where zero is.
    pub(in crate::engine) fn place(self) -> (f32, f32) {
        let scale = |end: f32, part: f32| {
            let scale = part / end;
            if end > 0.0 && scale.is_finite() {
                scale
            } else {
                0.0
            }
        };
        match self {
            Self::Diverging { limit } => (scale(limit, 0.5), 0.5),
            Self::Sequential { high } => (scale(high, 1.0), 0.0),
        }
    }

    /// The stops, from the low end to the high end: for the painters and for a legend. sRGB from 0 to 1.
    pub fn stops(self, ink: &Ink) -> [[f32; 3]; STOPS] {
        let middle = STOPS / 2;
        std::array::from_fn(|i| match self {
            Self::Diverging { .. } if i < middle => {
                mix(ink.paper, ink.negative, middle - i, middle)
            }
            Self::Diverging { .. } => mix(ink.paper, ink.positive, i - middle, middle),
            Self::Sequential { .. } => mix(ink.paper, ink.high, i, STOPS - 1),
        })
    }

    /// The stops as bytes, for a legend's gradient.
    pub fn legend(self, ink: &Ink) -> [Rgb; STOPS] {
        self.stops(ink).map(|stop| stop.map(byte))
    }
}

/// A part of full intensity as a byte, rounded as the GPU rounds it.
pub(in crate::engine) fn byte(part: f32) -> u8 {
    (part * 255.0).round() as u8
}

/// `from` and `to` mixed in OKLab, `step` of `steps` on the way. The ends come out exactly.
fn mix(from: Rgb, to: Rgb, step: usize, steps: usize) -> [f32; 3] {
    let exact = |colour: Rgb| colour.map(|c| f32::from(c) / 255.0);
    if step == 0 {
        return exact(from);
    }
    if step == steps {
        return exact(to);
    }
    let (a, b) = (oklab(from), oklab(to));
    let t = step as f64 / steps as f64;
    srgb(std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t))
}

fn oklab(colour: Rgb) -> [f64; 3] {
    let [r, g, b] = colour.map(linear);
    let lms = [
        0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
        0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
        0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    ];
    let [l, m, s] = lms.map(libm::cbrt);
    [
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    ]
}

fn srgb([lightness, a, b]: [f64; 3]) -> [f32; 3] {
    let roots = [
        lightness + 0.3963377774 * a + 0.2158037573 * b,
        lightness - 0.1055613458 * a - 0.0638541728 * b,
        lightness - 0.0894841775 * a - 1.2914855480 * b,
    ];
    let [l, m, s] = roots.map(|x| x * x * x);
    let rgb = [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    ];
    rgb.map(|x| encoded(x.clamp(0.0, 1.0)) as f32)
}

/// A byte of sRGB as light.
fn linear(byte: u8) -> f64 {
    let x = f64::from(byte) / 255.0;
    if x <= 0.04045 {
        x / 12.92
    } else {
        libm::pow((x + 0.055) / 1.055, 2.4)
    }
}

/// Light as sRGB, both from 0 to 1.
fn encoded(x: f64) -> f64 {
    if x <= 0.0031308 {
        x * 12.92
    } else {
        1.055 * libm::pow(x, 1.0 / 2.4) - 0.055
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
        (0..3)
            .map(|i| (a[i] - b[i]) * (a[i] - b[i]))
            .sum::<f64>()
            .sqrt()
    }

    #[test]
    fn steps_are_even_to_the_eye() {
        for ink in [Ink::LIGHT, Ink::DARK] {
            for map in [
                ColourMap::Diverging { limit: 1.0 },
                ColourMap::Sequential { high: 1.0 },
            ] {
                let stops = map.legend(&ink).map(oklab);
                for half in [&stops[..=STOPS / 2], &stops[STOPS / 2..]] {
                    let steps: Vec<f64> = half.windows(2).map(|w| distance(w[0], w[1])).collect();
                    let mean = steps.iter().sum::<f64>() / steps.len() as f64;
                    // A byte of rounding is about a fifth of a step.
                    assert!(
                        steps.iter().all(|s| (s / mean - 1.0).abs() < 0.35),
                        "{map:?}: {steps:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_ends_and_zero_are_exact() {
        let legend = ColourMap::Diverging { limit: 3.0 }.legend(&Ink::LIGHT);
        assert_eq!(legend[0], Ink::LIGHT.negative);
        assert_eq!(legend[STOPS / 2], Ink::LIGHT.paper);
        assert_eq!(legend[STOPS - 1], Ink::LIGHT.positive);
        let legend = ColourMap::Sequential { high: 1.0 }.legend(&Ink::DARK);
        assert_eq!(
            [legend[0], legend[STOPS - 1]],
            [Ink::DARK.paper, Ink::DARK.high]
        );
    }

    #[test]
    fn a_map_without_extent_is_paper_all_over() {
        for end in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-45] {
            let (scale, _) = ColourMap::Diverging { limit: end }.place();
            assert_eq!(scale, 0.0, "limit {end}");
        }
    }
}
