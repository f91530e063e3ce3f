//! A race in progress: several models take the same steps on the same data, and somebody watches.
//!
//! Whoever drives it decides the pace: [`Race::step`] takes one optimiser step, [`Race::note`] reads how it went. Between any
//! two steps a race can be left, continued, tested ([`Race::evaluate`](Race::evaluate)) or looked into (`probe`).

use super::plan::Plan;
use super::snapshot::Snapshot;
use super::task::{Purpose, batch};
use crate::engine::{Data, Engine, Session, TensorId};
use crate::experiment::Trouble;
use crate::model::train::{Opened, Optimiser, Trainer, Weights, schedule, trainer};
use crate::random::stream;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// See the module.
#[derive(Debug)]
pub struct Race {
    pub(super) engine: Engine,
    pub(super) plan: Plan,
    pub(super) trainer: Trainer,
    pub(super) session: Session,
    /// What each model lets in.
    pub(super) opened: Vec<Opened>,
    taken: usize,
    curve: Vec<Point>,
}

/// How a race stood after a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Steps taken.
    pub step: usize,
    /// Cross-entropy of each model on the step's batch, in nats, before the step.
    pub loss: Vec<f32>,
    /// Share of right answers of each model on the step's batch, which it had never seen.
    pub accuracy: Vec<f32>,
    /// Norm of each model's gradient, before clipping.
    pub gradient: Vec<f32>,
    /// Norm of the gradient that reaches each model's doors; none for a model that opens none: see [`Race::door_gradient`].
    pub door_gradient: Vec<Option<f32>>,
}

impl Point {
    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        let doors = self.door_gradient.iter().flatten();
        let all = self.loss.iter().chain(&self.accuracy).chain(&self.gradient);
        all.chain(doors).all(|v| v.is_finite())
    }
}

impl Race {
    /// Builds the models and their first weights.
    ///
    /// # Errors
    /// [`Trouble::Refused`] where encodings don't fit each other, [`Trouble::Engine`] where the engine can't hold them.
    pub fn new(engine: &Engine, plan: Plan) -> Result<Self, Trouble> {
        let size = plan.size(plan.batch, plan.length);
        let opened = plan.open(0)?;
        let doors = plan.stack(&opened)?;
        let optimiser = Optimiser {
            clip: (plan.schedule.clip > 0.0).then_some(plan.schedule.clip),
            table_rate: plan.position_rate,
            dropping: plan.dropping,
        };
        let mut trainer = trainer(&plan.config, &size, &doors, optimiser)?;
        let feeds = std::mem::take(&mut trainer.feeds);
        let session = Session::new(engine, &trainer.program, feeds, &trainer.carry)?;
        Ok(Self {
            engine: engine.clone(),
            plan,
            trainer,
            session,
            opened,
            taken: 0,
            curve: Vec::new(),
        })
    }

    /// What it was asked to do.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether it is computed on a GPU, which can be lost.
    pub fn is_on_gpu(&self) -> bool {
        self.engine.kind() == "gpu"
    }

    /// Steps taken.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Whether all steps are taken.
    pub fn is_over(&self) -> bool {
        self.taken >= self.plan.steps
    }

    /// Adds steps, which are taken at the lowest rate of the schedule: a short fine-tune.
    pub fn extend(&mut self, steps: usize) {
        self.plan.steps += steps;
    }

    /// Goes on counting from a snapshot.
    pub(super) fn start_from(&mut self, snapshot: &Snapshot) {
        self.taken = snapshot.taken;
        self.plan.steps = snapshot.steps;
        self.curve = snapshot.curve.clone();
    }

    /// What was noted so far.
    pub fn curve(&self) -> &[Point] {
        &self.curve
    }

    /// Takes one optimiser step. Nothing is read back.
    ///
    /// # Errors
    /// [`Trouble::Engine`] where the engine failed.
    pub async fn step(&mut self) -> Result<(), Trouble> {
        self.feed()?;
        self.session.step().await?;
        self.taken += 1;
        Ok(())
    }

    /// Feeds the next step: data, learning rate, and where sequences start.
    fn feed(&mut self) -> Result<(), Trouble> {
        let (plan, step) = (&self.plan, self.taken);
        let models = plan.entrants.len();
        let seed = (plan.config.seed, &*format!("batch/{step}"));
        let task = plan.task;
        let drawn = batch(task, seed, Purpose::Train, plan.length, plan.batch);
        self.session
            .whole(self.trainer.ids, &drawn.ids.repeat(models));
        self.session
            .whole(self.trainer.targets, &drawn.targets.repeat(models));
        let numbers = schedule(plan.schedule.rate(step), step);
        self.session.real(self.trainer.schedule, &numbers);
        if let Some(key) = self.trainer.dropout_key {
            let mut dice = stream(plan.config.seed, &format!("dropout/{step}"));
            self.session.whole(key, &[dice.random()]);
        }
        if plan.random_start > 0 {
            let mut dice = stream(plan.config.seed, &format!("start/{step}"));
            let start = dice.random_range(0..=plan.random_start as u32) as usize;
            self.move_to(start)?;
        }
        Ok(())
    }

    /// Lets the sequences of the next step start at a position: whatever depends on it is fed anew.
    fn move_to(&mut self, start: usize) -> Result<(), Trouble> {
        let doors = self.plan.stack(&self.plan.open(start)?)?;
        for stacked in &doors.slots {
            let Some(id) = self.trainer.program.find(stacked.slot.name()) else {
                continue;
            };
            match &stacked.numbers {
                Data::Real(values) => self.session.real(id, values),
                Data::Whole(values) => self.session.whole(id, values),
            }
        }
        Ok(())
    }

    /// Reads how the last step went and adds it to the curve.
    ///
    /// # Errors
    /// [`Trouble::Engine`] where the GPU is gone.
    pub async fn note(&mut self) -> Result<&Point, Trouble> {
        let root = |squares: Vec<f32>| squares.into_iter().map(f32::sqrt).collect();
        let point = Point {
            step: self.taken,
            loss: self.loss().await?,
            accuracy: self.read(self.trainer.hits).await?,
            gradient: root(self.read(self.trainer.squares).await?),
            door_gradient: self.door_gradient().await?,
        };
        self.curve.push(point);
        Ok(&self.curve[self.curve.len() - 1])
    }

    /// Cross-entropy of each model on the last step's batch, in nats, before the step.
    ///
    /// # Errors
    /// [`Trouble::Engine`] where the GPU is gone.
    pub async fn loss(&self) -> Result<Vec<f32>, Trouble> {
        self.read(self.trainer.loss).await
    }

    /// Every weight as it stands, by name, \[G, ...\].
    ///
    /// # Errors
    /// [`Trouble::Engine`] where the GPU is gone.
    pub async fn weights(&self) -> Result<Weights, Trouble> {
        let mut weights = Weights::new();
        for (name, id) in &self.trainer.weights {
            weights.insert(name.clone(), self.read(*id).await?);
        }
        Ok(weights)
    }

    pub(super) async fn read(&self, id: TensorId) -> Result<Vec<f32>, Trouble> {
        Ok(self.session.read(id).await?.values)
    }
}
