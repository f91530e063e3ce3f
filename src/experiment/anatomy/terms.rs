//! The terms of a score as maps that add up: content with content, content with distance, preferences.

use crate::engine::{Engine, EngineError, Tensor, WhyCpu};
use crate::experiment::inspect::{Parts, score_parts};
use crate::experiment::order::{ask, tokens_of_a};
use crate::experiment::side::embedding_keys;
use crate::experiment::{Side, State, Trouble};
use crate::language::{Bilingual, Language};
use crate::model::{Look, Sentence, transformer};

/// Most tokens that are taken apart: there is a map of all pairs for every term.
pub const MOST_TOKENS: usize = 48;

/// One term of every score of a head.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is.
    pub label: Bilingual,
    /// Its map, \[n, n\], already scaled.
    pub map: Tensor,
}

/// Sentence A, as far as [`MOST_TOKENS`] of it, after its run through the chosen encoding.
///
/// It runs on the CPU whatever the page computes on: taking scores apart reads every row many times, and a row of a GPU
/// is a journey each.
///
/// # Errors
/// [`Trouble::Refused`] names the property that keeps it from running, [`Trouble::Engine`] tells what the engine said.
pub async fn sentence_side(state: &State, language: Language) -> Result<Side, Trouble> {
    let config = state.model_config();
    config.check()?;
    let mut tokens = tokens_of_a(state, language)?;
    tokens.truncate(MOST_TOKENS);
    let sentence = Sentence::new(embedding_keys(state.tokenizer(), &tokens));
    let ask = ask(state, &config, &sentence.positions)?;
    let doors = state.scheme().open(&ask, &state.scheme_values()?)?;
    let built = transformer(&config, &doors, &sentence, Look::Everything)?;
    let engine = Engine::on_cpu(WhyCpu::Asked);
    Ok(Side::run(&engine, &config, tokens, sentence, built).await?)
}

/// The scores of one head in the first layer as the model used them, \[n, n\], and how far the sum of its terms lies from
/// them at most. What a mask hides doesn't count.
///
/// # Errors
/// [`EngineError::NotFed`] where the scores were not made.
pub async fn sum(side: &Side, head: usize, terms: &[Term]) -> Result<(Tensor, f64), EngineError> {
    let n = side.sentence.len();
    let name = "scores.0";
    let id = side.built.program.find(name);
    let id = id.ok_or_else(|| EngineError::NotFed(name.into()))?;
    let scores = side.run.read_rows(id, head * n..(head + 1) * n).await?;
    let apart = scores.values.iter().enumerate().map(|(cell, score)| {
        let whole: f64 = terms
            .iter()
            .map(|term| f64::from(term.map.values[cell]))
            .sum();
        let hidden = side.config.causal && cell % n > cell / n;
        if hidden {
            0.0
        } else {
            (whole - f64::from(*score)).abs()
        }
    });
    let error = apart.fold(0.0, f64::max);
    let shape = [n, n].into();
    Ok((
        Tensor {
            shape,
            values: scores.values,
        },
        error,
    ))
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

#[cfg(test)]
mod tests {
    use super::{sentence_side, sum, terms};
    use crate::experiment::State;
    use crate::language::Language;

    #[test]
    fn the_terms_of_every_head_add_up_to_the_scores() {
        for (scheme, least) in [("transformer_xl", 4), ("deberta", 3)] {
            let (state, refusals) = State::from_query(&format!("scheme={scheme}"));
            assert!(refusals.is_empty());
            pollster::block_on(async {
                let side = sentence_side(&state, Language::En).await.expect("runs");
                for head in 0..4 {
                    let terms = terms(&side, head).await.expect("terms");
                    assert_eq!(terms.len(), least, "{scheme}");
                    let (_, error) = sum(&side, head, &terms).await.expect("scores");
                    assert!(error < 1e-4, "{scheme}, head {head}: {error}");
                }
            });
        }
    }
}
