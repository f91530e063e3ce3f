//! Buckets: which row of its table a scheme looks up at each distance.

use crate::encoding::{Doors, Index};

/// The row looked up at each offset (key position minus query position), offsets rising from -(n - 1) to n - 1; `None`
/// where the scheme looks nothing up by offset, or gives every offset a row of its own.
pub fn staircase(doors: &Doors, n: usize) -> Option<Vec<(i64, u32)>> {
    let of_bias = doors.bias.as_ref().filter(|door| door.indexed);
    let of_bias = of_bias.map(|door| (&door.index, door.rows));
    let of_vectors = doors.relative.as_ref().map(|door| (&door.index, door.rows));
    let (index, rows) = of_bias.or(of_vectors)?;
    let Index::ByOffset(looked_up) = index else {
        return None;
    };
    if rows >= looked_up.len() || looked_up.len() != 2 * n - 1 {
        return None;
    }
    let first = 1 - n as i64;
    let step = |(at, row): (usize, &u32)| (first + at as i64, *row);
    Some(looked_up.iter().enumerate().map(step).collect())
}

/// How far off a distance may be until two of them share a row for the first time: the offsets from 0 on that have a row
/// of their own.
pub fn exact_up_to(stairs: &[(i64, u32)]) -> i64 {
    let rows_of = |row: u32| stairs.iter().filter(|(_, other)| *other == row).count();
    let back = |distance: &i64| stairs.iter().find(|(offset, _)| *offset == -distance);
    let own = |distance: &i64| back(distance).is_some_and(|(_, row)| rows_of(*row) == 1);
    (1..stairs.len() as i64).take_while(own).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{exact_up_to, staircase};
    use crate::encoding::{Ask, Doors, Value, Values, find};

    const N: usize = 200;

    fn doors(id: &str, set: &[(&'static str, Value)]) -> Doors {
        let scheme = find(id).expect("a scheme");
        let mut values = Values::defaults(scheme.parameters());
        for (name, value) in set {
            values.set(name, value.clone());
        }
        let ask = Ask {
            positions: (0..N as i32).collect(),
            d_model: 16,
            heads: 2,
            seed: 7,
        };
        scheme.open(&ask, &values).expect("opens")
    }

    #[test]
    fn stairs_only_rise_away_from_zero() {
        for id in ["t5", "deberta", "shaw"] {
            let stairs = staircase(&doors(id, &[]), N).expect("stairs");
            assert_eq!(stairs.len(), 2 * N - 1);
            assert_eq!(stairs[N - 1].0, 0);
            for side in [&stairs[..N], &stairs[N..]] {
                let rising = side.windows(2).all(|w| w[0].1 <= w[1].1);
                let falling = side.windows(2).all(|w| w[0].1 >= w[1].1);
                assert!(rising || falling, "{id}");
            }
        }
    }

    /// Raffel et al. 2020: of 32 buckets, bidirectional, 16 look back: 8 exact ones (distances 0 to 7), then logarithmic.
    #[test]
    fn t5_is_exact_near_by() {
        let stairs = staircase(&doors("t5", &[]), N).expect("stairs");
        assert_eq!(exact_up_to(&stairs), 7);
    }

    /// Shaw et al. 2018: beyond k, every distance looks up the row of k.
    #[test]
    fn shaw_is_exact_below_its_clip() {
        let clip = Value::Whole(5);
        let stairs = staircase(&doors("shaw", &[("clip", clip)]), N).expect("stairs");
        assert_eq!(exact_up_to(&stairs), 4);
    }

    #[test]
    fn who_gives_every_offset_its_own_row_has_no_stairs() {
        for id in ["sinusoidal", "rope", "alibi", "transformer_xl", "none"] {
            assert_eq!(staircase(&doors(id, &[]), N), None, "{id}");
        }
    }
}
