//! Image patches: how near every patch of a grid looks to one of them, to the encodings of images.

use super::anatomy;
use crate::encoding::grid::Grid;
use crate::encoding::{Ask, Doors, Values, find, sin_cos};
use crate::refusal::Refusal;

/// The encodings of images, in the order in which the view shows them.
pub const SCHEMES_2D: [&str; 4] = ["sinusoidal_2d", "learned_2d", "rope_2d", "swin_2d"];

/// How near every patch looks to one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearness {
    /// The encoding.
    pub scheme: &'static str,
    /// One number a patch, row-major: the product of the two rows of door 1, the sum of the cosines between the two
    /// rotations, or the bias of door 3 for the chosen head.
    pub values: Vec<f64>,
}

/// The doors of an encoding of images over a whole grid.
///
/// # Errors
/// A [`Refusal`] where the width doesn't fit the encoding.
pub fn open(
    id: &str,
    grid: Grid,
    d_model: usize,
    heads: usize,
    seed: u64,
) -> Result<Doors, Refusal> {
    let Some(scheme) = find(id) else {
        return Ok(Doors::default());
    };
    let mut values = Values::defaults(scheme.parameters());
    for (name, size) in [("rows", grid.rows), ("columns", grid.columns)] {
        values.set(name, crate::encoding::Value::Whole(size as i64));
    }
    let ask = Ask {
        positions: (0..(grid.rows * grid.columns) as i32).collect(),
        d_model,
        heads,
        seed,
    };
    scheme.open(&ask, &values)
}

/// How near every patch of `grid` looks to patch `at`.
pub fn nearness(
    scheme: &'static str,
    doors: &Doors,
    grid: Grid,
    at: usize,
    head: usize,
) -> Nearness {
    let n = grid.rows * grid.columns;
    let positions: Vec<i32> = (0..n as i32).collect();
    let value = |other: usize| match (&doors.input, &doors.rotation, &doors.bias) {
        (Some(door), _, _) => anatomy::dot(door, &positions, at, other),
        (_, Some(door), _) => (0..door.inv_freq.len())
            .map(|pair| {
                let apart = door.angle(&positions, at, pair) - door.angle(&positions, other, pair);
                sin_cos(apart)[1]
            })
            .sum(),
        (_, _, Some(door)) => door.at(n, head, at, other),
        _ => 0.0,
    };
    Nearness {
        scheme,
        values: (0..n).map(value).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{SCHEMES_2D, nearness, open};
    use crate::encoding::grid::Grid;

    const GRID: Grid = Grid {
        rows: 5,
        columns: 7,
    };

    #[test]
    fn a_patch_is_nearest_to_itself_where_the_encoding_is_a_geometry() {
        for scheme in ["sinusoidal_2d", "rope_2d", "learned_2d"] {
            let doors = open(scheme, GRID, 32, 2, 7).expect("fits");
            for at in [0, 9, 34] {
                let near = nearness(scheme, &doors, GRID, at, 0).values;
                assert!(
                    near.iter().all(|v| *v <= near[at] + 1e-9),
                    "{scheme} at {at}"
                );
            }
        }
    }

    #[test]
    fn sinusoids_and_rotations_see_row_and_column_offsets_alone() {
        for scheme in ["sinusoidal_2d", "rope_2d", "swin_2d"] {
            let doors = open(scheme, GRID, 32, 2, 7).expect("fits");
            let (a, b) = (
                nearness(scheme, &doors, GRID, 8, 1).values[17],
                nearness(scheme, &doors, GRID, 16, 1).values[25],
            );
            assert!((a - b).abs() < 1e-9, "{scheme}: one row and two columns on");
        }
        assert_eq!(SCHEMES_2D.len(), 4);
    }
}
