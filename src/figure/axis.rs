//! Axes: what stands beside a row or above a column, and how much of it there is room for.

use std::sync::Arc;

/// What the rows, or the columns, of a map are. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub enum Axis {
    /// Tokens, by their text.
    Tokens(Arc<[String]>),
    /// Numbers, as many as given, counted from the first one: positions from `from`, dimensions from 0.
    Count {
        /// The first number.
        from: i64,
        /// How many.
        count: usize,
    },
}

impl Axis {
    /// Dimensions 0 to `count` - 1.
    pub fn count(count: usize) -> Self {
        Self::Count { from: 0, count }
    }

    /// How many rows or columns there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Tokens(tokens) => tokens.len(),
            Self::Count { count, .. } => *count,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The label of one; a blank token shows as ␣, so that it can be seen.
    pub fn label(&self, index: usize) -> String {
        match self {
            Self::Tokens(tokens) => match tokens.get(index) {
                Some(token) if token.trim().is_empty() => "␣".into(),
                Some(token) => token.clone(),
                None => String::new(),
            },
            Self::Count { from, .. } => (from + index as i64).to_string().replace('-', "−"),
        }
    }

    /// The label of one as it is read out: a token that occurs more than once gets its place, "老 #8".
    pub fn exact(&self, index: usize) -> String {
        let label = self.label(index);
        match self {
            Self::Tokens(tokens) => {
                let token = tokens.get(index);
                let again = tokens.iter().filter(|other| Some(*other) == token).count() > 1;
                if again {
                    format!("{label} #{index}")
                } else {
                    label
                }
            }
            Self::Count { .. } => label,
        }
    }

    /// The estimated width of the widest label, in the units of `size` (the font's size).
    pub fn widest(&self, size: f64) -> f64 {
        match self {
            Self::Tokens(_) => (0..self.len())
                .map(|i| text_width(&self.label(i), size))
                .fold(0.0, f64::max),
            Self::Count { .. } => [0, self.len().saturating_sub(1)]
                .map(|i| text_width(&self.label(i), size))
                .into_iter()
                .fold(0.0, f64::max),
        }
    }
}

/// How the labels along an axis are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lettering {
    /// Whether they run down instead of across.
    pub turned: bool,
    /// Every how many cells one stands: 1, 2, 5, 10, 20, …
    pub every: usize,
}

/// Least distance between two labels, in pixels.
const AIR: f64 = 5.0;

/// How to set labels above columns that are `cell` pixels wide, in type of `size` pixels.
///
/// Across where the widest fits; else down (tokens only: a turned number is hard to read); thinned to every 2nd, 5th,
/// 10th … where even that is too much.
pub fn lettering(axis: &Axis, cell: f64, size: f64) -> Lettering {
    let across = axis.widest(size) + AIR;
    let turned = across > cell && matches!(axis, Axis::Tokens(_));
    let needed = if turned { size } else { across };
    Lettering {
        turned,
        every: thin(needed / cell.max(f64::MIN_POSITIVE)),
    }
}

/// Every how many rows, each `cell` pixels high, a label in type of `size` pixels stands.
pub fn every_row(cell: f64, size: f64) -> usize {
    thin(size / cell.max(f64::MIN_POSITIVE))
}

/// The least of 1, 2, 5, 10, 20, 50, … that is at least `ratio`.
fn thin(ratio: f64) -> usize {
    let mut decade = 1;
    loop {
        for step in [1, 2, 5] {
            if (decade * step) as f64 >= ratio || decade >= 1_000_000 {
                return decade * step;
            }
        }
        decade *= 10;
    }
}

/// The estimated width of `text` in type of `size`: a full square for a wide character, two thirds for another.
pub fn text_width(text: &str, size: f64) -> f64 {
    let of = |c: char| if c as u32 >= 0x2e80 { 1.0 } else { 0.65 };
    text.chars().map(of).sum::<f64>() * size
}

#[cfg(test)]
mod tests {
    use super::{Axis, lettering};

    fn tokens(words: &[&str]) -> Axis {
        Axis::Tokens(words.iter().map(|w| (*w).to_owned()).collect())
    }

    #[test]
    fn short_tokens_stand_across() {
        let set = lettering(&tokens(&["猫", "追", "老鼠"]), 34.0, 12.0);
        assert_eq!((set.turned, set.every), (false, 1));
    }

    #[test]
    fn long_tokens_turn_before_any_is_left_out() {
        let set = lettering(&tokens(&["cat", "chases", "mouse"]), 20.0, 12.0);
        assert_eq!((set.turned, set.every), (true, 1));
    }

    #[test]
    fn many_tokens_are_thinned() {
        let set = lettering(&tokens(&["a"; 200]), 3.0, 12.0);
        assert_eq!((set.turned, set.every), (true, 5));
    }

    #[test]
    fn numbers_never_turn() {
        let set = lettering(&Axis::count(1024), 2.0, 12.0);
        assert!(!set.turned);
        assert_eq!(set.every, 20);
    }

    #[test]
    fn a_token_that_occurs_twice_is_told_with_its_place() {
        let axis = tokens(&["the", "cat", "the"]);
        assert_eq!([axis.exact(1), axis.exact(2)], ["cat", "the #2"]);
        assert_eq!(Axis::count(3).exact(2), "2");
    }

    #[test]
    fn a_blank_token_can_be_seen_and_a_negative_position_has_a_true_minus() {
        assert_eq!(tokens(&[" "]).label(0), "␣");
        let axis = Axis::Count { from: -2, count: 3 };
        assert_eq!(axis.label(0), "−2");
    }
}
