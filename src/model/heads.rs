//! Multi-head attention with doors 2, 3 and 4, from query, key and value to the weighted sum.

use super::config::Config;
use super::draft::Draft;
use super::wire::{Meeting, Wired};
use crate::encoding::Doors;
use crate::engine::op::{Attention, Rotate, Scores, Softmax, WeightedSum};
use crate::engine::{EngineError, TensorId};

/// What somebody wants to see of attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Every head's map, each n x n.
    Everything,
    /// One head's map; the rest streams, so that a long text fits.
    Map {
        /// The block, from 0.
        layer: usize,
        /// The head, from 0.
        head: usize,
    },
    /// No map at all.
    Nothing,
}

impl Look {
    /// Where the map of `head` stands in the tensors "scores" and "attention" of `layer`; `None` where it isn't made.
    pub fn place(self, layer: usize, head: usize) -> Option<usize> {
        match self {
            Self::Everything => Some(head),
            Self::Map { layer: l, head: h } => (l == layer && h == head).then_some(0),
            Self::Nothing => None,
        }
    }
}

/// What every block's attention has in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heads {
    pub heads: usize,
    pub head_dim: usize,
    /// Factor on the products.
    pub scale: f64,
    pub causal: bool,
    pub doors: Wired,
    /// 1 for each key that may be seen, \[nk | 1\].
    pub valid: TensorId,
}

/// The tensors that attention makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attended {
    pub q: TensorId,
    pub k: TensorId,
    /// Scores and weights, where somebody looks.
    pub map: Option<[TensorId; 2]>,
    pub mixed: TensorId,
}

impl Heads {
    /// What the blocks of a model share: as many queries as keys, at these positions.
    pub fn lay(
        draft: &mut Draft,
        config: &Config,
        doors: &Doors,
        positions: &[i32],
        valid: Vec<u32>,
    ) -> Result<Self, EngineError> {
        let meeting = Meeting {
            head_dim: config.head_dim(),
            queries: positions.len(),
            keys: positions.len(),
        };
        Ok(Self {
            heads: config.heads,
            head_dim: config.head_dim(),
            scale: config.score_scale(),
            causal: config.causal,
            doors: Wired::lay(draft, doors, meeting, positions, config.naive_trig)?,
            valid: draft.whole("valid", [valid.len()], valid),
        })
    }

    /// Appends attention to `draft`. `suffix` ends the tensors' names: ".0" for block 0. `look` is `None` where nobody
    /// looks at this block, `Some(None)` for every head, `Some(Some(head))` for one.
    pub fn attend(
        &self,
        draft: &mut Draft,
        suffix: &str,
        [q, k, v]: [TensorId; 3],
        look: Option<Option<usize>>,
    ) -> Result<Attended, EngineError> {
        let doors = self.doors;
        let rotate = Rotate {
            head_dim: self.head_dim,
            pairing: doors.pairing,
        };
        let q = draft.push(
            format!("q_rotated{suffix}"),
            rotate,
            &[q, doors.query_rotation],
        )?;
        let k = draft.push(
            format!("k_rotated{suffix}"),
            rotate,
            &[k, doors.key_rotation],
        )?;
        let map = match look {
            Some(head) => Some(self.map(draft, suffix, [q, k], head)?),
            None => None,
        };
        let name = format!("mixed{suffix}");
        let mixed = match (look, map) {
            (Some(None), Some([_, weights])) => {
                let op = WeightedSum { heads: self.heads };
                draft.push(name, op, &[weights, v, doors.relative, doors.index])?
            }
            _ => {
                let op = Attention {
                    heads: self.heads,
                    scale: self.scale,
                    causal: self.causal,
                };
                let inputs = [q, k, v, doors.bias, doors.relative, doors.index, self.valid];
                draft.push(name, op, &inputs)?
            }
        };
        Ok(Attended { q, k, map, mixed })
    }

    fn map(
        &self,
        draft: &mut Draft,
        suffix: &str,
        [q, k]: [TensorId; 2],
        head: Option<usize>,
    ) -> Result<[TensorId; 2], EngineError> {
        let scores = match head {
            Some(head) => Scores::one(self.heads, self.scale, head),
            None => Scores::all(self.heads, self.scale),
        };
        let doors = self.doors;
        let inputs = [q, k, doors.bias, doors.relative, doors.index];
        let scores = draft.push(format!("scores{suffix}"), scores, &inputs)?;
        let softmax = Softmax {
            causal: self.causal,
        };
        let inputs = [scores, self.valid];
        let weights = draft.push(format!("attention{suffix}"), softmax, &inputs)?;
        Ok([scores, weights])
    }
}
