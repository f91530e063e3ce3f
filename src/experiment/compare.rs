//! Several encodings on one sentence: the same weights, the same colour scale, and what differs.

use super::lineup::Entry;
use super::opening::open;
use super::order::{MOST_TOKENS_WITH_MAPS, ask, tokens_of_a};
use super::side::{Side, embedding_keys};
use super::state::State;
use super::token::Token;
use super::trouble::Trouble;
use crate::encoding::Ask;
use crate::engine::{Engine, EngineError, Run, Tensor, TensorId};
use crate::language::{Language, Said};
use crate::model::{Config, Look, Sentence, transformer};
use crate::refusal::Refusal;

/// One encoding of a line-up.
#[derive(Clone)]
pub struct Contestant {
    /// The encoding and its parameters.
    pub entry: Entry,
    /// The sentence after its run, or what keeps this encoding, and no other, from taking it.
    pub outcome: Result<Side, Trouble>,
}

/// Runs sentence A under every encoding of a line-up, which [`lineup::parse`](super::lineup::parse) reads.
///
/// # Errors
/// [`Trouble::Refused`] names the property that keeps them all from running: the sentence, or the model's sizes.
pub async fn compare(
    engine: &Engine,
    state: &State,
    language: Language,
    lineup: Vec<Entry>,
) -> Result<Vec<Contestant>, Trouble> {
    let config = state.model_config();
    config.check()?;
    let tokens = tokens_of_a(state, language)?;
    refuse_long(tokens.len())?;
    let sentence = Sentence::new(embedding_keys(state.tokenizer(), &tokens));
    let ask = ask(state, &config, &sentence.positions)?;
    let mut contestants = Vec::new();
    for entry in lineup {
        let outcome = run(engine, &config, &ask, &entry, (&tokens, &sentence)).await;
        contestants.push(Contestant { entry, outcome });
    }
    Ok(contestants)
}

async fn run(
    engine: &Engine,
    config: &Config,
    ask: &Ask,
    entry: &Entry,
    (tokens, sentence): (&[Token], &Sentence),
) -> Result<Side, Trouble> {
    let doors = open(entry.scheme, ask, &entry.values).await?;
    let built = transformer(config, &doors, sentence, Look::Everything)?;
    Ok(Side::run(engine, config, tokens.to_vec(), sentence.clone(), built).await?)
}

/// How far the maps of one layer lie from another encoding's.
#[derive(Clone, Debug)]
pub struct Apart {
    /// Over all heads: see [`difference`].
    pub share: f64,
    /// The same for each head.
    pub heads: Vec<f64>,
    /// The largest size of a cell's difference.
    pub largest: f32,
    /// Holds [`Self::map`], so that it is painted where every other map is.
    pub run: Run,
    /// Cell by cell, this one's weight less the other's, \[heads, n, n\].
    pub map: TensorId,
}

/// Measures how far `other`'s maps of layer `layer` lie from `first`'s. Both ran on the same sentence.
///
/// # Errors
/// [`EngineError::NotFed`] where there is no such layer, [`EngineError::Device`] where the GPU is gone.
pub async fn apart(
    engine: &Engine,
    first: &Side,
    other: &Side,
    layer: usize,
) -> Result<Apart, EngineError> {
    let (base, maps) = (first.map(layer).await?, other.map(layer).await?);
    let cells = maps.shape.rows() / other.config.heads.max(1) * maps.shape.width();
    let pairs = maps.values.chunks(cells).zip(base.values.chunks(cells));
    let heads = pairs.map(|(a, b)| moved(a, b) / (cells / maps.shape.width()) as f64);
    let heads = heads.collect();
    let differences = difference_map(&maps, &base);
    let largest = differences
        .values
        .iter()
        .fold(0.0, |most: f32, v| most.max(v.abs()));
    let share = difference(&maps, &base);
    let (run, map) = engine.hold("difference", differences).await?;
    Ok(Apart {
        share,
        heads,
        largest,
        run,
        map,
    })
}

/// How far two sets of maps lie apart, 0 to 1: the share of attention that goes elsewhere, half the sum of |a - b| over a
/// row, averaged over rows and heads (the total variation distance).
pub fn difference(a: &Tensor, b: &Tensor) -> f64 {
    moved(&a.values, &b.values) / a.shape.rows().max(1) as f64
}

/// The attention that goes elsewhere, summed over all rows: half the sum of |a - b|.
fn moved(a: &[f32], b: &[f32]) -> f64 {
    let apart = a.iter().zip(b).map(|(a, b)| f64::from((a - b).abs()));
    apart.sum::<f64>() / 2.0
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
