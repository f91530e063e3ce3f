//! Multi-head attention with doors 2, 3 and 4, from query, key and value to the weighted sum.

use super::config::Config;
use super::draft::Draft;
use super::wire::{Content, Meeting, Wired};
use crate::encoding::Doors;
use crate::engine::op::{Add, Attention, Count, Damp, Gate, Rotate, Scores, Softmax, WeightedSum};
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
            heads: config.heads,
            head_dim: config.head_dim(),
            queries: positions.len(),
            keys: positions.len(),
        };
        Ok(Self {
            heads: config.heads,
            head_dim: config.head_dim(),
            scale: doors.score_scale.unwrap_or(config.score_scale()),
            causal: config.causal,
            doors: Wired::lay(draft, doors, meeting, positions, config.naive_trig, None)?,
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
            inverse: false,
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
        let bias = self.bias(draft, suffix, [q, k])?;
        let meets = match doors.content_bias {
            Some(u) => draft.push(format!("q_biased{suffix}"), Add, &[q, u])?,
            None => q,
        };
        // A factor on the weights has no streaming form: every map is made.
        let look = if doors.damping.is_some() {
            Some(None)
        } else {
            look
        };
        let map = match look {
            Some(head) => Some(self.map(draft, suffix, [meets, k, bias], head)?),
            None => None,
        };
        let name = format!("mixed{suffix}");
        let mixed = match (look, map) {
            (Some(None), Some([_, weights])) => {
                let op = WeightedSum {
                    heads: self.heads,
                    relative: doors.has_relative,
                };
                draft.push(name, op, &[weights, v, doors.relative, doors.index])?
            }
            _ => {
                let op = Attention {
                    heads: self.heads,
                    scale: self.scale,
                    relative: doors.has_relative,
                    causal: self.causal,
                };
                let inputs = [meets, k, v, bias, doors.relative, doors.index, self.valid];
                draft.push(name, op, &inputs)?
            }
        };
        Ok(Attended { q, k, map, mixed })
    }

    /// Door 3: its table, or what the scheme makes of query and key.
    fn bias(
        &self,
        draft: &mut Draft,
        suffix: &str,
        [q, k]: [TensorId; 2],
    ) -> Result<TensorId, EngineError> {
        let (heads, scale) = (self.heads, self.scale);
        let name = format!("content_bias{suffix}");
        match self.doors.content {
            None => Ok(self.doors.bias),
            Some(Content::Gate([table, index])) => {
                let gated = draft.push(name, Gate { heads, scale }, &[q, k, table, index])?;
                self.with_given(draft, suffix, gated)
            }
            Some(Content::Counted(vectors)) => {
                let inputs = [q, k, vectors, self.valid];
                let counted = draft.push(name, Count { heads, scale }, &inputs)?;
                self.with_given(draft, suffix, counted)
            }
        }
    }

    /// A bias made from query and key, and what door 3's table adds to it: nothing, or a bias given from outside.
    fn with_given(
        &self,
        draft: &mut Draft,
        suffix: &str,
        made: TensorId,
    ) -> Result<TensorId, EngineError> {
        draft.push(format!("whole_bias{suffix}"), Add, &[made, self.doors.bias])
    }

    fn map(
        &self,
        draft: &mut Draft,
        suffix: &str,
        [q, k, bias]: [TensorId; 3],
        head: Option<usize>,
    ) -> Result<[TensorId; 2], EngineError> {
        let open = self.doors.has_relative;
        let scores = match head {
            Some(head) => Scores::one(self.heads, self.scale, open, head),
            None => Scores::all(self.heads, self.scale, open),
        };
        let doors = self.doors;
        let inputs = [q, k, bias, doors.relative, doors.index];
        let scores = draft.push(format!("scores{suffix}"), scores, &inputs)?;
        let softmax = Softmax {
            causal: self.causal,
        };
        let inputs = [scores, self.valid];
        let name = format!("attention{suffix}");
        let weights = match doors.damping {
            None => draft.push(name, softmax, &inputs)?,
            Some([table, index]) => {
                let weights = draft.push(format!("undamped{suffix}"), softmax, &inputs)?;
                draft.push(name, Damp, &[weights, table, index])?
            }
        };
        Ok([scores, weights])
    }
}
