//! A head's scores taken apart, pair by pair.

use super::read::{Relative, bias, dot, head_row, row};
use crate::engine::EngineError;
use crate::experiment::Side;

/// The parts of one score; they add up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// q_i . k_j, scaled.
    pub content: f64,
    /// q_i . key\[row\], scaled: what the query makes of the distance.
    pub query_meets: f64,
    /// k_j . query\[row\], scaled: what the key makes of the distance.
    pub key_meets: f64,
    /// u . k_j, scaled: Transformer-XL's preference for certain keys.
    pub preference: f64,
    /// What depends on the distance alone.
    pub distance: f64,
}

/// The parts of every score of one head, \[n, n\] row-major.
///
/// # Errors
/// [`EngineError::Device`] where the GPU is gone.
pub async fn score_parts(
    side: &Side,
    layer: usize,
    head: usize,
) -> Result<Vec<Parts>, EngineError> {
    let (n, scale) = (side.sentence.len(), side.built.scale);
    let u = preference(side, head).await?;
    let mut keys = Vec::with_capacity(n);
    for key in 0..n {
        keys.push(head_row(side, &format!("k_rotated.{layer}"), key, head).await?);
    }
    let mut parts = Vec::with_capacity(n * n);
    for query in 0..n {
        let own = head_row(side, &format!("q_rotated.{layer}"), query, head).await?;
        let relative = Relative::read(side, head, query).await?;
        for (key, key_row) in keys.iter().enumerate() {
            parts.push(Parts {
                content: dot(&own, key_row) * scale,
                query_meets: relative.meets_query(&own, key) * scale,
                key_meets: relative.meets_key(key_row, key) * scale,
                preference: dot(&u, key_row) * scale,
                // The bias table of Transformer-XL holds (v - u) . r, since q + u meets r.
                distance: bias(side, layer, [head, query, key]).await?
                    + relative.meets_query(&u, key) * scale,
            });
        }
    }
    Ok(parts)
}

/// u of this head; zeros where the scheme has none.
async fn preference(side: &Side, head: usize) -> Result<Vec<f32>, EngineError> {
    let head_dim = side.config.head_dim();
    let all = row(&side.run, "door.content_bias", 0).await?;
    let own = all.get(head * head_dim..(head + 1) * head_dim);
    Ok(own.map_or_else(|| vec![0.0; head_dim], <[f32]>::to_vec))
}
