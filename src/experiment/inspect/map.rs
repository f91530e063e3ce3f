//! The arithmetic behind a cell of an attention map.

use super::read::{Relative, bias, damping, head_row, map_rows};
use crate::engine::EngineError;
use crate::experiment::Side;

/// Why a key is hidden from a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// It comes later, and the mask is causal.
    Later,
    /// It is padding.
    Padding,
}

/// A cell of an attention map: how query i came to look at key j this much.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The query's row in this head, after rotation, \[head_dim\].
    pub query: Vec<f32>,
    /// The key's row in this head, after rotation, \[head_dim\].
    pub key: Vec<f32>,
    /// query\[c\] * key\[c\].
    pub products: Vec<f64>,
    /// Their sum.
    pub dot: f64,
    /// What door 4 adds to the sum.
    pub relative: f64,
    /// 1 / sqrt(head_dim).
    pub scale: f64,
    /// What door 3 adds to the score.
    pub bias: f64,
    /// (dot + relative) * scale + bias.
    pub score: f64,
    /// Why the key is hidden from the query, if it is.
    pub hidden: Option<Hidden>,
    /// The largest score that the query sees.
    pub row_max: f64,
    /// exp(score - row_max); 0 where the key is hidden.
    pub exp: f64,
    /// The sum of these over every key that the query sees.
    pub row_sum: f64,
    /// The factor on the weight, where the scheme multiplies weights after the softmax.
    pub damping: Option<f64>,
    /// exp / row_sum, times the factor if there is one: the attention weight.
    pub weight: f64,
    /// The score and the weight that the run holds, which the map shows.
    pub shown: [f32; 2],
}

/// The arithmetic of a cell of an attention map; `None` where its map was not made.
///
/// # Errors
/// [`EngineError::Device`] where the GPU is gone.
pub async fn map_cell(
    side: &Side,
    layer: usize,
    head: usize,
    query: usize,
    key: usize,
) -> Result<Option<Cell>, EngineError> {
    let Some([scores, weights]) = map_rows(side, layer, head, query).await? else {
        return Ok(None);
    };
    // Transformer-XL lets a preference join the query where it meets keys.
    let biased = format!("q_biased.{layer}");
    let met = match side.run.program().find(&biased) {
        Some(_) => biased,
        None => format!("q_rotated.{layer}"),
    };
    let query_row = head_row(side, &met, query, head).await?;
    let key_row = head_row(side, &format!("k_rotated.{layer}"), key, head).await?;
    let bias = bias(side, layer, [head, query, key]).await?;
    let damping = damping(side, [head, query, key]).await?;
    let relative = Relative::read(side, head, query).await?;
    let products = query_row.iter().zip(&key_row);
    let products: Vec<f64> = products
        .map(|(q, k)| f64::from(*q) * f64::from(*k))
        .collect();
    let dot = products.iter().sum::<f64>();
    let relative = relative.meets(&query_row, &key_row, key);
    let scale = side.built.scale;
    let score = (dot + relative) * scale + bias;
    let (row_max, row_sum) = normaliser(side, query, &scores);
    let hidden = hides(side, query, key);
    let exp = match hidden {
        Some(_) => 0.0,
        None => libm::exp(score - row_max),
    };
    Ok(Some(Cell {
        query: query_row,
        key: key_row,
        products,
        dot,
        relative,
        scale,
        bias,
        score,
        hidden,
        row_max,
        exp,
        row_sum,
        damping,
        weight: match row_sum > 0.0 {
            true => exp / row_sum * damping.unwrap_or(1.0),
            false => 0.0,
        },
        shown: [scores[key], weights[key]],
    }))
}

/// Why `key` is hidden from `query`, if it is.
fn hides(side: &Side, query: usize, key: usize) -> Option<Hidden> {
    if side.config.causal && key > query {
        Some(Hidden::Later)
    } else if side.sentence.tokens[key].is_none() {
        Some(Hidden::Padding)
    } else {
        None
    }
}

/// The largest of the scores that the query sees, and the sum of exp(score - largest).
fn normaliser(side: &Side, query: usize, scores: &[f32]) -> (f64, f64) {
    let seen = |(key, _): &(usize, &f32)| hides(side, query, *key).is_none();
    let visible = scores.iter().enumerate().filter(seen);
    let visible: Vec<f64> = visible.map(|(_, s)| f64::from(*s)).collect();
    let largest = visible.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum = visible.iter().map(|s| libm::exp(s - largest)).sum();
    (largest, sum)
}
