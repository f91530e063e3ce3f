//! What a scheme lets in through each door, for a list of positions.

use super::check;
use super::scalar::Scalar;
use super::scheme::SchemeRequest;
use crate::encoding::{Ask, BiasDoor, ContentBias, Doors, Index, RelativeDoor, RotationDoor};
use crate::engine::{Engine, Pace, Tensor};
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
    /// Attention heads, 1 to 128; 1 where it isn't given.
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
    /// What every weight is multiplied by after the softmax, \[heads, n, n\], where a scheme does that.
    pub damping: Option<Tensor>,
    /// The mask by which the score itself is multiplied and added once more, \[heads, n, n\], where a scheme does that.
    pub gate: Option<Tensor>,
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

/// Door 4: vectors by offset (CoPE: by count), \[rows, head_dim\] each; \[rows, heads * head_dim\] where every head has its own.
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
        let doors = self.scheme.open(&ask).await?;
        let input = match &doors.input {
            Some(_) => Some(self.input(engine, &doors, &ask.positions).await?),
            None => None,
        };
        let rotation = doors.rotation.as_ref();
        let relative = doors.relative.as_ref();
        let n = ask.positions.len();
        let own = doors.bias.as_ref().filter(|door| door.indexed);
        let index = relative
            .map(|door| &door.index)
            .or(own.map(|door| &door.index));
        let gate = match &doors.content {
            Some(ContentBias::Gate(door)) => Some(door),
            _ => None,
        };
        Ok(Encoded {
            input,
            rotation: rotation.map(|door| angles(door, &ask.positions, self.naive_trig)),
            bias: expand(doors.bias.as_ref(), ask.heads, n).await?,
            damping: expand(doors.damping.as_ref(), ask.heads, n).await?,
            gate: expand(gate, ask.heads, n).await?,
            relative: match &doors.content {
                Some(ContentBias::Counted { rows, vectors }) => Some(RelativeTables {
                    key: Some(matrix(*rows, vectors)),
                    value: None,
                    query: None,
                }),
                _ => relative.map(relative_tables),
            },
            index: match index {
                Some(index) => Some(dense(index, n).await?),
                None => None,
            },
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
        let config = Config {
            d_model: check::whole("d_model", Some(&self.d_model))?,
            heads: check::count("heads", self.heads.as_ref(), 1, MOST_HEADS)?,
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
    let naive_angle = |token: usize, pair: usize| {
        let product = door.coordinate(positions, token, pair) as f32 * door.inv_freq[pair] as f32;
        let angle = libm::remainder(f64::from(product), TAU);
        if angle <= -PI { angle + TAU } else { angle }
    };
    let angle = |token, pair| {
        if naive {
            naive_angle(token, pair)
        } else {
            door.angle(positions, token, pair)
        }
    };
    let pairs = door.inv_freq.len();
    let row = |token: usize| (0..pairs).map(move |pair| angle(token, pair) as f32);
    RotationTable {
        angle: Tensor {
            shape: [positions.len(), pairs].into(),
            values: (0..positions.len()).flat_map(row).collect(),
        },
        inv_freq: door.inv_freq.clone(),
        attention_factor: door.attention_factor,
    }
}

/// Most heads: more than any model of the page has, since published ones have up to 112.
const MOST_HEADS: usize = 128;
/// Most numbers of a table by pair: 256 MiB.
const MOST_PAIR_NUMBERS: usize = 1 << 26;

/// Refuses a table by pair that no page could hold.
fn refuse_large(tables: usize, n: usize) -> Result<(), Refusal> {
    if tables * n * n <= MOST_PAIR_NUMBERS {
        return Ok(());
    }
    let most = (MOST_PAIR_NUMBERS / tables).isqrt();
    let allowed = Said::new(
        format!("这种编码为每一对位置各给一个数，{tables} 张表时最多 {most} 个位置"),
        format!(
            "this encoding gives a number to every pair of positions; with {tables} tables at most {most} positions are allowed"
        ),
    );
    Err(Refusal::new("n", n, allowed))
}

/// The bias of every head, query and key: a row at a time, with pauses in between.
async fn expand(
    door: Option<&BiasDoor>,
    heads: usize,
    n: usize,
) -> Result<Option<Tensor>, Refusal> {
    let Some(door) = door else {
        return Ok(None);
    };
    refuse_large(heads, n)?;
    let (own, mut pace) = (door.heads(), Pace::start());
    let mut values = Vec::with_capacity(heads * n * n);
    for (head, i) in (0..heads).flat_map(|head| (0..n).map(move |i| (head, i))) {
        let head = head.min(own - 1);
        let rows = door.index.query(n, i).iter();
        values.extend(rows.map(|row| door.row(head, *row as usize) as f32));
        pace.breathe().await;
    }
    let shape = [heads, n, n].into();
    Ok(Some(Tensor { shape, values }))
}

/// The row of every query and key.
async fn dense(index: &Index, n: usize) -> Result<Tensor, Refusal> {
    refuse_large(1, n)?;
    let mut pace = Pace::start();
    let mut values = Vec::with_capacity(n * n);
    for i in 0..n {
        values.extend(index.query(n, i).iter().map(|row| *row as f32));
        pace.breathe().await;
    }
    Ok(Tensor {
        shape: [n, n].into(),
        values,
    })
}

fn relative_tables(door: &RelativeDoor) -> RelativeTables {
    let table = |values: &Option<Vec<f64>>| {
        let values = values.as_ref()?;
        Some(matrix(door.rows, values))
    };
    RelativeTables {
        key: table(&door.key),
        value: table(&door.value),
        query: table(&door.query),
    }
}

fn matrix(rows: usize, values: &[f64]) -> Tensor {
    Tensor {
        shape: [rows, values.len() / rows.max(1)].into(),
        values: values.iter().map(|v| *v as f32).collect(),
    }
}
