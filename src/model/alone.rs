//! Parts of the model alone: attention on given queries, keys and values, and the tables of the doors.

use super::block::Builder;
use super::config::Config;
use super::draft::Draft;
use super::heads::{Heads, Look};
use super::weights;
use super::wire::{GivenBias, Meeting, Wired, lay_input};
use crate::encoding::Doors;
use crate::engine::{EngineError, Feeds, Program, TensorId};
use std::rc::Rc;

/// Queries, keys and values for attention alone. Rows are tokens, \[n, heads * head_dim\].
#[derive(Clone, Debug)]
pub struct Given {
    /// Attention heads.
    pub heads: usize,
    /// Width of one head.
    pub head_dim: usize,
    /// Queries.
    pub q: Vec<f32>,
    /// Keys.
    pub k: Vec<f32>,
    /// Values.
    pub v: Vec<f32>,
    /// The keys' positions; where there are fewer queries (a cache), they are the last ones.
    pub positions: Vec<i32>,
    /// For each key, whether it may be seen.
    pub valid: Vec<bool>,
    /// Factor on the products.
    pub scale: f64,
    /// Whether a query sees only its own row and earlier ones.
    pub causal: bool,
    /// A bias besides the scheme's.
    pub bias: Option<GivenBias>,
    /// Whether somebody wants the maps.
    pub maps: bool,
}

/// Attention alone, ready to run.
#[derive(Clone, Debug)]
pub struct AttentionAlone {
    /// The program.
    pub program: Rc<Program>,
    /// What it is fed.
    pub feeds: Rc<Feeds<f32>>,
    /// Queries after rotation.
    pub q: TensorId,
    /// Keys after rotation.
    pub k: TensorId,
    /// Scores and weights, \[heads, nq, nk\], where somebody wants them.
    pub map: Option<[TensorId; 2]>,
    /// The output, \[nq, heads * head_dim\].
    pub output: TensorId,
}

/// Builds attention alone.
///
/// # Errors
/// [`EngineError::Shape`] where the sizes don't fit each other.
pub fn attention_alone(given: Given, doors: &Doors) -> Result<AttentionAlone, EngineError> {
    let width = given.heads * given.head_dim;
    let (queries, keys) = (given.q.len() / width, given.k.len() / width);
    let mut draft = Draft::default();
    let q = draft.real("q", [queries, width], given.q);
    let k = draft.real("k", [keys, width], given.k);
    let v = draft.real("v", [keys, width], given.v);
    let meeting = Meeting {
        heads: given.heads,
        head_dim: given.head_dim,
        queries,
        keys,
    };
    let valid = given.valid.iter().map(|seen| u32::from(*seen)).collect();
    let heads = Heads {
        heads: given.heads,
        head_dim: given.head_dim,
        scale: given.scale,
        causal: given.causal,
        doors: Wired::lay(
            &mut draft,
            doors,
            meeting,
            &given.positions,
            false,
            given.bias.as_ref(),
        )?,
        valid: draft.whole("valid", [keys], valid),
    };
    let look = given.maps.then_some(None);
    let attended = heads.attend(&mut draft, "", [q, k, v], look)?;
    Ok(AttentionAlone {
        program: Rc::new(draft.program),
        feeds: Rc::new(draft.feeds),
        q: attended.q,
        k: attended.k,
        map: attended.map,
        output: attended.mixed,
    })
}

/// One attention layer on random rows: projections, rotation, attention without maps, output projection.
///
/// # Errors
/// [`EngineError::Shape`] where the doors were opened for other sizes.
pub fn attention_layer(
    config: &Config,
    doors: &Doors,
    n: usize,
) -> Result<AttentionLayer, EngineError> {
    let d = config.d_model;
    let mut builder = Builder::new(config, Look::Nothing);
    let rows = weights::matrix(config.seed, "rows", n, d);
    let x = builder.draft.real("x", [n, d], rows);
    let positions: Vec<i32> = (0..n as i32).collect();
    let heads = Heads::lay(&mut builder.draft, config, doors, &positions, vec![1])?;
    let mixed = builder.attention(0, x, &heads)?;
    let output = builder.project("attention_out.0".into(), mixed, "w_o.0".into(), [d, d])?;
    Ok(AttentionLayer {
        program: Rc::new(builder.draft.program),
        feeds: Rc::new(builder.draft.feeds),
        output,
    })
}

/// One attention layer, ready to run.
#[derive(Clone, Debug)]
pub struct AttentionLayer {
    /// The program.
    pub program: Rc<Program>,
    /// What it is fed.
    pub feeds: Rc<Feeds<f32>>,
    /// The output, \[n, d_model\].
    pub output: TensorId,
}

/// The tables of doors 1 and 2, ready to be computed.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The program.
    pub program: Rc<Program>,
    /// What it is fed.
    pub feeds: Rc<Feeds<f32>>,
    /// Door 1, \[n, d_model\], where it is open.
    pub input: Option<TensorId>,
    /// Door 2 as keys meet it, \[n, pairs, 2\] of (cos, sin), where it is open.
    pub rotation: Option<TensorId>,
}

/// Builds the tables of the doors alone, for the picture of an encoding.
///
/// # Errors
/// [`EngineError::Shape`] where there is no position.
pub fn tables(doors: &Doors, positions: &[i32], naive_trig: bool) -> Result<Tables, EngineError> {
    let mut draft = Draft::default();
    let input = match &doors.input {
        Some(door) => Some(lay_input(&mut draft, Some(door), positions, naive_trig)?),
        None => None,
    };
    let rotation = match &doors.rotation {
        Some(door) => {
            let [keys, _] = super::wire::lay_rotation(&mut draft, door, positions, naive_trig)?;
            Some(keys)
        }
        None => None,
    };
    Ok(Tables {
        program: Rc::new(draft.program),
        feeds: Rc::new(draft.feeds),
        input,
        rotation,
    })
}

/// Everything that the doors hold, as attention reads it, ready to be computed.
#[derive(Clone, Debug)]
pub struct DoorTensors {
    /// The program.
    pub program: Rc<Program>,
    /// What it is fed.
    pub feeds: Rc<Feeds<f32>>,
    /// The doors' tensors, `door.*`.
    pub tensors: Vec<TensorId>,
}

/// Builds what every door holds, without anything that reads it.
///
/// # Errors
/// [`EngineError::Shape`] where the doors were opened for other sizes.
pub fn door_tensors(
    config: &Config,
    doors: &Doors,
    positions: &[i32],
) -> Result<DoorTensors, EngineError> {
    let mut draft = Draft::default();
    lay_input(&mut draft, doors.input.as_ref(), positions, false)?;
    Heads::lay(&mut draft, config, doors, positions, vec![1])?;
    let ids = draft.program.fed().chain(draft.program.made());
    let of_a_door = |id: &TensorId| draft.program.info(*id).name.starts_with("door.");
    Ok(DoorTensors {
        tensors: ids.filter(of_a_door).collect(),
        program: Rc::new(draft.program),
        feeds: Rc::new(draft.feeds),
    })
}
