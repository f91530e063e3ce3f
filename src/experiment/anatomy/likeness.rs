//! How alike two positions look to an encoding, against their distance.

use crate::encoding::{Doors, InputDoor, RotationDoor, sin_cos};

/// A likeness by distance, and where it stops falling.
#[derive(Clone, Debug, PartialEq)]
pub struct Likeness {
    /// What is measured: see [`likeness`].
    pub of: Of,
    /// One curve a head; a single one where heads don't differ. Entry k belongs to distance k.
    pub curves: Vec<Vec<f64>>,
    /// The first distance k at which the first curve rises from k to k + 1; none where it only falls.
    pub first_rise: Option<usize>,
}

/// What a likeness measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// PE(p) . PE(p + k), the product of two rows of door 1.
    Rows,
    /// sum over pairs of cos(k w_i): what a query and a key of ones, turned k apart, have in common.
    Turns,
    /// The bias of a key k before its query.
    Bias,
}

/// A rise smaller than this is rounding.
const ROUNDING: f64 = 1e-9;

/// The likeness of position `at` and the ones after it (door 1), or by distance alone (doors 2 and 3); `None` where the
/// encoding opens none of them. `positions` are those that the doors were opened for.
pub fn likeness(doors: &Doors, positions: &[i32], at: usize, heads: usize) -> Option<Likeness> {
    let n = positions.len();
    let (of, curves) = if let Some(door) = &doors.input {
        let rows = (at..n).map(|other| dot(door, positions, at, other));
        (Of::Rows, vec![rows.collect()])
    } else if let Some(door) = &doors.rotation {
        (Of::Turns, vec![turns(door, n)])
    } else {
        let door = doors.bias.as_ref()?;
        let own = door.heads();
        let curve = |head| (0..n).map(|k| door.at(n, head, n - 1, n - 1 - k)).collect();
        (Of::Bias, (0..own.min(heads)).map(curve).collect())
    };
    let first_rise = curves.first().and_then(|curve| first_rise(curve));
    Some(Likeness {
        of,
        curves,
        first_rise,
    })
}

/// The product of two tokens' rows of door 1.
pub fn dot(door: &InputDoor, positions: &[i32], a: usize, b: usize) -> f64 {
    match door {
        InputDoor::Waves(columns) => {
            let (p, q) = (positions[a], positions[b]);
            columns.iter().map(|wave| wave.at(p) * wave.at(q)).sum()
        }
        InputDoor::Rows(rows) => {
            let width = rows.len() / positions.len().max(1);
            let (a, b) = (&rows[a * width..][..width], &rows[b * width..][..width]);
            a.iter().zip(b).map(|(x, y)| x * y).sum()
        }
    }
}

fn turns(door: &RotationDoor, n: usize) -> Vec<f64> {
    let at = |k: usize| {
        door.inv_freq
            .iter()
            .map(move |w| sin_cos(k as f64 * w)[1])
            .sum()
    };
    (0..n).map(at).collect()
}

fn first_rise(curve: &[f64]) -> Option<usize> {
    curve
        .windows(2)
        .position(|pair| pair[1] > pair[0] + ROUNDING)
}

#[cfg(test)]
mod tests {
    use super::likeness;
    use crate::encoding::{Ask, Values, find};

    fn doors(id: &str, n: i32, d_model: usize) -> (crate::encoding::Doors, Vec<i32>) {
        let scheme = find(id).expect("a scheme");
        let ask = Ask {
            positions: (0..n).collect(),
            d_model,
            heads: 1,
            seed: 7,
        };
        let doors = scheme.open(&ask, &Values::defaults(scheme.parameters()));
        (doors.expect("opens"), ask.positions)
    }

    /// Measured in float64 elsewhere: at d = 64 the product rises first from distance 5 to 6, 23.504 to 23.559.
    #[test]
    fn a_sinusoids_likeness_stops_falling_early() {
        let (doors, positions) = doors("sinusoidal", 101, 64);
        let likeness = likeness(&doors, &positions, 0, 1).expect("door 1");
        assert_eq!(likeness.first_rise, Some(5));
        let curve = &likeness.curves[0];
        assert!((curve[5] - 23.504).abs() < 1e-3 && (curve[6] - 23.559).abs() < 1e-3);
        assert_eq!(curve.windows(2).filter(|w| w[1] > w[0]).count(), 39);
    }

    #[test]
    fn alibi_only_falls() {
        let (doors, positions) = doors("alibi", 50, 8);
        let likeness = likeness(&doors, &positions, 0, 1).expect("door 3");
        assert_eq!(likeness.first_rise, None);
        assert_eq!(likeness.curves[0][3], -3.0 / 256.0);
    }
}
