//! What the next smaller and the next larger value of a number are.

use crate::decimal;
use crate::encoding::Kind;
use crate::experiment::State;

/// Towards which end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Towards {
    /// The smaller end.
    Less,
    /// The larger end.
    More,
}

/// The neighbour of a property's value, as it would stand in a link; none at the end of the range.
pub(super) fn neighbour(state: &State, name: &str, kind: Kind, towards: Towards) -> Option<String> {
    match kind {
        Kind::Whole { min, max } => {
            let value = state.whole(name);
            let next = match (name, towards) {
                // Every head needs the same even share of the width.
                ("d_model", _) => shares(value, 2 * state.whole("heads"), towards),
                ("heads", _) => divisor(value, state.whole("d_model"), max, towards),
                ("original_length" | "head_dim", Towards::Less) => value / 2,
                ("original_length" | "head_dim", Towards::More) => value * 2,
                (_, Towards::Less) => value - 1,
                (_, Towards::More) => value + 1,
            };
            (next != value && (min..=max).contains(&next)).then(|| next.to_string())
        }
        Kind::Real { min, max } => {
            let value = decimal::parse(&state.get(name))?;
            // A text grows by doubling; everything else that is real spans many decades.
            let step = if name == "factor" { 2.0 } else { 10.0 };
            let next = match towards {
                Towards::Less => value / step,
                Towards::More => value * step,
            };
            (min..=max).contains(&next).then(|| next.to_string())
        }
        _ => None,
    }
}

/// The next multiple of `share`.
fn shares(value: i64, share: i64, towards: Towards) -> i64 {
    let share = share.max(1);
    match towards {
        Towards::Less => (value - 1).div_euclid(share) * share,
        Towards::More => (value.div_euclid(share) + 1) * share,
    }
}

/// The next number that divides `whole`; `value` itself where there is none.
fn divisor(value: i64, whole: i64, max: i64, towards: Towards) -> i64 {
    let divides = |n: &i64| whole % n == 0;
    let next = match towards {
        Towards::Less => (1..value).rev().find(divides),
        Towards::More => (value + 1..=max).find(divides),
    };
    next.unwrap_or(value)
}
