//! The terms of a score as maps that add up: content with content, content with distance, preferences.

use crate::engine::{EngineError, Tensor};
use crate::experiment::Side;
use crate::experiment::inspect::{Parts, score_parts};
use crate::language::Bilingual;

/// One term of every score of a head.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is.
    pub label: Bilingual,
    /// Its map, \[n, n\], already scaled.
    pub map: Tensor,
}

/// The terms of one head's scores in the first layer: they add up to the scores. Terms that are zero everywhere are left out.
///
/// # Errors
/// [`EngineError::Device`] where the GPU is gone.
pub async fn terms(side: &Side, head: usize) -> Result<Vec<Term>, EngineError> {
    let n = side.sentence.len();
    let parts = score_parts(side, 0, head).await?;
    let term = |label, pick: fn(&Parts) -> f64| Term {
        label,
        map: Tensor {
            shape: [n, n].into(),
            values: parts.iter().map(|part| pick(part) as f32).collect(),
        },
    };
    let all = [
        term(
            Bilingual::new("内容对内容", "content to content"),
            |part| part.content,
        ),
        term(
            Bilingual::new("内容看距离", "content to distance"),
            |part| part.query_meets,
        ),
        term(
            Bilingual::new("被看的词看距离", "distance to content"),
            |part| part.key_meets,
        ),
        term(
            Bilingual::new("对某些词的偏好", "preference for certain keys"),
            |part| part.preference,
        ),
        term(Bilingual::new("只看距离", "distance alone"), |part| {
            part.distance
        }),
    ];
    let shows = |term: &Term| term.map.values.iter().any(|v| *v != 0.0);
    Ok(all.into_iter().filter(shows).collect())
}
