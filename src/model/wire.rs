//! Doors as tensors: what a scheme opens becomes steps and feeds, what it leaves shut becomes the broadcast zero.
//!
//! Sinusoids and angles are computed by steps of the program, from positions and waves, so that a GPU computes them
//! too. Shapes: see the table of door tensors in `ARCHITECTURE.md`.

use super::draft::Draft;
use crate::encoding::{
    BiasDoor, ContentBias, Doors, Index, InputDoor, Pairing, RelativeDoor, RotationDoor, TurnedBy,
    Wave, sin_cos, turns,
};
use crate::engine::op::{Grow, Pairs, Rotation, Sinusoid};
use crate::engine::{EngineError, TensorId};

/// A bias from outside, by pair; each axis whole or 1.
#[derive(Clone, Debug)]
pub struct GivenBias {
    /// Heads, queries and keys, each whole or 1.
    pub axes: [usize; 3],
    /// The numbers, row-major.
    pub values: Vec<f64>,
}

impl GivenBias {
    fn at(&self, place: [usize; 3]) -> f64 {
        let [_, queries, keys] = self.axes;
        let on = |axis: usize| if self.axes[axis] == 1 { 0 } else { place[axis] };
        self.values[(on(0) * queries + on(1)) * keys + on(2)]
    }
}

/// How many queries and keys meet; with a cache there are fewer queries, and they are the last ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub heads: usize,
    pub head_dim: usize,
    pub queries: usize,
    pub keys: usize,
}

/// Doors 2 to 4 as tensors of one program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wired {
    pub pairing: Pairs,
    /// The table that turns the queries.
    pub query_rotation: TensorId,
    /// The table that turns the keys: the same one unless there are fewer queries, or one grows and the other shrinks.
    pub key_rotation: TensorId,
    pub bias: TensorId,
    /// What makes a bias from query and key, in place of the table.
    pub content: Option<Content>,
    pub relative: TensorId,
    /// Whether door 4 is open.
    pub has_relative: bool,
    pub index: TensorId,
    /// Joins the query where it meets keys, \[1, width\].
    pub content_bias: Option<TensorId>,
    /// Table and index of a factor on the weights.
    pub damping: Option<[TensorId; 2]>,
}

/// A bias made from query and key.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    /// Table and index of the mask.
    Gate([TensorId; 2]),
    /// Vectors at whole counts.
    Counted(TensorId),
}

/// A phase of a quarter turn, in units of 2^-32 of a circle: a cosine.
const QUARTER: u32 = 1 << 30;

impl Wired {
    /// Lays doors 2 to 4. `positions` are those of the keys; `given` is a bias besides the scheme's.
    pub fn lay(
        draft: &mut Draft,
        doors: &Doors,
        meeting: Meeting,
        positions: &[i32],
        naive: bool,
        given: Option<&GivenBias>,
    ) -> Result<Self, EngineError> {
        let door = doors.rotation.as_ref();
        let [key_rotation, query_rotation] = lay_rotations(draft, door, meeting, positions, naive)?;
        let [bias, relative, index] = lay_tables(draft, doors, meeting, given);
        let content_bias = doors.relative.as_ref().and_then(|door| {
            let u = door.content_bias.as_ref()?;
            Some(draft.real("door.content_bias", [1, u.len()], narrow(u)))
        });
        Ok(Self {
            pairing: match doors.rotation.as_ref().map(|door| door.pairing) {
                Some(Pairing::Interleaved) => Pairs::Interleaved,
                _ => Pairs::HalfSplit,
            },
            query_rotation,
            key_rotation,
            bias,
            content: lay_content(draft, doors.content.as_ref(), meeting),
            relative,
            has_relative: doors.relative.is_some(),
            index,
            content_bias,
            damping: doors
                .damping
                .as_ref()
                .map(|door| lay_by_offset(draft, "door.damping", door, meeting)),
        })
    }
}

/// Lays door 1, \[n, d_model\]; shut, the single number 0.
pub(super) fn lay_input(
    draft: &mut Draft,
    door: Option<&InputDoor>,
    positions: &[i32],
    naive: bool,
) -> Result<TensorId, EngineError> {
    match door {
        None => Ok(draft.real("door.input", [1, 1], vec![0.0])),
        Some(InputDoor::Rows(rows)) => {
            let width = rows.len() / positions.len().max(1);
            Ok(draft.real("door.input", [positions.len(), width], narrow(rows)))
        }
        Some(InputDoor::Waves(columns)) => {
            let positions = draft.positions("positions", positions);
            let waves = columns.iter().flat_map(|wave| pack(*wave)).collect();
            let waves = draft.whole("waves.input", [columns.len(), 4], waves);
            draft.push("door.input", Sinusoid { naive }, &[positions, waves])
        }
    }
}

/// Lays door 2 for these positions, \[n, pairs, 2\]: as the keys meet it, and as the queries do where that differs.
pub(super) fn lay_rotation(
    draft: &mut Draft,
    door: &RotationDoor,
    positions: &[i32],
    naive: bool,
) -> Result<[TensorId; 2], EngineError> {
    let keys = rotation(draft, "", door, positions, 0..positions.len(), naive, true)?;
    if door.growth.is_empty() {
        return Ok([keys, keys]);
    }
    let all = 0..positions.len();
    let queries = rotation(draft, ".query", door, positions, all, naive, false)?;
    Ok([keys, queries])
}

/// The table of some tokens, called "door.rotation" and `suffix`; `shrinks` where growth is to be undone, as for keys.
fn rotation(
    draft: &mut Draft,
    suffix: &str,
    door: &RotationDoor,
    positions: &[i32],
    tokens: std::ops::Range<usize>,
    naive: bool,
    shrinks: bool,
) -> Result<TensorId, EngineError> {
    let name = format!("door.rotation{suffix}");
    let turning = match door.growth.is_empty() {
        true => name.clone(),
        false => format!("turning{suffix}"),
    };
    let TurnedBy::Position = door.turned_by else {
        let table = turned(door, positions, tokens.clone());
        let shape = [tokens.len(), door.inv_freq.len(), 2];
        return Ok(draft.real(&name, shape, table));
    };
    let wave = |inv_freq: &f64| {
        pack(Wave {
            inv_freq: *inv_freq,
            cosine: false,
        })
    };
    let waves = door.inv_freq.iter().flat_map(wave).collect();
    let waves = draft.whole("waves.rotation", [door.inv_freq.len(), 4], waves);
    let own = match tokens.len() == positions.len() {
        true => "positions",
        false => "positions.query",
    };
    let positions = draft.positions(own, &positions[tokens]);
    let op = Rotation {
        naive,
        attention_factor: door.attention_factor,
    };
    let table = draft.push(turning, op, &[positions, waves])?;
    if door.growth.is_empty() {
        return Ok(table);
    }
    let growth = draft.real("growth", [door.growth.len()], narrow(&door.growth));
    draft.push(name, Grow { inverse: shrinks }, &[table, positions, growth])
}

/// (cos, sin) of every pair of some tokens, where a pair turns by a coordinate of its own: a small grid, computed here.
fn turned(door: &RotationDoor, positions: &[i32], tokens: std::ops::Range<usize>) -> Vec<f32> {
    let pairs = 0..door.inv_freq.len();
    let angles = tokens.flat_map(|token| {
        pairs
            .clone()
            .map(move |pair| door.angle(positions, token, pair))
    });
    let factor = door.attention_factor;
    angles
        .flat_map(|angle| {
            let [sine, cosine] = sin_cos(angle);
            [(cosine * factor) as f32, (sine * factor) as f32]
        })
        .collect()
}

/// The tables for keys and queries.
fn lay_rotations(
    draft: &mut Draft,
    door: Option<&RotationDoor>,
    meeting: Meeting,
    positions: &[i32],
    naive: bool,
) -> Result<[TensorId; 2], EngineError> {
    let Some(door) = door else {
        let pairs = (meeting.head_dim / 2).max(1);
        let table = draft.real("door.rotation", [1, pairs, 2], [1.0, 0.0].repeat(pairs));
        return Ok([table, table]);
    };
    if meeting.queries == meeting.keys {
        return lay_rotation(draft, door, positions, naive);
    }
    let all = 0..meeting.keys;
    let last = meeting.keys - meeting.queries..meeting.keys;
    Ok([
        rotation(draft, "", door, positions, all, naive, true)?,
        rotation(draft, ".query", door, positions, last, naive, false)?,
    ])
}

/// Bias, relative table and the index that they share. Where both doors are open with an index each, the bias is spread
/// over the pairs instead.
fn lay_tables(
    draft: &mut Draft,
    doors: &Doors,
    meeting: Meeting,
    given: Option<&GivenBias>,
) -> [TensorId; 3] {
    let (bias, relative) = (doors.bias.as_ref(), doors.relative.as_ref());
    let shared = match (bias, relative) {
        (Some(bias), Some(relative)) => bias.index == relative.index,
        _ => true,
    };
    let index = match (bias, relative) {
        (_, Some(door)) => lay_index(draft, "door.index", &door.index, meeting),
        (Some(door), None) => lay_index(draft, "door.index", &door.index, meeting),
        (None, None) => draft.whole("door.index", [1, 1], vec![0]),
    };
    let bias = match (bias, given) {
        (None, None) => draft.real("door.bias", [1, 1, 1], vec![0.0]),
        (Some(door), None) if shared => lay_table(draft, "door.bias", door),
        _ => lay_spread(draft, bias, given, meeting),
    };
    [bias, lay_relative(draft, relative, meeting), index]
}

fn lay_table(draft: &mut Draft, name: &str, door: &BiasDoor) -> TensorId {
    draft.real(name, [door.heads(), door.rows], door.table.narrow())
}

/// The bias of every pair, \[heads, nq, nk\]: the scheme's, and what was given besides.
fn lay_spread(
    draft: &mut Draft,
    door: Option<&BiasDoor>,
    given: Option<&GivenBias>,
    meeting: Meeting,
) -> TensorId {
    let Meeting {
        heads,
        queries,
        keys,
        ..
    } = meeting;
    let own_heads = door.map_or(1, BiasDoor::heads);
    let first = keys - queries.min(keys);
    let mut values = Vec::with_capacity(heads * queries * keys);
    for head in 0..heads {
        for query in 0..queries {
            for key in 0..keys {
                let own =
                    |door: &BiasDoor| door.at(keys, head.min(own_heads - 1), first + query, key);
                let given = given.map_or(0.0, |given| given.at([head, query, key]));
                values.push((door.map_or(0.0, own) + given) as f32);
            }
        }
    }
    draft.real("door.bias", [heads, queries, keys], values)
}

fn lay_index(draft: &mut Draft, name: &str, index: &Index, meeting: Meeting) -> TensorId {
    let Meeting { queries, keys, .. } = meeting;
    match index {
        // The last queries meet offsets from the very first on: see `engine::op::lookup`.
        Index::ByOffset(rows) => {
            let rows = rows[..queries + keys - 1].to_vec();
            draft.whole(name, [queries + keys - 1], rows)
        }
        Index::ByPair(rows) => {
            let rows = rows[(keys - queries) * keys..].to_vec();
            draft.whole(name, [queries, keys], rows)
        }
    }
}

/// A table by offset with an index of its own.
fn lay_by_offset(
    draft: &mut Draft,
    name: &str,
    door: &BiasDoor,
    meeting: Meeting,
) -> [TensorId; 2] {
    let index = format!("{name}.index");
    [
        lay_table(draft, name, door),
        lay_index(draft, &index, &door.index, meeting),
    ]
}

fn lay_content(
    draft: &mut Draft,
    content: Option<&ContentBias>,
    meeting: Meeting,
) -> Option<Content> {
    Some(match content? {
        ContentBias::Gate(mask) => Content::Gate(lay_by_offset(draft, "door.gate", mask, meeting)),
        ContentBias::Counted { rows, vectors } => {
            let shape = [*rows, meeting.head_dim];
            Content::Counted(draft.real("door.counted", shape, narrow(vectors)))
        }
    })
}

fn lay_relative(draft: &mut Draft, door: Option<&RelativeDoor>, meeting: Meeting) -> TensorId {
    let head_dim = meeting.head_dim;
    let Some(door) = door else {
        return draft.real("door.relative", [3, 1, head_dim], vec![0.0; 3 * head_dim]);
    };
    let plane = |table: &Option<Vec<f64>>| match table {
        Some(values) => narrow(values),
        None => vec![0.0; door.rows * door.width],
    };
    let planes = [&door.key, &door.query, &door.value].map(plane).concat();
    draft.real("door.relative", [3, door.rows, door.width], planes)
}

fn narrow(values: &[f64]) -> Vec<f32> {
    values.iter().map(|v| *v as f32).collect()
}

/// A wave as the operations read it: turns low, turns high, phase high, bits of the inverse frequency.
fn pack(wave: Wave) -> [u32; 4] {
    let turns = turns(wave.inv_freq);
    let phase = if wave.cosine { QUARTER } else { 0 };
    let bits = (wave.inv_freq as f32).to_bits();
    [turns as u32, (turns >> 32) as u32, phase, bits]
}
