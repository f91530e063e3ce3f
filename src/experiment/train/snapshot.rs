//! A race as it stands after a step, as numbers: to go on from when the device is gone, and to be kept.

use super::plan::Plan;
use super::race::{Point, Race};
use crate::engine::{Engine, Tensor, TensorId};
use crate::experiment::Trouble;
use crate::language::Said;
use crate::refusal::Refusal;
use std::collections::BTreeMap;

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Steps taken.
    pub taken: usize,
    /// Steps asked for, with those that were added later.
    pub steps: usize,
    /// What was noted.
    pub curve: Vec<Point>,
    /// Weights by name, \[G, ...\]; Adam's running means by "mean.NAME" and "square.NAME". Without the latter a race can be tested
    /// as it was, and trains on with means that start over.
    pub numbers: BTreeMap<String, Tensor>,
}

impl Race {
    /// The race as it stands.
    ///
    /// # Errors
    /// [`Trouble::Engine`] where the GPU is gone.
    pub async fn snapshot(&self) -> Result<Snapshot, Trouble> {
        let fed: Vec<TensorId> = self.trainer.carry.iter().map(|(_, fed)| *fed).collect();
        let tensors = self.session.read_all(&fed).await?;
        let name = |id: &TensorId| self.session.program().info(*id).name.clone();
        Ok(Snapshot {
            taken: self.taken(),
            steps: self.plan.steps,
            curve: self.curve().to_vec(),
            numbers: fed.iter().map(name).zip(tensors).collect(),
        })
    }

    /// A race that goes on from a snapshot of one with the same plan: step for step what the other would have done.
    ///
    /// # Errors
    /// As [`Race::new`], and [`Trouble::Refused`] where the snapshot is of other models.
    pub fn resume(engine: &Engine, plan: Plan, snapshot: &Snapshot) -> Result<Self, Trouble> {
        let mut race = Self::new(engine, plan)?;
        for (_, fed) in race.trainer.carry.clone() {
            let info = race.session.program().info(fed);
            let is_weight = race.trainer.weights.iter().any(|(_, id)| *id == fed);
            match snapshot.numbers.get(&info.name) {
                Some(tensor) if tensor.shape == info.shape => {
                    race.session.real(fed, &tensor.values);
                }
                None if !is_weight => {}
                _ => return Err(other_models(&info.name).into()),
            }
        }
        race.start_from(snapshot);
        Ok(race)
    }
}

fn other_models(name: &str) -> Refusal {
    let allowed = Said::new(
        "这些权重不是这样的模型练出来的",
        "these weights belong to other models",
    );
    Refusal::new("weights", name, allowed)
}
