//! One sentence, run through the model.

use super::token::{Token, Tokenizer};
use crate::engine::{Engine, EngineError, Run, Tensor};
use crate::model::{Built, Config, Sentence};

/// One sentence after its run.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its tokens, with their true ids.
    pub tokens: Vec<Token>,
    /// What the model read.
    pub sentence: Sentence,
    /// The model's sizes.
    pub config: Config,
    /// The program, its feeds and its stages.
    pub built: Built,
    /// The run, which holds every tensor.
    pub run: Run,
    /// The output rows, \[n, d_model\].
    pub output: Tensor,
    /// Their mean, \[1, d_model\].
    pub pooled: Tensor,
}

impl Side {
    /// Runs `built` and reads what comes out of it; everything else stays where it was computed.
    pub(super) async fn run(
        engine: &Engine,
        config: &Config,
        tokens: Vec<Token>,
        sentence: Sentence,
        built: Built,
    ) -> Result<Self, EngineError> {
        let run = engine.run(&built.program, &built.feeds).await?;
        let output = run.read(built.output).await?;
        let pooled = run.read(built.pooled).await?;
        Ok(Self {
            tokens,
            sentence,
            config: config.clone(),
            built,
            run,
            output,
            pooled,
        })
    }

    /// Every map of a layer that was made, \[heads, n, n\].
    ///
    /// # Errors
    /// [`EngineError::NotFed`] where the layer's maps were not made, [`EngineError::Device`] where the GPU is gone.
    pub async fn map(&self, layer: usize) -> Result<Tensor, EngineError> {
        let name = format!("attention.{layer}");
        match self.built.program.find(&name) {
            Some(id) => self.run.read(id).await,
            None => Err(EngineError::NotFed(name)),
        }
    }

    /// How spread each head's attention is, \[layers\]\[heads\], in nats: the mean over the queries of -sum a ln a. Empty
    /// for a layer whose maps were not all made.
    ///
    /// # Errors
    /// [`EngineError::Device`] where the GPU is gone.
    pub async fn entropy(&self) -> Result<Vec<Vec<f64>>, EngineError> {
        let mut layers = Vec::new();
        for layer in 0..self.config.layers {
            let id = self.built.program.find(&format!("attention.{layer}"));
            layers.push(match id {
                Some(id) => self.entropies(&self.run.read(id).await?),
                None => Vec::new(),
            });
        }
        Ok(layers)
    }

    fn entropies(&self, maps: &Tensor) -> Vec<f64> {
        let n = self.sentence.len();
        if maps.shape.rows() != self.config.heads * n {
            return Vec::new();
        }
        let is_token = |query: &usize| self.sentence.tokens[*query].is_some();
        let queries: Vec<_> = (0..n).filter(is_token).collect();
        let head = |map: &[f32]| {
            let rows = queries.iter().map(|query| entropy(&map[query * n..][..n]));
            rows.sum::<f64>() / queries.len().max(1) as f64
        };
        maps.values.chunks_exact(n * n).map(head).collect()
    }
}

/// -sum a ln a, with 0 ln 0 = 0.
fn entropy(weights: &[f32]) -> f64 {
    let weights = weights.iter().map(|a| f64::from(*a)).filter(|a| *a > 0.0);
    -weights.map(|a| a * libm::log(a)).sum::<f64>()
}

/// What each token's embedding is drawn from: its text, or its typed id.
pub(super) fn embedding_keys(tokenizer: Tokenizer, tokens: &[Token]) -> Vec<String> {
    let key = |token: &Token| match tokenizer {
        Tokenizer::Ids => format!("id {}", token.id),
        Tokenizer::Character | Tokenizer::Word => format!("text {}", token.text),
    };
    tokens.iter().map(key).collect()
}
