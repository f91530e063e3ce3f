//! A look into the models: what they answer to one sequence, and where each of their tokens looks.

use super::race::Race;
use super::remedy::Remedy;
use crate::engine::Tensor;
use crate::experiment::Trouble;

/// What every model makes of one sequence.
#[derive(Clone, Debug)]
pub struct Probe {
    /// Tokens.
    pub ids: Vec<u32>,
    /// Answers; [`NOT_ASKED`](super::NOT_ASKED) where nothing is asked.
    pub targets: Vec<u32>,
    /// Each model's answer at each token.
    pub answers: Vec<Vec<u32>>,
    /// Attention maps by layer, \[G * heads, n, n\].
    pub maps: Vec<Tensor>,
}

impl Race {
    /// What every model makes of a sequence of `n` tokens, the first of the test at that length, under a remedy.
    ///
    /// # Errors
    /// [`Trouble::Engine`] where the engine failed.
    pub async fn probe(&self, n: usize, remedy: &Remedy) -> Result<Probe, Trouble> {
        let drawn = self.tests_of(n, 1);
        let weights = self.weights().await?;
        let opened = self.opened(n, remedy, &weights);
        let mut exam = self.exam(n, 1, &opened, &weights)?;
        exam.take(&drawn.ids, &drawn.targets, n).await?;
        let mut maps = Vec::new();
        for id in &exam.examiner.maps {
            maps.push(exam.session.read(*id).await?);
        }
        let logits = exam.session.read(exam.examiner.logits).await?;
        let width = logits.shape.width();
        let answers = logits.values.chunks_exact(n * width);
        Ok(Probe {
            answers: answers.map(|rows| largest(rows, width)).collect(),
            ids: drawn.ids,
            targets: drawn.targets,
            maps,
        })
    }
}

/// Where each row is largest.
fn largest(rows: &[f32], width: usize) -> Vec<u32> {
    let best = |row: &[f32]| {
        let places = row.iter().enumerate();
        places
            .max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)))
            .map_or(0, |best| best.0 as u32)
    };
    rows.chunks_exact(width).map(best).collect()
}
