//! The gradient that reaches the doors of each model.

use super::turning::AngleGradient;
use crate::engine::TensorId;
use crate::experiment::Trouble;
use crate::experiment::train::race::Race;
use crate::model::train::Opened;

/// Most numbers that are read to follow the angles of door 2: beyond it a look would cost more than the step.
const MOST_NUMBERS: usize = 1 << 21;

impl Race {
    /// The norm of the gradient that the last step sent to what each model lets in through its doors, computed or learned:
    /// dL/d(number) for doors 1, 3 and 4, dL/d(angle) for door 2. None for a model that opens no door, and for one with
    /// door 2 alone where its vectors are too many to be read.
    ///
    /// # Errors
    /// [`Trouble::Engine`] where the GPU is gone.
    pub async fn door_gradient(&self) -> Result<Vec<Option<f32>>, Trouble> {
        let mut totals = vec![None; self.opened.len()];
        for (door, id) in &self.trainer.door_squares {
            let squares = self.read(*id).await?;
            let models = totals.iter_mut().zip(&self.opened).zip(squares);
            for ((total, _), squares) in models.filter(|((_, opened), _)| opened.opens(*door)) {
                add(total, f64::from(squares));
            }
        }
        for (total, angles) in totals.iter_mut().zip(self.angle_gradient().await?) {
            if let Some(angles) = angles {
                add(total, angles.norm().powi(2));
            }
        }
        let root = |total: Option<f64>| total.map(|squares| squares.sqrt() as f32);
        Ok(totals.into_iter().map(root).collect())
    }

    /// The gradient of the last step towards each model's angles; none for a model that turns nothing.
    ///
    /// # Errors
    /// [`Trouble::Engine`] where the GPU is gone.
    pub async fn angle_gradient(&self) -> Result<Vec<Option<AngleGradient>>, Trouble> {
        let mut gradients = self.no_turn();
        let ids = self.turned();
        let numbers: usize = ids.iter().map(|id| self.len(*id)).sum();
        if gradients.iter().all(Option::is_none) || numbers > MOST_NUMBERS {
            return Ok(vec![None; gradients.len()]);
        }
        let tensors = self.session.read_all(&ids).await?;
        for pair in tensors.chunks_exact(2) {
            let len = pair[0].values.len() / gradients.len();
            let parts = pair[0].values.chunks_exact(len);
            let parts = parts.zip(pair[1].values.chunks_exact(len));
            for (gradient, (turned, towards)) in gradients.iter_mut().zip(parts) {
                if let Some(gradient) = gradient {
                    gradient.add(turned, towards);
                }
            }
        }
        Ok(gradients)
    }

    /// A gradient of nothing for each model that turns.
    fn no_turn(&self) -> Vec<Option<AngleGradient>> {
        let config = &self.plan.config;
        let sizes = [self.plan.length, config.head_dim(), config.d_model];
        let start = |opened: &Opened| {
            // A head of one dimension has no pair.
            let turning = opened.rotation.as_ref().filter(|_| config.head_dim() > 1)?;
            Some(AngleGradient::new(turning.pairing, turning.pairs, sizes))
        };
        self.opened.iter().map(start).collect()
    }

    /// Turned queries and keys, each before its gradient.
    fn turned(&self) -> Vec<TensorId> {
        let layers = 0..self.plan.config.layers;
        let names = layers.flat_map(|layer| {
            ["q", "k"].map(|name| {
                let turned = format!("{name}_turned.{layer}");
                [turned.clone(), format!("d.{turned}")]
            })
        });
        let program = self.session.program();
        let ids = names.flatten().map(|name| program.find(&name));
        // Where nobody turns, there are none.
        ids.collect::<Option<_>>().unwrap_or_default()
    }

    fn len(&self, id: TensorId) -> usize {
        self.session.program().info(id).shape.len()
    }
}

fn add(total: &mut Option<f64>, squares: f64) {
    *total = Some(total.unwrap_or(0.0) + squares);
}
