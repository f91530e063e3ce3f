//! The doors of the chosen encoding over a stretch of positions, as far as it goes.

use crate::encoding::{Ask, Doors};
use crate::experiment::State;
use crate::refusal::Refusal;

/// Open doors, and the positions that they were opened for.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The doors.
    pub doors: Doors,
    /// Positions that follow each other.
    pub positions: Vec<i32>,
}

/// The doors of the encoding that the state names, over `most` positions from `from` on; where a table or a grid ends
/// before, over half as many, and so on down to one.
///
/// # Errors
/// The encoding's [`Refusal`] of even a single position.
pub fn open(state: &State, from: i32, most: usize) -> Result<Opened, Refusal> {
    let values = state.scheme_values()?;
    let config = state.model_config();
    config.check()?;
    let mut count = most.max(1);
    loop {
        let ask = Ask {
            positions: (from..).take(count).collect(),
            d_model: config.d_model,
            heads: config.heads,
            seed: config.seed,
        };
        match state.scheme().open(&ask, &values) {
            Ok(doors) => {
                return Ok(Opened {
                    doors,
                    positions: ask.positions,
                });
            }
            Err(refusal) if count == 1 => return Err(refusal),
            Err(_) => count /= 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::open;
    use crate::experiment::State;

    fn reach(query: &str, from: i32) -> Option<usize> {
        let (state, refusals) = State::from_query(query);
        assert!(refusals.is_empty(), "{refusals:?}");
        open(&state, from, 128).ok().map(|s| s.positions.len())
    }

    #[test]
    fn a_formula_goes_on_and_a_table_ends() {
        assert_eq!(reach("scheme=sinusoidal", 1000), Some(128));
        assert_eq!(reach("scheme=learned&max_len=40", 0), Some(32));
        assert_eq!(reach("scheme=learned&max_len=40", 40), None);
        assert_eq!(reach("scheme=swin_2d", 0), Some(64));
    }
}
