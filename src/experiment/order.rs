//! Two sentences, one model: what their order makes of them.
//!
//! Bidirectional attention without positions is permutation-*equivariant*: reorder the tokens and the same rows come
//! out, reordered. Only a value pooled over the rows is *invariant*. A causal mask breaks both, positions or not.

use super::opening::open_with_chunk;
use super::side::{Side, embedding_keys};
use super::state::{State, Which};
use super::token::{MOST_TOKENS_ON_PAGE, Token, number_tokens};
use super::trouble::Trouble;
use crate::encoding::{Ask, Doors, precision};
use crate::engine::{Engine, EngineError, Tensor};
use crate::language::{Bilingual, Language};
use crate::model::{AddAt, Config, Look, Sentence, transformer};
use crate::refusal::Refusal;

/// Longest sentence whose maps are all made; beyond it, only the one that somebody looks at.
pub const MOST_TOKENS_WITH_MAPS: usize = 512;

/// What two sentences have to do with each other.
#[derive(Clone, Debug)]
pub struct OrderReport {
    /// Sentence A and sentence B.
    pub sides: [Side; 2],
    /// Euclidean distance between the two pooled vectors.
    pub distance: f64,
    /// Up to here a distance is rounding: see [`tolerance`].
    pub tolerance: f64,
    /// Rows of A and of B that are equal within the tolerance, each used once.
    pub equal_rows: Vec<(usize, usize)>,
    /// Why the distance is what it is.
    pub why: Why,
}

/// Why the distance is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Both sentences are the same one.
    SameSentence,
    /// They are not made of the same words, so the distance isn't about order.
    OtherWords,
    /// Bidirectional and no door open: attention can't tell the order.
    OrderBlind,
    /// No door is open, but the causal mask tells the order by itself.
    CausalMask,
    /// An open door tells the order.
    Positions,
    /// Both do.
    PositionsAndCausalMask,
}

impl OrderReport {
    /// Whether the two pooled vectors are one, within rounding.
    pub fn is_one(&self) -> bool {
        self.distance <= self.tolerance
    }
}

impl Why {
    /// The sentence that says so.
    pub const fn sentence(self) -> Bilingual {
        match self {
            Self::SameSentence => Bilingual::new(
                "两边是同一句话，自然没有差别。换一换词的顺序试试。",
                "Both sides are the same sentence, so nothing differs. Change the order of the words.",
            ),
            Self::OtherWords => Bilingual::new(
                "两句话用的词不一样，这个差距说的是词，不是顺序。",
                "The two sentences don't have the same words, so this distance is about words, not order.",
            ),
            Self::OrderBlind => Bilingual::new(
                "没有位置，注意力只看见有哪些词。词换了次序，输出各行只是跟着换位（等变），行里的数一个没变；一平均，两句话就成了一句。",
                "Without positions attention sees only which words there are. Reorder them and the same rows come out, reordered (equivariance); their mean is one and the same.",
            ),
            Self::CausalMask => Bilingual::new(
                "没有位置，两句话仍然不同：因果遮挡让每个词只看得到前面的词，谁在前、谁在后，已经漏了出来。",
                "The two differ even without positions: under a causal mask each word sees only those before it, and that tells who came first.",
            ),
            Self::Positions => Bilingual::new(
                "每个词带上了自己的位置，同样的词换了顺序，就成了另一句话。",
                "Each word now carries its position, so the same words in another order are another sentence.",
            ),
            Self::PositionsAndCausalMask => Bilingual::new(
                "顺序从两处进来：每个词带着自己的位置，因果遮挡又只让它看到前面的词。",
                "Order enters twice: each word carries its position, and the causal mask lets it see only those before it.",
            ),
        }
    }
}

/// Runs both sentences and compares them. Of a text longer than [`MOST_TOKENS_WITH_MAPS`] one map is made: that of the
/// layer and head `looked_at`, both from 0.
///
/// # Errors
/// [`Trouble::Refused`] names the property that keeps it from running, [`Trouble::Engine`] tells what the engine said.
pub async fn order(
    engine: &Engine,
    state: &State,
    language: Language,
    (layer, head): (usize, usize),
) -> Result<OrderReport, Trouble> {
    let config = state.model_config();
    config.check()?;
    let [a, b] = tokens(state, language)?;
    let watched = Look::Map {
        layer: layer.min(config.layers - 1),
        head: head.min(config.heads - 1),
    };
    let a = side(engine, state, &config, a, watched).await?;
    let b = side(engine, state, &config, b, watched).await?;
    let tolerance = tolerance(&config);
    Ok(OrderReport {
        distance: distance(&a.pooled.values, &b.pooled.values),
        tolerance,
        equal_rows: equal_rows(&a.output, &b.output, tolerance),
        why: why(state, &config, [&a.tokens, &b.tokens]),
        sides: [a, b],
    })
}

/// What counts as rounding: 1e-5 of an output row's length, sqrt(d_model) after the last norm, for each layer.
///
/// One f32 rounding is 6e-8 of a number; 1e-5 leaves room for some 160 of them in a row a layer, and is far below what a
/// change of order makes (about 1e-1).
pub fn tolerance(config: &Config) -> f64 {
    1e-5 * libm::sqrt(config.d_model as f64) * config.layers as f64
}

/// The tokens of both sentences.
///
/// # Errors
/// A [`Refusal`] of the sentence that can't be split.
pub fn tokens(state: &State, language: Language) -> Result<[Vec<Token>; 2], Refusal> {
    let tokenizer = state.tokenizer();
    let split = |which: Which| {
        let text = state.sentence(which, language);
        let most = MOST_TOKENS_ON_PAGE;
        tokenizer.split(&text, which.property(), language, state.vocabulary(), most)
    };
    Ok(number_tokens(
        tokenizer,
        [split(Which::A)?, split(Which::B)?],
    ))
}

/// What the state lets in for tokens at these positions: nothing where positions are off.
///
/// # Errors
/// A [`Refusal`] where the encoding's parameters don't fit the model's sizes; [`Trouble::Engine`] where its arithmetic
/// can't be downloaded.
pub async fn doors(state: &State, config: &Config, positions: &[i32]) -> Result<Doors, Trouble> {
    if !state.positions_on() {
        return Ok(Doors::default());
    }
    let scheme = state.scheme();
    let ask = ask(state, config, positions)?;
    let values = state.scheme_values()?;
    let doors = match scheme.at_hand() {
        Some(opens) => opens.open(&ask, &values),
        None => {
            let opening = open_with_chunk(scheme, ask, values).await;
            opening.map_err(EngineError::from)?.await
        }
    };
    Ok(doors?)
}

/// What an encoding is asked for tokens at these positions, held in the precision that the state names.
///
/// # Errors
/// A [`Refusal`] of a position that the precision can't hold.
pub(super) fn ask(state: &State, config: &Config, positions: &[i32]) -> Result<Ask, Refusal> {
    Ok(Ask {
        positions: precision::round(positions, state.choice("precision"))?,
        d_model: config.d_model,
        heads: config.heads,
        seed: config.seed,
    })
}

/// The tokens of sentence A, for experiments in which sentence B takes no part and so can't be in the way.
///
/// # Errors
/// As [`tokens`].
pub(super) fn tokens_of_a(state: &State, language: Language) -> Result<Vec<Token>, Refusal> {
    let mut alone = state.clone();
    alone.reset(Which::B.property());
    let [tokens, _] = tokens(&alone, language)?;
    Ok(tokens)
}

async fn side(
    engine: &Engine,
    state: &State,
    config: &Config,
    tokens: Vec<Token>,
    watched: Look,
) -> Result<Side, Trouble> {
    let sentence = Sentence::new(embedding_keys(state.tokenizer(), &tokens));
    let doors = doors(state, config, &sentence.positions).await?;
    let look = if sentence.len() <= MOST_TOKENS_WITH_MAPS {
        Look::Everything
    } else {
        watched
    };
    let built = transformer(config, &doors, &sentence, look)?;
    Ok(Side::run(engine, config, tokens, sentence, built).await?)
}

fn why(state: &State, config: &Config, tokens: [&[Token]; 2]) -> Why {
    let [a, b] = tokens.map(|tokens| tokens.iter().map(|t| t.id).collect::<Vec<_>>());
    if a == b {
        return Why::SameSentence;
    }
    if !same_words(&a, &b) {
        return Why::OtherWords;
    }
    match (tells_order(state, config), config.causal) {
        (false, false) => Why::OrderBlind,
        (false, true) => Why::CausalMask,
        (true, false) => Why::Positions,
        (true, true) => Why::PositionsAndCausalMask,
    }
}

/// Whether two lists hold the same ids equally often.
fn same_words(a: &[u32], b: &[u32]) -> bool {
    let mut rest = b.to_vec();
    let mut find_and_take = |id| {
        let place = rest.iter().position(|other| other == id);
        place.map(|place| rest.swap_remove(place)).is_some()
    };
    a.len() == b.len() && a.iter().all(&mut find_and_take)
}

/// Whether some door lets positions in: they are on, and what is opened isn't thrown away.
fn tells_order(state: &State, config: &Config) -> bool {
    use crate::encoding::Door;
    let mut doors = state.scheme().doors().iter();
    state.positions_on() && doors.any(|door| *door != Door::Input || config.add != AddAt::Nowhere)
}

/// Euclidean distance.
fn distance(a: &[f32], b: &[f32]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| {
        let difference = f64::from(*a) - f64::from(*b);
        difference * difference
    });
    libm::sqrt(squares.sum())
}

/// Pairs of rows that are equal within `tolerance`, first come, first served.
///
/// Rows whose first numbers differ are not compared further: long texts stay fast.
fn equal_rows(a: &Tensor, b: &Tensor, tolerance: f64) -> Vec<(usize, usize)> {
    let rows = |tensor: &Tensor| -> Vec<Vec<f32>> {
        let rows = tensor.values.chunks_exact(tensor.shape.width());
        rows.map(<[f32]>::to_vec).collect()
    };
    let (a, b) = (rows(a), rows(b));
    let equal = |a: &[f32], b: &[f32]| {
        distance(&a[..1], &b[..1]) <= tolerance && distance(a, b) <= tolerance
    };
    let mut free: Vec<usize> = (0..b.len()).collect();
    let mut pairs = Vec::new();
    for (i, row) in a.iter().enumerate() {
        if let Some(place) = free.iter().position(|j| equal(row, &b[*j])) {
            pairs.push((i, free.remove(place)));
        }
    }
    pairs
}
