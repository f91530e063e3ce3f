//! The lines that join equal rows of two blocks of strips.

/// Which block a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first sentence.
    A,
    /// The second sentence.
    B,
}

/// Where the strips stand, in pixels of the drawing that holds the lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Links {
    /// From one strip's top to the next one's.
    pub pitch: f64,
    /// Height of a strip.
    pub strip: f64,
    /// Width of the drawing.
    pub width: f64,
    /// Top of block B below block A's: 0 side by side; where they are stacked, what A and the air take.
    pub drop: f64,
}

impl Links {
    /// Height of the middle of row `row` on `side`.
    pub fn middle(&self, side: Side, row: usize) -> f64 {
        let top = match side {
            Side::A => 0.0,
            Side::B => self.drop,
        };
        top + row as f64 * self.pitch + self.strip / 2.0
    }

    /// The path, in SVG's words, that joins row `a` of A to row `b` of B.
    ///
    /// Side by side it is an S from edge to edge; stacked, an arc out of A's right edge and back into B's, the wider
    /// the farther the rows lie apart, so that arcs nest instead of crossing.
    pub fn path(&self, a: usize, b: usize) -> String {
        let (from, to) = (self.middle(Side::A, a), self.middle(Side::B, b));
        let width = self.width;
        if self.drop == 0.0 {
            let half = width / 2.0;
            format!("M0 {from:.1}C{half:.1} {from:.1} {half:.1} {to:.1} {width:.1} {to:.1}")
        } else {
            let reach = self.reach(a, b);
            format!("M0 {from:.1}C{reach:.1} {from:.1} {reach:.1} {to:.1} 0 {to:.1}")
        }
    }

    /// How far the control points of a stacked arc reach: a curve goes three quarters of the way.
    fn reach(&self, a: usize, b: usize) -> f64 {
        let span = self.middle(Side::B, b) - self.middle(Side::A, a);
        let longest = 2.0 * self.drop;
        let share = (span / longest.max(1.0)).clamp(0.25, 1.0);
        self.width * share * 4.0 / 3.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Links, Side};

    const BESIDE: Links = Links {
        pitch: 44.0,
        strip: 30.0,
        width: 100.0,
        drop: 0.0,
    };

    #[test]
    fn a_line_starts_and_ends_at_the_middle_of_its_rows() {
        assert_eq!(BESIDE.middle(Side::A, 0), 15.0);
        assert_eq!(BESIDE.middle(Side::B, 2), 103.0);
        let path = BESIDE.path(0, 2);
        assert_eq!(path, "M0 15.0C50.0 15.0 50.0 103.0 100.0 103.0");
    }

    #[test]
    fn stacked_arcs_stay_in_the_drawing_and_come_back() {
        let stacked = Links {
            drop: 150.0,
            width: 40.0,
            ..BESIDE
        };
        for (a, b) in [(0, 0), (2, 0), (0, 2), (2, 2)] {
            assert!(stacked.reach(a, b) * 0.75 <= 40.0 + 1e-9);
            assert!(stacked.path(a, b).contains(" 0 "));
        }
        assert!(stacked.reach(0, 2) > stacked.reach(2, 0));
    }
}
