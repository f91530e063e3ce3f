//! Several encodings on one sentence: the same weights, the same colour scale, and what differs.

use super::lineup::Entry;
use super::order::{MOST_TOKENS_WITH_MAPS, tokens};
use super::side::{Side, embedding_keys};
use super::state::State;
use super::trouble::Trouble;
use crate::encoding::{Ask, precision};
use crate::engine::{Engine, Tensor};
use crate::language::{Language, Said};
use crate::model::{Look, Sentence, transformer};
use crate::refusal::Refusal;

/// One encoding's run.
#[derive(Clone)]
pub struct Contestant {
    /// The encoding and its parameters.
    pub entry: Entry,
    /// The sentence after its run.
    pub side: Side,
    /// Every head's map of the first layer, \[heads, n, n\].
    pub attention: Tensor,
    /// How far its weights lie from the first one's: see [`difference`].
    pub difference: f64,
}

/// Runs sentence A under every encoding of a line-up, which [`lineup::parse`](super::lineup::parse) reads.
///
/// # Errors
/// [`Trouble::Refused`] names the property that keeps it from running, [`Trouble::Engine`] tells what the engine said.
pub async fn compare(
    engine: &Engine,
    state: &State,
    language: Language,
    lineup: Vec<Entry>,
) -> Result<Vec<Contestant>, Trouble> {
    let config = state.model_config();
    config.check()?;
    let [tokens, _] = tokens(state, language)?;
    refuse_long(tokens.len())?;
    let sentence = Sentence::new(embedding_keys(state.tokenizer(), &tokens));
    let ask = Ask {
        positions: precision::round(&sentence.positions, state.choice("precision"))?,
        d_model: config.d_model,
        heads: config.heads,
        seed: config.seed,
    };
    let mut contestants: Vec<Contestant> = Vec::new();
    for entry in lineup {
        let doors = entry.scheme.open(&ask, &entry.values)?;
        let built = transformer(&config, &doors, &sentence, Look::Everything)?;
        let side = Side::run(engine, &config, tokens.clone(), sentence.clone(), built).await?;
        let attention = side.map(0).await?;
        let first = contestants
            .first()
            .map_or(&attention, |first| &first.attention);
        contestants.push(Contestant {
            difference: difference(first, &attention),
            entry,
            side,
            attention,
        });
    }
    Ok(contestants)
}

/// How far two sets of maps lie apart, 0 to 1: the share of attention that goes elsewhere, half the sum of |a - b| over a
/// row, averaged over rows and heads (the total variation distance).
pub fn difference(a: &Tensor, b: &Tensor) -> f64 {
    let apart = a.values.iter().zip(&b.values);
    let apart: f64 = apart.map(|(a, b)| f64::from((a - b).abs())).sum();
    apart / 2.0 / a.shape.rows().max(1) as f64
}

/// a - b, cell by cell.
pub fn difference_map(a: &Tensor, b: &Tensor) -> Tensor {
    Tensor {
        shape: a.shape.clone(),
        values: a.values.iter().zip(&b.values).map(|(a, b)| a - b).collect(),
    }
}

fn refuse_long(tokens: usize) -> Result<(), Refusal> {
    if tokens <= MOST_TOKENS_WITH_MAPS {
        return Ok(());
    }
    let most = MOST_TOKENS_WITH_MAPS;
    let allowed = Said::new(
        format!("并排比较时最多 {most} 个词元"),
        format!("side by side, at most {most} tokens are allowed"),
    );
    Err(Refusal::new("text", format!("{tokens} tokens"), allowed))
}
