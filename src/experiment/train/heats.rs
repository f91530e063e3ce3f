//! The same race under several seeds, in step with each other: what one seed shows may be luck.

use super::exam::Score;
use super::health::Health;
use super::plan::Plan;
use super::probe::Probe;
use super::race::{Point, Race};
use super::remedy::Remedy;
use super::snapshot::Snapshot;
use crate::engine::Engine;
use crate::experiment::Trouble;

/// One race for each of several seeds that follow each other. First weights and training data differ between them; what
/// they are tested on doesn't.
#[derive(Debug)]
pub struct Heats {
    races: Vec<Race>,
}

/// The mean of several numbers, and how far apart they lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// The least.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

impl Spread {
    /// Of these numbers; none where there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values = values.into_iter();
        let first = values.next()?;
        let (mut sum, mut count) = (first, 1.0);
        let (mut low, mut high) = (first, first);
        for value in values {
            (sum, count) = (sum + value, count + 1.0);
            (low, high) = (low.min(value), high.max(value));
        }
        Some(Self {
            mean: sum / count,
            low,
            high,
        })
    }
}

impl Heats {
    /// Builds as many races as there are seeds, at least one: the plan's own seed and those after it.
    ///
    /// # Errors
    /// As [`Race::new`].
    pub fn new(engine: &Engine, plan: &Plan, seeds: usize) -> Result<Self, Trouble> {
        let races = (0..seeds.max(1)).map(|at| Race::new(engine, seeded(plan, at)));
        Ok(Self {
            races: races.collect::<Result<_, _>>()?,
        })
    }

    /// Goes on from snapshots, one a seed.
    ///
    /// # Errors
    /// As [`Race::resume`].
    pub fn resume(engine: &Engine, plan: &Plan, snapshots: &[Snapshot]) -> Result<Self, Trouble> {
        let snapshots = snapshots.iter().enumerate();
        let races =
            snapshots.map(|(at, snapshot)| Race::resume(engine, seeded(plan, at), snapshot));
        Ok(Self {
            races: races.collect::<Result<_, _>>()?,
        })
    }

    /// The race under the plan's own seed.
    pub fn first(&self) -> &Race {
        &self.races[0]
    }

    /// What it was asked to do.
    pub fn plan(&self) -> &Plan {
        self.first().plan()
    }

    /// Steps taken.
    pub fn taken(&self) -> usize {
        self.first().taken()
    }

    /// Whether all steps are taken.
    pub fn is_over(&self) -> bool {
        self.first().is_over()
    }

    /// Adds steps: see [`Race::extend`].
    pub fn extend(&mut self, steps: usize) {
        for race in &mut self.races {
            race.extend(steps);
        }
    }

    /// Takes one step under every seed.
    ///
    /// # Errors
    /// As [`Race::step`].
    pub async fn step(&mut self) -> Result<(), Trouble> {
        for race in &mut self.races {
            race.step().await?;
        }
        Ok(())
    }

    /// Reads how the last step went.
    ///
    /// # Errors
    /// As [`Race::note`].
    pub async fn note(&mut self) -> Result<(), Trouble> {
        for race in &mut self.races {
            race.note().await?;
        }
        Ok(())
    }

    /// What was noted, by seed.
    pub fn curves(&self) -> Vec<Vec<Point>> {
        self.races
            .iter()
            .map(|race| race.curve().to_vec())
            .collect()
    }

    /// Tests every model at one length, by seed.
    ///
    /// # Errors
    /// As [`Race::evaluate`].
    pub async fn evaluate(&self, length: usize, remedy: &Remedy) -> Result<Vec<Score>, Trouble> {
        let mut scores = Vec::with_capacity(self.races.len());
        for race in &self.races {
            scores.extend(race.evaluate(&[length], remedy).await?);
        }
        Ok(scores)
    }

    /// One sentence through every model of the first seed.
    ///
    /// # Errors
    /// As [`Race::probe`].
    pub async fn probe(&self) -> Result<Probe, Trouble> {
        let race = self.first();
        race.probe(race.plan().length, &Remedy::Nothing).await
    }

    /// How the models of the first seed use position.
    ///
    /// # Errors
    /// As [`Race::health`].
    pub async fn health(&self) -> Result<Health, Trouble> {
        self.first().health().await
    }

    /// All races as they stand, by seed.
    ///
    /// # Errors
    /// As [`Race::snapshot`].
    pub async fn snapshot(&self) -> Result<Vec<Snapshot>, Trouble> {
        let mut snapshots = Vec::with_capacity(self.races.len());
        for race in &self.races {
            snapshots.push(race.snapshot().await?);
        }
        Ok(snapshots)
    }
}

fn seeded(plan: &Plan, at: usize) -> Plan {
    let mut plan = plan.clone();
    plan.config.seed += at as u64;
    plan
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn a_spread_is_the_mean_and_both_ends() {
        let spread = Spread::of([0.5, 1.0, 0.75]).expect("numbers");
        assert_eq!((spread.mean, spread.low, spread.high), (0.75, 0.5, 1.0));
        assert_eq!(Spread::of([]), None);
    }
}
