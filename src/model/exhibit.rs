//! What open doors let in, laid out to be looked at: every table as a matrix, or as one matrix a head.

use super::draft::Draft;
use super::wire::{lay_input, lay_rotation};
use crate::encoding::{BiasDoor, ContentBias, Doors, Index, RelativeDoor};
use crate::engine::{EngineError, Feeds, Program, TensorId};
use std::rc::Rc;

/// A part of what doors let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Door 1: the rows, \[n, d_model\].
    Input,
    /// Door 2: the cosines of \[n, pairs, 2\].
    Cosine,
    /// Door 2: the sines of the same tensor.
    Sine,
    /// Door 2: by what a query's pairs grow, \[n, pairs\]; a key's shrink by the same (xPos).
    Growth,
    /// Door 3: the bias by pair, \[heads, n, n\].
    Bias,
    /// Door 3: the factor on the weights by pair, \[heads, n, n\].
    Damping,
    /// Door 3: the mask that the score itself is multiplied with, \[heads, n, n\].
    Gate,
    /// Door 4: the vectors that counted positions look up, \[rows, head_dim\] (CoPE).
    Counted,
    /// Doors 3 and 4: which row of a table query and key look up, \[n, n\].
    Index,
    /// Door 4: vectors that meet the query, \[rows, width\].
    Keys,
    /// Door 4: vectors that meet the key, \[rows, width\].
    Queries,
    /// Door 4: vectors that join the values, \[rows, width\].
    Values,
}

/// A program that computes or holds every part.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// The program.
    pub program: Rc<Program>,
    /// What it is fed.
    pub feeds: Rc<Feeds<f32>>,
    /// The parts, what tells most first, each with its tensor.
    pub parts: Vec<(Part, TensorId)>,
}

/// Lays out what `doors`, opened for `positions`, let in; nothing where all are shut.
///
/// # Errors
/// [`EngineError::Shape`] where there is no position.
pub fn exhibit(doors: &Doors, positions: &[i32], naive_trig: bool) -> Result<Exhibit, EngineError> {
    let mut draft = Draft::default();
    let mut parts = Vec::new();
    let n = positions.len();
    if let Some(door) = &doors.input {
        let input = lay_input(&mut draft, Some(door), positions, naive_trig)?;
        parts.push((Part::Input, input));
    }
    if let Some(door) = &doors.rotation {
        let [table, _] = lay_rotation(&mut draft, door, positions, naive_trig)?;
        // Where pairs grow, the turn alone comes before.
        let turn = draft.program.find("turning").unwrap_or(table);
        parts.extend([(Part::Cosine, turn), (Part::Sine, turn)]);
        if !door.growth.is_empty() {
            let growth = growth(&door.growth, positions);
            let shape = [n, door.growth.len()];
            parts.push((Part::Growth, draft.real("growth.position", shape, growth)));
        }
    }
    let by_pair = [
        (Part::Bias, "bias", doors.bias.as_ref()),
        (Part::Damping, "damping", doors.damping.as_ref()),
        (Part::Gate, "gate", gate(doors)),
    ];
    for (part, name, door) in by_pair {
        let Some(door) = door else { continue };
        parts.push((part, lay_pairs(&mut draft, name, door, n)));
        if door.indexed {
            parts.push((Part::Index, lay_index(&mut draft, &door.index, n)));
        }
    }
    if let Some(ContentBias::Counted { rows, vectors }) = &doors.content {
        parts.push((
            Part::Counted,
            lay_vectors(&mut draft, "counted", *rows, vectors),
        ));
    }
    if let Some(door) = &doors.relative {
        lay_relative(&mut draft, door, n, &mut parts);
    }
    Ok(Exhibit {
        program: Rc::new(draft.program),
        feeds: Rc::new(draft.feeds),
        parts,
    })
}

fn gate(doors: &Doors) -> Option<&BiasDoor> {
    match &doors.content {
        Some(ContentBias::Gate(mask)) => Some(mask),
        _ => None,
    }
}

/// exp(position * growth), \[n, pairs\].
fn growth(growth: &[f64], positions: &[i32]) -> Vec<f32> {
    let row = |position: &i32| {
        let position = f64::from(*position);
        growth.iter().map(move |g| libm::exp(position * g) as f32)
    };
    positions.iter().flat_map(row).collect()
}

/// A table by row as one matrix a head, \[heads, n, n\].
fn lay_pairs(draft: &mut Draft, name: &str, door: &BiasDoor, n: usize) -> TensorId {
    let heads = door.heads();
    let mut values = Vec::with_capacity(heads * n * n);
    for (head, i) in (0..heads).flat_map(|head| (0..n).map(move |i| (head, i))) {
        let rows = door.index.query(n, i).iter();
        values.extend(rows.map(|row| door.row(head, *row as usize) as f32));
    }
    draft.real(name, [heads, n, n], values)
}

fn lay_index(draft: &mut Draft, index: &Index, n: usize) -> TensorId {
    let rows = index.dense(n).into_iter().map(|row| row as f32);
    draft.real("index", [n, n], rows.collect())
}

fn lay_vectors(draft: &mut Draft, name: &str, rows: usize, vectors: &[f64]) -> TensorId {
    let values = vectors.iter().map(|v| *v as f32).collect();
    draft.real(name, [rows, vectors.len() / rows.max(1)], values)
}

fn lay_relative(
    draft: &mut Draft,
    door: &RelativeDoor,
    n: usize,
    parts: &mut Vec<(Part, TensorId)>,
) {
    parts.push((Part::Index, lay_index(draft, &door.index, n)));
    let tables = [
        (Part::Keys, "keys", &door.key),
        (Part::Queries, "queries", &door.query),
        (Part::Values, "values", &door.value),
    ];
    for (part, name, vectors) in tables {
        if let Some(vectors) = vectors {
            parts.push((part, lay_vectors(draft, name, door.rows, vectors)));
        }
    }
}
