//! What a scheme lets in through each door, for a list of positions.

use super::check;
use super::scalar::Scalar;
use super::scheme::SchemeRequest;
use crate::encoding::{Ask, BiasDoor, Doors, RelativeDoor, RotationDoor};
use crate::engine::{Engine, Shape, Tensor};
use crate::experiment::Trouble;
use crate::language::Said;
use crate::model::{Config, tables};
use crate::refusal::Refusal;
use serde::Deserialize;

/// Asks for a scheme's doors.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EncodeRequest {
    /// The scheme.
    pub scheme: SchemeRequest,
    /// Width of the residual stream.
    pub d_model: Scalar,
    /// Attention heads; 1 where it isn't given.
    pub heads: Option<Scalar>,
    /// The positions.
    pub positions: Option<Vec<f64>>,
    /// Instead of `positions`: 0, 1, ..., n - 1.
    pub n: Option<Scalar>,
    /// Seed of tables that training would learn.
    pub seed: Option<Scalar>,
    /// Whether angles are taken in plain f32.
    #[serde(default)]
    pub naive_trig: bool,
}

/// What a scheme lets in; a shut door is `None`.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// Door 1, \[n, d_model\], as the engine computed it.
    pub input: Option<Tensor>,
    /// Door 2.
    pub rotation: Option<RotationTable>,
    /// Door 3, \[heads, n, n\].
    pub bias: Option<Tensor>,
    /// Door 4.
    pub relative: Option<RelativeTables>,
    /// The row that query i and key j look up, \[n, n\].
    pub index: Option<Tensor>,
    /// One slope a head, where the bias is a slope times a distance.
    pub slopes: Option<Vec<f64>>,
}

/// Door 2: angles and frequencies.
#[derive(Clone, Debug)]
pub struct RotationTable {
    /// \[n, rotary_dim/2\], in radians, reduced to (-pi, pi].
    pub angle: Tensor,
    /// Radians per position, \[rotary_dim/2\].
    pub inv_freq: Vec<f64>,
    /// Factor on cosine and sine.
    pub attention_factor: f64,
}

/// Door 4: vectors by offset, \[rows, head_dim\] each.
#[derive(Clone, Debug)]
pub struct RelativeTables {
    /// Vectors that meet the query.
    pub key: Option<Tensor>,
    /// Vectors that join the values.
    pub value: Option<Tensor>,
    /// Vectors that meet the key.
    pub query: Option<Tensor>,
}

impl EncodeRequest {
    /// Opens the scheme's doors and computes their tables.
    ///
    /// # Errors
    /// [`Trouble::Refused`] names the property, what was given and what is allowed.
    pub async fn run(&self, engine: &Engine) -> Result<Encoded, Trouble> {
        let ask = self.ask()?;
        let doors = self.scheme.open(&ask)?;
        let input = match &doors.input {
            Some(_) => Some(self.input(engine, &doors, &ask.positions).await?),
            None => None,
        };
        let rotation = doors.rotation.as_ref();
        let relative = doors.relative.as_ref();
        let n = ask.positions.len();
        Ok(Encoded {
            input,
            rotation: rotation.map(|door| angles(door, &ask.positions, self.naive_trig)),
            bias: doors.bias.as_ref().map(|door| expand(door, ask.heads, n)),
            relative: relative.map(|door| relative_tables(door, ask.head_dim())),
            index: relative.map(|door| Tensor {
                shape: [n, n].into(),
                values: door.index.iter().map(|row| *row as f32).collect(),
            }),
            slopes: doors.bias.and_then(|door| door.slopes),
        })
    }

    async fn input(
        &self,
        engine: &Engine,
        doors: &Doors,
        positions: &[i32],
    ) -> Result<Tensor, Trouble> {
        let only_input = Doors {
            input: doors.input.clone(),
            ..Doors::default()
        };
        let tables = tables(&only_input, positions, self.naive_trig)?;
        let run = engine.run(&tables.program, &tables.feeds).await?;
        match tables.input {
            Some(input) => Ok(run.read(input).await?),
            None => unreachable!("door 1 is open here"),
        }
    }

    fn ask(&self) -> Result<Ask, Refusal> {
        let one = Scalar::Number(1.0);
        let config = Config {
            d_model: check::whole("d_model", Some(&self.d_model))?,
            heads: check::whole("heads", Some(self.heads.as_ref().unwrap_or(&one)))?,
            ..Config::default()
        };
        config.check()?;
        Ok(Ask {
            positions: self.positions()?,
            d_model: config.d_model,
            heads: config.heads,
            seed: check::whole("seed", self.seed.as_ref())? as u64,
        })
    }

    fn positions(&self) -> Result<Vec<i32>, Refusal> {
        match (&self.positions, &self.n) {
            (Some(positions), None) => {
                check::length("positions.length", positions.len())?;
                check::positions("positions", positions)
            }
            (None, Some(n)) => {
                let n = check::count("n", Some(n), 1, crate::experiment::MOST_TOKENS)?;
                Ok((0..n as i32).collect())
            }
            (positions, _) => {
                let given = if positions.is_some() {
                    "both"
                } else {
                    "absent"
                };
                let allowed = Said::new(
                    "positions 和 n 要给其中一个",
                    "one of positions and n must be given, not both",
                );
                Err(Refusal::new("positions", given, allowed))
            }
        }
    }
}

/// Angles reduced to (-pi, pi], in f64; the naive ones multiply in f32 first, as a plain shader would.
fn angles(door: &RotationDoor, positions: &[i32], naive: bool) -> RotationTable {
    use std::f64::consts::{PI, TAU};
    let naive_angle = |position: i32, pair: usize| {
        let product = position as f32 * door.inv_freq[pair] as f32;
        let angle = libm::remainder(f64::from(product), TAU);
        if angle <= -PI { angle + TAU } else { angle }
    };
    let angle = |position, pair| {
        if naive {
            naive_angle(position, pair)
        } else {
            door.angle(position, pair)
        }
    };
    let pairs = door.inv_freq.len();
    let row = |position: &i32| {
        let position = *position;
        (0..pairs).map(move |pair| angle(position, pair) as f32)
    };
    RotationTable {
        angle: Tensor {
            shape: [positions.len(), pairs].into(),
            values: positions.iter().flat_map(row).collect(),
        },
        inv_freq: door.inv_freq.clone(),
        attention_factor: door.attention_factor,
    }
}

/// The bias of every head, query and key.
fn expand(door: &BiasDoor, heads: usize, n: usize) -> Tensor {
    let axes = [heads, n, n];
    Tensor {
        shape: Shape::from(axes),
        values: door.broadcast(axes).map(|v| v as f32).collect(),
    }
}

fn relative_tables(door: &RelativeDoor, head_dim: usize) -> RelativeTables {
    let table = |values: &Option<Vec<f64>>| {
        values.as_ref().map(|values| Tensor {
            shape: [door.rows, head_dim].into(),
            values: values.iter().map(|v| *v as f32).collect(),
        })
    };
    RelativeTables {
        key: table(&door.key),
        value: table(&door.value),
        query: table(&door.query),
    }
}
