//! How many positions an encoding takes.

use crate::encoding::{Ask, Doors, Scheme, Values};
use crate::refusal::Refusal;

/// Opens an encoding's doors for as many of `ask`'s positions, from the first on, as it takes: a table or a grid may end
/// before them. Gives the positions that it took along with the doors.
///
/// # Errors
/// What the encoding says of `ask`, where it takes not even the first position.
pub fn open_for_most(
    scheme: &dyn Scheme,
    values: &Values,
    ask: &Ask,
) -> Result<(Doors, Vec<i32>), Refusal> {
    let with = |count: usize| {
        let positions = ask.positions[..count].to_vec();
        let ask = Ask {
            positions: positions.clone(),
            ..ask.clone()
        };
        scheme.open(&ask, values).map(|doors| (doors, positions))
    };
    let all = with(ask.positions.len());
    let Err(refusal) = all else { return all };
    // Whoever takes some positions takes every beginning of them.
    let (mut takes, mut refuses) = (0, ask.positions.len());
    while refuses - takes > 1 {
        let middle = usize::midpoint(takes, refuses);
        if with(middle).is_ok() {
            takes = middle;
        } else {
            refuses = middle;
        }
    }
    match takes {
        0 => Err(refusal),
        takes => with(takes),
    }
}

#[cfg(test)]
mod tests {
    use super::open_for_most;
    use crate::encoding::{Ask, Value, Values, find};

    fn taken(id: &str, set: &[(&'static str, Value)], from: i32) -> Option<usize> {
        let scheme = find(id)?;
        let mut values = Values::defaults(scheme.parameters());
        for (name, value) in set {
            values.set(name, value.clone());
        }
        let ask = Ask {
            positions: (from..from + 64).collect(),
            d_model: 32,
            heads: 4,
            seed: 7,
        };
        let opened = open_for_most(scheme, &values, &ask).ok()?;
        Some(opened.1.len())
    }

    #[test]
    fn a_table_ends_where_its_rows_end() {
        assert_eq!(taken("sinusoidal", &[], 0), Some(64));
        let swin = [("rows", Value::Whole(7)), ("columns", Value::Whole(7))];
        assert_eq!(taken("swin_2d", &swin, 0), Some(49));
        let learned = [("max_len", Value::Whole(10))];
        assert_eq!(taken("learned", &learned, 0), Some(10));
        assert_eq!(taken("learned", &learned, 10), None);
    }
}
