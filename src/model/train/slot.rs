//! What an encoding of a race is fed: one slot for each kind of numbers that depend on positions but aren't learned.
//!
//! A slot is one tensor of the training program, in which each model has a part. A model that doesn't use it has a blank part,
//! which changes nothing, not even by a rounding: zeros where it adds, ones where it multiplies, a row that no table has where it
//! looks up.

use crate::encoding::Door;
use crate::engine::Data;

/// The id of a row that no table has: zeros, and no gradient.
pub const NO_ROW: u32 = u32::MAX;

/// See the module. n tokens have 2n - 1 offsets j - i.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// Door 1: computed rows, \[n, d_model\].
    Input,
    /// Door 1: rows of `table.input`, \[n\].
    InputRows,
    /// Door 1: rows of `table.patches`, \[2n\]: a token's row of the grid, then its column.
    PatchRows,
    /// Door 2: (cos, sin) for queries, \[n, pairs, 2\].
    QueryTurn,
    /// Door 2: (cos, sin) for keys, where they differ.
    KeyTurn,
    /// Door 3: a computed bias by offset, \[2n - 1, heads\].
    Bias,
    /// Door 3: rows of `table.bias` by offset, \[2n - 1\].
    BiasRows,
    /// Door 3: the kind of a distance kernel, \[1\]; its numbers are `table.kernel`.
    Kernel,
    /// Door 3: positions that `table.fire` reads, \[n\].
    Positions,
    /// Door 3: rows of `table.window` by head and pair, \[heads * n * n\].
    WindowRows,
    /// Door 4: rows of `table.key.L` by offset, \[2n - 1\].
    KeyRows,
    /// Door 4: rows of `table.value.L` by offset, \[2n - 1\].
    ValueRows,
    /// Door 4: rows of `table.heads_key.L` by offset, \[2n - 1\]: what queries meet, a part for each head.
    HeadsKeyRows,
    /// Door 4: rows of `table.heads_query.L` by offset, \[2n - 1\]: what keys meet.
    HeadsQueryRows,
    /// Door 4: sinusoids of the distances, \[2n - 1, d_model\], which `table.r.L` projects.
    Distances,
    /// Door 4: the row of `table.u` and `table.v`, \[1\].
    Preference,
    /// Door 4: rows of `table.counted.L` at whole counts, \[R\].
    CountedRows,
    /// A factor on the scores by offset, \[2n - 1\].
    ScoreFactor,
    /// A factor on the attention weights by offset, \[2n - 1\].
    WeightFactor,
}

/// What stands in a slot for a model that doesn't use it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Blank {
    Real(f32),
    /// Angles of zero.
    Unturned,
    Whole(u32),
}

impl Slot {
    /// Every slot.
    pub const ALL: [Self; 19] = [
        Self::Input,
        Self::InputRows,
        Self::PatchRows,
        Self::QueryTurn,
        Self::KeyTurn,
        Self::Bias,
        Self::BiasRows,
        Self::Kernel,
        Self::Positions,
        Self::WindowRows,
        Self::KeyRows,
        Self::ValueRows,
        Self::HeadsKeyRows,
        Self::HeadsQueryRows,
        Self::Distances,
        Self::Preference,
        Self::CountedRows,
        Self::ScoreFactor,
        Self::WeightFactor,
    ];

    /// The name of its tensor.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "door.input.fixed",
            Self::InputRows => "rows.input",
            Self::PatchRows => "rows.patches",
            Self::QueryTurn => "door.rotation",
            Self::KeyTurn => "door.rotation.key",
            Self::Bias => "door.bias.fixed",
            Self::BiasRows => "rows.bias",
            Self::Kernel => "kind.kernel",
            Self::Positions => "positions.fire",
            Self::WindowRows => "rows.window",
            Self::KeyRows => "rows.key",
            Self::ValueRows => "rows.value",
            Self::HeadsKeyRows => "rows.heads_key",
            Self::HeadsQueryRows => "rows.heads_query",
            Self::Distances => "distances",
            Self::Preference => "rows.preference",
            Self::CountedRows => "rows.counted",
            Self::ScoreFactor => "factor.scores",
            Self::WeightFactor => "factor.weights",
        }
    }

    /// The door that it belongs to; none for a factor, which lets nothing in of its own.
    pub const fn door(self) -> Option<Door> {
        match self {
            Self::Input | Self::InputRows | Self::PatchRows => Some(Door::Input),
            Self::QueryTurn | Self::KeyTurn => Some(Door::Rotation),
            Self::Bias | Self::BiasRows | Self::Kernel | Self::Positions | Self::WindowRows => {
                Some(Door::Bias)
            }
            Self::KeyRows
            | Self::ValueRows
            | Self::HeadsKeyRows
            | Self::HeadsQueryRows
            | Self::Distances
            | Self::Preference
            | Self::CountedRows => Some(Door::Relative),
            Self::ScoreFactor | Self::WeightFactor => None,
        }
    }

    pub(super) const fn blank(self) -> Blank {
        match self {
            Self::Input | Self::Bias | Self::Positions | Self::Distances => Blank::Real(0.0),
            Self::ScoreFactor | Self::WeightFactor => Blank::Real(1.0),
            Self::QueryTurn | Self::KeyTurn => Blank::Unturned,
            Self::Kernel => Blank::Whole(0),
            _ => Blank::Whole(NO_ROW),
        }
    }
}

/// One slot of every model, \[G, len\].
#[derive(Clone, Debug, PartialEq)]
pub struct Stacked {
    /// Which slot.
    pub slot: Slot,
    /// The numbers of all models.
    pub numbers: Data<f32>,
}

impl Stacked {
    /// Puts the parts of all models side by side; none where no model has one. A shorter part is continued with its last number:
    /// a count past a model's own last row meets that row.
    pub(super) fn of(slot: Slot, parts: &[Option<&Data<f32>>]) -> Option<Self> {
        let len = parts.iter().flatten().map(|part| part.len()).max()?;
        let numbers = match slot.blank() {
            Blank::Real(blank) => Data::Real(side_by_side(parts, len, |part| match part {
                Some(Data::Real(values)) => values.clone(),
                _ => vec![blank],
            })),
            Blank::Unturned => Data::Real(side_by_side(parts, len, |part| match part {
                Some(Data::Real(values)) => values.clone(),
                _ => [1.0, 0.0].repeat(len / 2),
            })),
            Blank::Whole(blank) => Data::Whole(side_by_side(parts, len, |part| match part {
                Some(Data::Whole(values)) => values.clone(),
                _ => vec![blank],
            })),
        };
        Some(Self { slot, numbers })
    }
}

fn side_by_side<T: Copy>(
    parts: &[Option<&Data<f32>>],
    len: usize,
    of: impl Fn(Option<&Data<f32>>) -> Vec<T>,
) -> Vec<T> {
    let mut all = Vec::with_capacity(parts.len() * len);
    for part in parts {
        let mut own = of(*part);
        if let Some(last) = own.last().copied() {
            own.resize(len, last);
        }
        all.extend(own);
    }
    all
}
