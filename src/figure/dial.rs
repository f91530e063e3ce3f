//! Dials: where a hand points, and which of many are drawn.

use crate::encoding::sin_cos;

/// The tip of a hand of length `radius` at `angle` radians, from the centre: noon is 0, and it turns clockwise, so that
/// the tip's way to the right is the sine and its way up the cosine. y grows downwards, as on a page.
pub fn hand_tip(angle: f64, radius: f64) -> (f64, f64) {
    let [sine, cosine] = sin_cos(angle);
    (radius * sine, -radius * cosine)
}

/// Up to `most` of `of` indices, evenly spread, the first and the last among them.
pub fn spread(of: usize, most: usize) -> Vec<usize> {
    if of <= most || most < 2 {
        return (0..of.min(most)).collect();
    }
    (0..most).map(|i| i * (of - 1) / (most - 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::{hand_tip, spread};

    #[test]
    fn a_quarter_turn_points_right() {
        let (x, y) = hand_tip(std::f64::consts::FRAC_PI_2, 2.0);
        assert!((x - 2.0).abs() < 1e-12 && y.abs() < 1e-12);
        assert_eq!(hand_tip(0.0, 1.0), (0.0, -1.0));
    }

    #[test]
    fn both_ends_are_always_there() {
        assert_eq!(spread(4, 16), [0, 1, 2, 3]);
        let some = spread(100, 16);
        assert_eq!((some.len(), some[0], some[15]), (16, 0, 99));
        assert_eq!(spread(0, 16), [0; 0]);
    }
}
