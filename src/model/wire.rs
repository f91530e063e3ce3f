//! Doors as tensors: what a scheme opens becomes steps and feeds, what it leaves shut becomes the broadcast zero.
//!
//! Sinusoids and angles are computed by steps of the program, from positions and waves, so that a GPU computes them
//! too. Shapes: see the table of door tensors in `ARCHITECTURE.md`.

use super::draft::Draft;
use crate::encoding::{
    BiasDoor, Doors, InputDoor, Pairing, RelativeDoor, RotationDoor, Wave, turns,
};
use crate::engine::op::{Pairs, Rotation, Sinusoid};
use crate::engine::{EngineError, TensorId};

/// How many queries and keys meet; with a cache there are fewer queries, and they are the last ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
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
    /// The table that turns the keys: the same one unless there are fewer queries.
    pub key_rotation: TensorId,
    pub bias: TensorId,
    pub relative: TensorId,
    pub index: TensorId,
}

/// A phase of a quarter turn, in units of 2^-32 of a circle: a cosine.
const QUARTER: u32 = 1 << 30;

impl Wired {
    /// Lays doors 2 to 4. `positions` are those of the keys.
    pub fn lay(
        draft: &mut Draft,
        doors: &Doors,
        meeting: Meeting,
        positions: &[i32],
        naive: bool,
    ) -> Result<Self, EngineError> {
        let door = doors.rotation.as_ref();
        let [key_rotation, query_rotation] = lay_rotations(draft, door, meeting, positions, naive)?;
        let [relative, index] = lay_relative(draft, doors.relative.as_ref(), meeting);
        Ok(Self {
            pairing: match doors.rotation.as_ref().map(|door| door.pairing) {
                Some(Pairing::Interleaved) => Pairs::Interleaved,
                _ => Pairs::HalfSplit,
            },
            query_rotation,
            key_rotation,
            bias: lay_bias(draft, doors.bias.as_ref(), meeting),
            relative,
            index,
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
    let Some(door) = door else {
        return Ok(draft.real("door.input", [1, 1], vec![0.0]));
    };
    let positions = draft.positions("positions", positions);
    let waves = door.columns.iter().flat_map(|wave| pack(*wave)).collect();
    let waves = draft.whole("waves.input", [door.columns.len(), 4], waves);
    draft.push("door.input", Sinusoid { naive }, &[positions, waves])
}

/// Lays door 2 for these positions, \[n, pairs, 2\].
pub(super) fn lay_rotation(
    draft: &mut Draft,
    door: &RotationDoor,
    positions: &[i32],
    naive: bool,
) -> Result<TensorId, EngineError> {
    let positions = draft.positions("positions", positions);
    rotation(draft, "door.rotation", door, positions, naive)
}

fn rotation(
    draft: &mut Draft,
    name: &str,
    door: &RotationDoor,
    positions: TensorId,
    naive: bool,
) -> Result<TensorId, EngineError> {
    let wave = |inv_freq: &f64| {
        pack(Wave {
            inv_freq: *inv_freq,
            cosine: false,
        })
    };
    let waves = door.inv_freq.iter().flat_map(wave).collect();
    let waves = draft.whole("waves.rotation", [door.inv_freq.len(), 4], waves);
    let op = Rotation {
        naive,
        attention_factor: door.attention_factor,
    };
    draft.push(name, op, &[positions, waves])
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
    let keys = lay_rotation(draft, door, positions, naive)?;
    if meeting.queries == meeting.keys {
        return Ok([keys, keys]);
    }
    let last = &positions[positions.len() - meeting.queries..];
    let last = draft.positions("positions.query", last);
    let queries = rotation(draft, "door.rotation.query", door, last, naive)?;
    Ok([keys, queries])
}

fn lay_bias(draft: &mut Draft, door: Option<&BiasDoor>, meeting: Meeting) -> TensorId {
    let Some(door) = door else {
        return draft.real("door.bias", [1, 1, 1], vec![0.0]);
    };
    let door = door.last_queries(meeting.queries);
    let values = door.values.iter().map(|v| *v as f32).collect();
    draft.real("door.bias", door.axes, values)
}

fn lay_relative(draft: &mut Draft, door: Option<&RelativeDoor>, meeting: Meeting) -> [TensorId; 2] {
    let head_dim = meeting.head_dim;
    let Some(door) = door else {
        return [
            draft.real("door.relative", [3, 1, head_dim], vec![0.0; 3 * head_dim]),
            draft.whole("door.index", [1, 1], vec![0]),
        ];
    };
    let plane = |table: &Option<Vec<f64>>| match table {
        Some(values) => values.iter().map(|v| *v as f32).collect(),
        None => vec![0.0; door.rows * head_dim],
    };
    let planes = [&door.key, &door.query, &door.value].map(plane).concat();
    let last_rows = (meeting.keys - meeting.queries) * meeting.keys;
    let index = door.index[last_rows..].to_vec();
    [
        draft.real("door.relative", [3, door.rows, head_dim], planes),
        draft.whole("door.index", [meeting.queries, meeting.keys], index),
    ]
}

/// A wave as the operations read it: turns low, turns high, phase high, bits of the inverse frequency.
fn pack(wave: Wave) -> [u32; 4] {
    let turns = turns(wave.inv_freq);
    let phase = if wave.cosine { QUARTER } else { 0 };
    let bits = (wave.inv_freq as f32).to_bits();
    [turns as u32, (turns >> 32) as u32, phase, bits]
}
