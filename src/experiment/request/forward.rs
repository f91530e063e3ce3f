//! The tiny Transformer on a text, with every tensor that it makes.

use super::check;
use super::scalar::Scalar;
use super::scheme::SchemeRequest;
use crate::encoding::BiasDoor;
use crate::engine::{Engine, Tensor, TensorId};
use crate::experiment::property::property;
use crate::experiment::side::{Side, embedding_keys};
use crate::experiment::token::parse_id;
use crate::experiment::{
    MOST_TOKENS, MOST_TOKENS_WITH_MAPS, State, Token, Tokenizer, Trouble, doors, number_tokens,
};
use crate::language::{Language, Said};
use crate::model::{self, Look, Sentence, transformer};
use crate::refusal::Refusal;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a model setting is called in a request. Each is a property of the table, but `causal`, which is the property `mask`.
const MODEL_SETTINGS: [&str; 10] = [
    "d_model",
    "heads",
    "layers",
    "d_ff",
    "seed",
    "causal",
    "scale_embedding",
    "embedding_std",
    "add",
    "naive_trig",
];

/// Asks for a run of the model on one of `text`, `tokens` and `ids`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForwardRequest {
    /// A text, for `tokenizer` to split.
    pub text: Option<String>,
    /// Tokens, as they are.
    pub tokens: Option<Vec<String>>,
    /// Ids.
    pub ids: Option<Vec<f64>>,
    /// How many ids there are; with `ids`, the largest that is allowed where it isn't given.
    pub vocabulary: Option<Scalar>,
    /// How `text` is split; by words where it isn't given.
    #[serde(default)]
    pub tokenizer: Tokenizer,
    /// The scheme; none where it isn't given.
    #[serde(default)]
    pub scheme: SchemeRequest,
    /// "on" or "off"; on where it isn't given.
    pub positions: Option<Scalar>,
    /// Sizes and choices of the model.
    #[serde(default)]
    pub model: BTreeMap<String, Scalar>,
    /// The position of each token; 0, 1, ... where they aren't given.
    pub position_ids: Option<Vec<f64>>,
    /// Padding beside the text.
    pub padding: Option<Padding>,
    /// Multiplies every attention weight by exp(-decay |i - j|), not renormalised, whatever the scheme: the scheme
    /// `distance_decay` beside another one. Nothing where positions are off.
    pub decay: Option<f64>,
    /// Whether the weights are among the tensors.
    #[serde(default)]
    pub weights: bool,
}

/// Padding rows, which nobody sees.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Padding {
    /// Where they stand.
    pub side: model::Side,
    /// How many.
    pub count: Scalar,
}

impl Padding {
    /// How many rows, at most `most`.
    fn count(&self, most: usize) -> Result<usize, Refusal> {
        check::within("padding.count", &self.count, 0, most)
    }
}

/// What came out of a run.
#[derive(Clone, Debug)]
pub struct Forward {
    /// What stands in each row, padding as "\[pad\]".
    pub tokens: Vec<String>,
    /// Every named tensor of the program.
    pub tensors: BTreeMap<String, Tensor>,
    /// The mean of the output rows, \[d_model\].
    pub pooled: Tensor,
    /// See [`Side::entropy`].
    pub entropy: Vec<Vec<f64>>,
}

/// What stands in a padding row.
const PAD: &str = "[pad]";

impl ForwardRequest {
    /// Runs the model.
    ///
    /// # Errors
    /// [`Trouble::Refused`] names the property, what was given and what is allowed.
    pub async fn run(&self, engine: &Engine, language: Language) -> Result<Forward, Trouble> {
        let state = self.state()?;
        let config = state.model_config();
        config.check()?;
        let tokens = self.tokens(&state, language)?;
        let sentence = self.sentence(&state, &tokens)?;
        let mut doors = doors(&state, &config, &sentence.positions).await?;
        if let Some(rate) = self.decay()?.filter(|_| state.positions_on()) {
            doors.damping = Some(BiasDoor::by_offset(&sentence.positions, 1, |_, offset| {
                libm::exp(-rate * offset.unsigned_abs() as f64)
            }));
        }
        let look = if sentence.len() <= MOST_TOKENS_WITH_MAPS {
            Look::Everything
        } else {
            Look::Nothing
        };
        let built = transformer(&config, &doors, &sentence, look)?;
        let side = Side::run(engine, &config, tokens, sentence, built).await?;
        self.forward(&side).await
    }

    fn decay(&self) -> Result<Option<f64>, Refusal> {
        let Some(rate) = self.decay.filter(|rate| *rate != 0.0) else {
            return Ok(None);
        };
        if (0.0..=100.0).contains(&rate) {
            return Ok(Some(rate));
        }
        let allowed = Said::new(
            "要填 0 到 100 之间的数",
            "a number from 0 to 100 is allowed",
        );
        Err(Refusal::new("decay", rate, allowed))
    }

    async fn forward(&self, side: &Side) -> Result<Forward, Trouble> {
        let program = &side.built.program;
        let named = program.tensors().iter().map(|info| info.name.as_str());
        let named = named.filter_map(|name| Some((name, program.find(name)?)));
        let is_weight = |id: &TensorId| side.built.weights.contains(id);
        let wanted = named.filter(|(_, id)| self.weights || !is_weight(id));
        let wanted: Vec<(&str, TensorId)> = wanted.collect();
        let ids: Vec<_> = wanted.iter().map(|(_, id)| *id).collect();
        let read = side.run.read_all(&ids).await?;
        let names = wanted.iter().map(|(name, _)| (*name).to_owned());
        let mut tensors: BTreeMap<_, _> = names.zip(read).collect();
        tensors.insert("ids".into(), true_ids(side));
        Ok(Forward {
            tokens: row_texts(side),
            tensors,
            pooled: Tensor {
                shape: [side.config.d_model].into(),
                values: side.pooled.values.clone(),
            },
            entropy: side.entropy().await?,
        })
    }

    /// The request as a state of the property table, which checks every setting.
    fn state(&self) -> Result<State, Refusal> {
        let mut state = State::default();
        let (scheme, values) = self.scheme.resolve()?;
        state.set("scheme", scheme.id())?;
        for (name, value) in values.iter() {
            state.set(name, &value.write())?;
        }
        let positions = self.positions.as_ref().map(Scalar::text);
        state.set("positions", positions.as_deref().unwrap_or("on"))?;
        for (name, given) in &self.model {
            set_model(&mut state, name, &given.text())?;
        }
        if let Some(vocabulary) = &self.vocabulary {
            state.set("vocabulary", &vocabulary.text())?;
        }
        let tokenizer = match (&self.ids, &self.tokens) {
            (Some(_), _) => "ids",
            (None, Some(_)) => "word",
            (None, None) => self.tokenizer.word(),
        };
        state.set("tokenizer", tokenizer)?;
        Ok(state)
    }

    fn tokens(&self, state: &State, language: Language) -> Result<Vec<Token>, Refusal> {
        let texts = match (&self.text, &self.tokens, &self.ids) {
            (Some(text), None, None) => {
                let vocabulary = state.vocabulary();
                let split = state.tokenizer();
                split.split(text, "text", language, vocabulary, MOST_TOKENS)?
            }
            (None, Some(tokens), None) => {
                check::length("tokens.length", tokens.len())?;
                tokens.clone()
            }
            (None, None, Some(ids)) => {
                check::length("ids.length", ids.len())?;
                self.checked_ids(state, ids)?
            }
            _ => return Err(one_text()),
        };
        let [tokens] = number_tokens(state.tokenizer(), [texts]);
        Ok(tokens)
    }

    fn checked_ids(&self, state: &State, ids: &[f64]) -> Result<Vec<String>, Refusal> {
        let largest = property("vocabulary")?.largest();
        let vocabulary = match self.vocabulary {
            Some(_) => state.vocabulary(),
            None => largest,
        };
        let texts = ids.iter().map(f64::to_string);
        texts
            .map(|text| {
                parse_id("ids", &text, vocabulary)?;
                Ok(text)
            })
            .collect()
    }

    fn sentence(&self, state: &State, tokens: &[Token]) -> Result<Sentence, Refusal> {
        let mut sentence = Sentence::new(embedding_keys(state.tokenizer(), tokens));
        let (side, count) = match &self.padding {
            Some(padding) => (padding.side, padding.count(MOST_TOKENS - sentence.len())?),
            None => (model::Side::Right, 0),
        };
        let given = match &self.position_ids {
            Some(ids) => Some(check::positions("position_ids", ids)?),
            None => None,
        };
        // One position for each token, or one for each row.
        let (for_tokens, for_rows) = match given {
            Some(ids) if ids.len() == sentence.len() => (Some(ids), None),
            given => (None, given),
        };
        sentence.positions = for_tokens.unwrap_or(sentence.positions);
        sentence = sentence.padded(side, count);
        if let Some(ids) = for_rows {
            check::same_length("position_ids", ids.len(), sentence.len())?;
            sentence.positions = ids;
        }
        Ok(sentence)
    }
}

fn set_model(state: &mut State, name: &str, text: &str) -> Result<(), Refusal> {
    match (name, text) {
        ("causal", "1" | "true") => state.set("mask", "causal"),
        ("causal", "0" | "false") => state.set("mask", "bidirectional"),
        ("causal", _) => {
            let allowed = Said::new("要填 true 或 false", "true or false is allowed");
            Err(Refusal::new("model.causal", text, allowed))
        }
        _ if MODEL_SETTINGS.contains(&name) => state.set(name, text),
        _ => {
            let known = MODEL_SETTINGS;
            let allowed = Said::new(
                format!("没有这个设置，有的是 {}", known.join("、")),
                format!("there is no such setting; known: {}", known.join(", ")),
            );
            Err(Refusal::new(format!("model.{name}"), text, allowed))
        }
    }
}

fn one_text() -> Refusal {
    let allowed = Said::new(
        "text、tokens 和 ids 要给其中一个",
        "exactly one of text, tokens and ids must be given",
    );
    Refusal::new("text", "absent or one of several", allowed)
}

/// The true id of each row; padding, which has none, as -1.
fn true_ids(side: &Side) -> Tensor {
    let mut ids = side.tokens.iter().map(|token| token.id as f32);
    let rows = side.sentence.tokens.iter();
    let values = rows.map(|row| row.as_ref().and_then(|_| ids.next()).unwrap_or(-1.0));
    Tensor {
        shape: [side.sentence.len()].into(),
        values: values.collect(),
    }
}

fn row_texts(side: &Side) -> Vec<String> {
    let mut texts = side.tokens.iter().map(|token| token.text.clone());
    let rows = side.sentence.tokens.iter();
    rows.map(|row| {
        row.as_ref()
            .and_then(|_| texts.next())
            .unwrap_or_else(|| PAD.into())
    })
    .collect()
}
