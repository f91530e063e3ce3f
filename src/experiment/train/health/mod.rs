//! The health of position: what can be measured of how a trained model uses it, beside whether its answers are right.
//!
//! | file | what it measures |
//! |---|---|
//! | `attention` | how widely and how far each head looks |
//! | `readout` | how well the position can be read from each layer's output |
//! | `door` | the gradient that reaches each model's doors |
//! | `turning` | that which reaches the angles of door 2 |
//!
//! None of them has a threshold that carries over from one task to another: models that solve a task and models that don't
//! have been measured at either end of each.

mod attention;
mod door;
mod readout;
mod turning;

pub use attention::{even_distance, mean_distance, mean_entropy};
pub use readout::readout;
pub use turning::AngleGradient;

use super::exam::MAP_NUMBERS;
use super::race::Race;
use super::remedy::Remedy;
use crate::engine::Tensor;
use crate::experiment::Trouble;

/// How every model uses position, measured on test sentences of the trained length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Health {
    /// Mean entropy of attention in nats, by model, layer and head.
    pub entropy: Vec<Vec<Vec<f64>>>,
    /// Mean distance that attention reaches, in tokens, by model, layer and head.
    pub distance: Vec<Vec<Vec<f64>>>,
    /// R^2 of the position read by a line from what goes into the first block and from what each block gives, by model: see
    /// `readout.rs`. Empty for a model wider than [`WIDEST_READOUT`].
    pub readout: Vec<Vec<f64>>,
}

/// Widest model whose positions are read out: the line is fitted in closed form, which costs d^3.
pub const WIDEST_READOUT: usize = 256;
/// Tokens that are looked at, as far as their maps fit: half to fit the line, half to score it.
const TOKENS: usize = 2048;
/// Fewest and most sentences that they come in.
const SENTENCES: [usize; 2] = [2, 256];

impl Race {
    /// Measures every model as it stands.
    ///
    /// # Errors
    /// [`Trouble::Engine`] where the engine failed.
    pub async fn health(&self) -> Result<Health, Trouble> {
        let (config, n) = (&self.plan.config, self.plan.length);
        let models = self.plan.entrants.len();
        let maps = models * config.heads * n * n;
        let [least, most] = SENTENCES;
        let fitting = (MAP_NUMBERS / maps).clamp(least, most);
        let sentences = (TOKENS / n).clamp(least, fitting);
        let weights = self.weights().await?;
        let opened = self.opened(n, &Remedy::Nothing, &weights);
        let mut exam = self.exam(n, sentences, &opened, &weights)?;
        let drawn = self.tests_of(n, sentences);
        exam.take(&drawn.ids, &drawn.targets, n).await?;
        let mut health = Health {
            entropy: vec![Vec::new(); models],
            distance: vec![Vec::new(); models],
            readout: vec![Vec::new(); models],
        };
        for id in &exam.examiner.maps {
            let maps = exam.session.read(*id).await?;
            for (model, own) in parts(&maps, models).enumerate() {
                health.entropy[model].push(by_head(own, config.heads, n, mean_entropy));
                health.distance[model].push(by_head(own, config.heads, n, mean_distance));
            }
        }
        if config.d_model <= WIDEST_READOUT {
            for id in &exam.examiner.outputs {
                let rows = exam.session.read(*id).await?;
                for (own, rows) in health.readout.iter_mut().zip(parts(&rows, models)) {
                    own.push(readout(rows, config.d_model, n));
                }
            }
        }
        Ok(health)
    }
}

/// Each model's part of a tensor.
fn parts(tensor: &Tensor, models: usize) -> impl Iterator<Item = &[f32]> {
    tensor.values.chunks_exact(tensor.values.len() / models)
}

/// The mean of `measure` over one model's maps, \[B * heads, n, n\], by head.
fn by_head(maps: &[f32], heads: usize, n: usize, measure: fn(&[f32], usize) -> f64) -> Vec<f64> {
    let sentences = maps.len() / (heads * n * n);
    let of_head = |head: usize| {
        let own = maps.chunks_exact(n * n).skip(head).step_by(heads);
        own.map(|map| measure(map, n)).sum::<f64>() / sentences as f64
    };
    (0..heads).map(of_head).collect()
}
