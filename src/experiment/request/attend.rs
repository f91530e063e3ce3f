//! Attention alone, on queries, keys and values from outside.

use super::check::{self, block, shape};
use super::scalar::Scalar;
use super::scheme::SchemeRequest;
use crate::encoding::{Ask, Doors};
use crate::engine::{Engine, Run, Tensor, TensorId};
use crate::experiment::Trouble;
use crate::experiment::property::property;
use crate::language::Said;
use crate::model::{Given, GivenBias, attention_alone};
use crate::refusal::Refusal;
use serde::Deserialize;

/// Most numbers of a map: 128 MiB, what every device takes as one buffer. Beyond it attention streams and no map is made.
const MOST_MAP_NUMBERS: usize = 1 << 25;
/// Widest head.
const WIDEST_HEAD: usize = 1024;

/// Asks for attention on given q, k and v, \[heads\]\[n\]\[head_dim\]. There may be fewer queries than keys (a cache): then
/// the queries are the last ones.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttendRequest {
    /// Queries.
    pub q: Vec<Vec<Vec<f64>>>,
    /// Keys.
    pub k: Vec<Vec<Vec<f64>>>,
    /// Values.
    pub v: Vec<Vec<Vec<f64>>>,
    /// The scheme; none where it isn't given. Door 1 lies outside attention, so a scheme that opens it does nothing here.
    #[serde(default)]
    pub scheme: SchemeRequest,
    /// The keys' positions; 0, 1, ... where they aren't given.
    pub positions: Option<Vec<f64>>,
    /// Added to the scores, besides what the scheme adds; each axis may be 1.
    pub bias: Option<Vec<Vec<Vec<f64>>>>,
    /// Whether a query sees only its own position and earlier ones.
    #[serde(default)]
    pub causal: bool,
    /// For each key, whether it is padding, which no query sees.
    pub key_padding: Option<Vec<bool>>,
    /// Factor on the products; 1/sqrt(head_dim) where it isn't given.
    pub scale: Option<f64>,
    /// Seed of tables that training would learn.
    pub seed: Option<Scalar>,
}

/// What attention made of them.
#[derive(Clone, Debug)]
pub struct Attended {
    /// Queries after rotation, \[heads, nq, head_dim\].
    pub q: Tensor,
    /// Keys after rotation, \[heads, nk, head_dim\].
    pub k: Tensor,
    /// Scores before the mask and the softmax, \[heads, nq, nk\]; `None` where they would pass 128 MiB.
    pub scores: Option<Tensor>,
    /// Attention weights, \[heads, nq, nk\]; `None` where they would pass 128 MiB.
    pub attention: Option<Tensor>,
    /// The weighted sum, \[heads, nq, head_dim\].
    pub output: Tensor,
}

/// The sizes that q, k and v agree on.
#[derive(Clone, Copy)]
struct Sizes {
    heads: usize,
    queries: usize,
    keys: usize,
    head_dim: usize,
}

impl AttendRequest {
    /// Runs attention.
    ///
    /// # Errors
    /// [`Trouble::Refused`] names the property, what was given and what is allowed.
    pub async fn run(&self, engine: &Engine) -> Result<Attended, Trouble> {
        let (sizes, mut given) = self.given()?;
        let doors = self.doors(sizes, &given.positions).await?;
        given.scale = self.scale(sizes.head_dim, &doors)?;
        let built = attention_alone(given, &doors)?;
        let run = engine.run(&built.program, &built.feeds).await?;
        let [scores, attention] = match built.map {
            Some([scores, attention]) => [
                Some(run.read(scores).await?),
                Some(run.read(attention).await?),
            ],
            None => [None, None],
        };
        let heads = sizes.heads;
        Ok(Attended {
            q: by_head(&run, built.q, heads).await?,
            k: by_head(&run, built.k, heads).await?,
            scores,
            attention,
            output: by_head(&run, built.output, heads).await?,
        })
    }

    fn given(&self) -> Result<(Sizes, Given), Refusal> {
        let (q_axes, q) = block("q", &self.q)?;
        let (k_axes, k) = block("k", &self.k)?;
        let (v_axes, v) = block("v", &self.v)?;
        let sizes = self.sizes(q_axes, k_axes, v_axes)?;
        let positions = match &self.positions {
            Some(positions) => check::positions("positions", positions)?,
            None => (0..sizes.keys as i32).collect(),
        };
        check::same_length("positions", positions.len(), sizes.keys)?;
        let valid = match &self.key_padding {
            Some(padding) => padding.iter().map(|padded| !padded).collect(),
            None => vec![true; sizes.keys],
        };
        check::same_length("key_padding", valid.len(), sizes.keys)?;
        let given = Given {
            heads: sizes.heads,
            head_dim: sizes.head_dim,
            q: by_token(&q, q_axes),
            k: by_token(&k, k_axes),
            v: by_token(&v, v_axes),
            positions,
            valid,
            // Known once the doors are: some schemes have a factor of their own.
            scale: 1.0,
            causal: self.causal,
            bias: self.bias(sizes)?,
            maps: sizes.heads * sizes.queries * sizes.keys <= MOST_MAP_NUMBERS,
        };
        Ok((sizes, given))
    }

    fn sizes(&self, q: [usize; 3], k: [usize; 3], v: [usize; 3]) -> Result<Sizes, Refusal> {
        let [heads, queries, head_dim] = q;
        property("heads")?.parse(&heads.to_string())?;
        check::length("q[0].length", queries)?;
        check::length("k[0].length", k[1])?;
        if [k[0], k[2]] != [heads, head_dim] {
            let allowed = Said::new(
                format!("头数和 head_dim 要和 q {} 一样", shape(q)),
                format!(
                    "it must have as many heads and as wide ones as q {}",
                    shape(q)
                ),
            );
            return Err(Refusal::new("k", shape(k), allowed));
        }
        if v != k {
            let allowed = Said::new(
                format!("形状要和 k {} 一样", shape(k)),
                format!("it must have the shape of k {}", shape(k)),
            );
            return Err(Refusal::new("v", shape(v), allowed));
        }
        if head_dim > WIDEST_HEAD {
            let allowed = Said::new(
                format!("最大 {WIDEST_HEAD}"),
                format!("at most {WIDEST_HEAD} is allowed"),
            );
            return Err(Refusal::new("head_dim", head_dim, allowed));
        }
        if self.causal && queries > k[1] {
            let allowed = Said::new(
                "因果遮挡下，查询不能比键多",
                "under a causal mask there can't be more queries than keys",
            );
            return Err(Refusal::new("q", shape(q), allowed));
        }
        Ok(Sizes {
            heads,
            queries,
            keys: k[1],
            head_dim,
        })
    }

    fn scale(&self, head_dim: usize, doors: &Doors) -> Result<f64, Refusal> {
        let usual = || {
            doors
                .score_scale
                .unwrap_or(1.0 / libm::sqrt(head_dim as f64))
        };
        let scale = self.scale.unwrap_or_else(usual);
        if (scale as f32).is_finite() {
            return Ok(scale);
        }
        let allowed = Said::new("要填有限的数", "a finite number is allowed");
        Err(Refusal::new("scale", scale, allowed))
    }

    async fn doors(&self, sizes: Sizes, positions: &[i32]) -> Result<Doors, Refusal> {
        let ask = Ask {
            positions: positions.to_vec(),
            d_model: sizes.heads * sizes.head_dim,
            heads: sizes.heads,
            seed: check::whole("seed", self.seed.as_ref())? as u64,
        };
        self.scheme.open(&ask).await
    }

    fn bias(&self, sizes: Sizes) -> Result<Option<GivenBias>, Refusal> {
        let Some(bias) = &self.bias else {
            return Ok(None);
        };
        let (axes, values) = block("bias", bias)?;
        let whole = [sizes.heads, sizes.queries, sizes.keys];
        let mut pairs = axes.iter().zip(&whole);
        if pairs.all(|(axis, whole)| *axis == 1 || axis == whole) {
            return Ok(Some(GivenBias { axes, values }));
        }
        let allowed = Said::new(
            format!("形状要是 {}，每一维也可以是 1", shape(whole)),
            format!(
                "the shape {} is allowed, where each axis may be 1",
                shape(whole)
            ),
        );
        Err(Refusal::new("bias", shape(axes), allowed))
    }
}

/// \[heads, n, head_dim\] to \[n, heads * head_dim\].
fn by_token(values: &[f64], [heads, n, head_dim]: [usize; 3]) -> Vec<f32> {
    let mut rows = Vec::with_capacity(values.len());
    for token in 0..n {
        for head in 0..heads {
            let row = &values[(head * n + token) * head_dim..][..head_dim];
            rows.extend(row.iter().map(|v| *v as f32));
        }
    }
    rows
}

/// Reads \[n, heads * head_dim\] as \[heads, n, head_dim\].
async fn by_head(run: &Run, id: TensorId, heads: usize) -> Result<Tensor, Trouble> {
    let tensor = run.read(id).await?;
    let (n, head_dim) = (tensor.shape.rows(), tensor.shape.width() / heads);
    let mut values = Vec::with_capacity(tensor.values.len());
    for head in 0..heads {
        for row in tensor.values.chunks_exact(heads * head_dim) {
            values.extend_from_slice(&row[head * head_dim..][..head_dim]);
        }
    }
    Ok(Tensor {
        shape: [heads, n, head_dim].into(),
        values,
    })
}
