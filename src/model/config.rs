//! What the tiny Transformer looks like: sizes, seed, and the choices that differ between published models.

use crate::language::Said;
use crate::refusal::Refusal;

/// Sizes and choices of the model. Everything but the mask and the doors is the same for every positional encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Width of the residual stream, 2 to 1,024.
    pub d_model: usize,
    /// Attention heads, 1 to 16; each is `d_model / heads` wide.
    pub heads: usize,
    /// Blocks, 1 to 6.
    pub layers: usize,
    /// Width of the feed-forward layer's middle.
    pub d_ff: usize,
    /// Seed of every weight.
    pub seed: u64,
    /// Whether token i sees only tokens 0..=i.
    pub causal: bool,
    /// Whether embeddings are multiplied by sqrt(d_model) (Vaswani et al. 2017, section 3.4).
    pub scale_embedding: bool,
    /// Spread of the embedding's numbers.
    pub embedding_std: EmbeddingStd,
    /// Where door 1 joins the residual stream.
    pub add: AddAt,
    /// Whether angles are taken in plain f32, which fails at large positions and is shown because it does.
    pub naive_trig: bool,
}

/// Standard deviation of the embedding's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbeddingStd {
    /// N(0, 1).
    One,
    /// N(0, 1/d_model).
    InverseSqrtD,
}

/// Where the rows of door 1 are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddAt {
    /// To the embedding, ahead of the first block's norm.
    BeforeNorm,
    /// To what the first block's norm gives out: inside the block, never in the residual stream.
    AfterNorm,
    /// Nowhere: door 1 stays unused.
    Nowhere,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            d_model: 32,
            heads: 4,
            layers: 1,
            d_ff: 128,
            seed: 7,
            causal: false,
            scale_embedding: false,
            embedding_std: EmbeddingStd::One,
            add: AddAt::BeforeNorm,
            naive_trig: false,
        }
    }
}

impl Config {
    /// Width of one head.
    pub fn head_dim(&self) -> usize {
        self.d_model / self.heads
    }

    /// The factor on every score, 1/sqrt(head_dim).
    pub fn score_scale(&self) -> f64 {
        1.0 / libm::sqrt(self.head_dim() as f64)
    }

    /// Whether the sizes fit each other.
    ///
    /// # Errors
    /// A [`Refusal`] of `heads` where `d_model` is not divisible by it.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.heads != 0 && self.d_model.is_multiple_of(self.heads) {
            return Ok(());
        }
        let d_model = self.d_model;
        Err(Refusal::new(
            "heads",
            self.heads,
            Said::new(
                format!("d_model = {d_model} 要能被头数整除，每个头才分得到同样多的维度"),
                format!(
                    "d_model = {d_model} must be divisible by it, so that every head is equally wide"
                ),
            ),
        ))
    }
}
