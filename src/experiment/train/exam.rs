//! Tests of trained models: at any length, on data that every model and every seed shares, under a remedy or without.

use super::plan::widest_map;
use super::race::Race;
use super::remedy::{Remedy, Trained};
use super::task::{Batch, NOT_ASKED, Purpose, batch};
use crate::engine::Session;
use crate::experiment::Trouble;
use crate::model::train::{Examiner, Opened, Weights, examiner};
use serde::{Deserialize, Serialize};

/// How the models did at one length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Tokens of a test sequence.
    pub length: usize,
    /// Share of right answers; none for a model that can't be tested so: no row for a position, or no such remedy.
    pub accuracy: Vec<Option<f64>>,
    /// Share of right answers at positions that training never met; none where there are no such questions.
    pub new_positions: Vec<Option<f64>>,
    /// Cross-entropy, in nats; none as for the accuracy.
    pub loss: Vec<Option<f64>>,
}

/// Test data follow from this and the length alone.
const TEST_SEED: u64 = 12_345;
/// Test sequences that ask once each, and as many at lengths past [`FEWER_FROM`] times the trained one.
const TESTS: [usize; 2] = [512, 256];
/// Test sequences that ask at most tokens.
const TESTS_ASKED_OFTEN: [usize; 2] = [64, 32];
/// From this multiple of the trained length on, fewer sequences are drawn: they cost by the square of their length.
const FEWER_FROM: usize = 8;
/// Numbers of one layer's maps that a test makes at a time.
pub(super) const MAP_NUMBERS: usize = 1 << 21;

/// Sums over the sequences of a test.
#[derive(Clone, Default)]
struct Sums {
    right: f64,
    loss: f64,
    new_right: f64,
}

impl Race {
    /// Tests every model at these lengths as it stands.
    ///
    /// # Errors
    /// [`Trouble::Engine`] where the engine failed.
    pub async fn evaluate(
        &self,
        lengths: &[usize],
        remedy: &Remedy,
    ) -> Result<Vec<Score>, Trouble> {
        let weights = self.weights().await?;
        let mut scores = Vec::with_capacity(lengths.len());
        for length in lengths {
            scores.push(self.evaluate_at(*length, remedy, &weights).await?);
        }
        Ok(scores)
    }

    async fn evaluate_at(
        &self,
        n: usize,
        remedy: &Remedy,
        weights: &Weights,
    ) -> Result<Score, Trouble> {
        let tests = self.tests(n);
        let models = self.plan.entrants.len();
        let opened = self.opened(n, remedy, weights);
        let known: Vec<_> = opened.iter().flatten().cloned().collect();
        let a_sequence = models * self.plan.config.heads * n * widest_map(n, &known);
        let at_once = (MAP_NUMBERS / a_sequence).clamp(1, tests.ids.len() / n);
        let mut exam = self.exam(n, at_once, &opened, weights)?;
        let mut sums = vec![Sums::default(); models];
        let (mut asked, mut new_asked) = (0, 0);
        for (ids, targets) in tests.chunks(at_once * n) {
            let counts = exam
                .take(ids, targets, self.plan.trained_positions())
                .await?;
            exam.add(&mut sums, counts).await?;
            asked += counts[0];
            new_asked += counts[1];
        }
        let share = |sum: f64, of: usize| (of > 0).then(|| sum / of as f64);
        let of_tested = |value: &dyn Fn(&Sums) -> Option<f64>| {
            let models = sums.iter().zip(&opened);
            let tested = models.map(|(sums, opened)| opened.as_ref().and_then(|_| value(sums)));
            tested.collect::<Vec<_>>()
        };
        Ok(Score {
            length: n,
            accuracy: of_tested(&|sums| share(sums.right, asked)),
            new_positions: of_tested(&|sums| share(sums.new_right, new_asked)),
            loss: of_tested(&|sums| share(sums.loss, asked)),
        })
    }

    /// Test sequences of n tokens.
    fn tests(&self, n: usize) -> Batch {
        let one = self.tests_of(n, 1);
        let once = one.targets.iter().filter(|t| **t != NOT_ASKED).count() == 1;
        let [usual, fewer] = if once { TESTS } else { TESTS_ASKED_OFTEN };
        let count = match n >= FEWER_FROM * self.plan.length {
            true => fewer,
            false => usual,
        };
        self.tests_of(n, count)
    }

    /// The first `count` test sequences of n tokens.
    pub(super) fn tests_of(&self, n: usize, count: usize) -> Batch {
        let seed = (TEST_SEED + n as u64, "test");
        batch(self.plan.task, seed, Purpose::Test, n, count)
    }

    /// The doors of every model; none where it can't be tested so.
    pub(super) fn opened(
        &self,
        n: usize,
        remedy: &Remedy,
        weights: &Weights,
    ) -> Vec<Option<Opened>> {
        let models = self.plan.entrants.len();
        let entrants = self.plan.entrants.iter().enumerate();
        let opened = entrants.map(|(model, entrant)| {
            let trained = Trained {
                positions: self.plan.trained_positions(),
                weights,
                model: [model, models],
            };
            // A model without a row for some position has no score; the others have.
            let ask = self.plan.ask(entrant, 0, n).ok()?;
            remedy.open(entrant, &ask, &trained).ok().flatten()
        });
        opened.collect()
    }

    pub(super) fn exam(
        &self,
        n: usize,
        sequences: usize,
        opened: &[Option<Opened>],
        weights: &Weights,
    ) -> Result<Exam, Trouble> {
        let plan = &self.plan;
        let size = plan.size(sequences, n);
        let opened: Vec<_> = opened
            .iter()
            .map(|o| o.clone().unwrap_or_default())
            .collect();
        let doors = plan.stack(&opened)?;
        let mut examiner = examiner(&plan.config, &size, &doors, weights)?;
        let feeds = std::mem::take(&mut examiner.feeds);
        let session = Session::new(&self.engine, &examiner.program, feeds, &[])?;
        Ok(Exam {
            models: size.models,
            tokens: n,
            rows: sequences * n,
            examiner,
            session,
        })
    }
}

/// A test in progress.
pub(super) struct Exam {
    models: usize,
    tokens: usize,
    /// Rows of one model.
    rows: usize,
    pub examiner: Examiner,
    pub session: Session,
}

impl Exam {
    /// Runs on some sequences, at most as many as it was built for; gives how many questions there were, and how many of
    /// them at positions from `known` on.
    pub async fn take(
        &mut self,
        ids: &[u32],
        targets: &[u32],
        known: usize,
    ) -> Result<[usize; 2], Trouble> {
        let filled = |numbers: &[u32], blank: u32| {
            let mut numbers = numbers.to_vec();
            numbers.resize(self.rows, blank);
            numbers
        };
        let is_new = |(row, target): (usize, &u32)| match row % self.tokens >= known {
            true => *target,
            false => NOT_ASKED,
        };
        let new: Vec<u32> = targets.iter().enumerate().map(is_new).collect();
        let asked = |targets: &[u32]| targets.iter().filter(|t| **t != NOT_ASKED).count();
        let counts = [asked(targets), asked(&new)];
        let [ids, targets, new] = [
            filled(ids, 0),
            filled(targets, NOT_ASKED),
            filled(&new, NOT_ASKED),
        ];
        let Examiner {
            ids: ids_feed,
            targets: targets_feed,
            new_targets,
            ..
        } = self.examiner;
        self.session.whole(ids_feed, &ids.repeat(self.models));
        self.session
            .whole(targets_feed, &targets.repeat(self.models));
        self.session.whole(new_targets, &new.repeat(self.models));
        self.session.step().await?;
        Ok(counts)
    }

    /// Adds the last run's shares, weighted by how many questions there were.
    async fn add(&self, sums: &mut [Sums], [asked, new_asked]: [usize; 2]) -> Result<(), Trouble> {
        let right = self.session.read(self.examiner.hits).await?.values;
        let loss = self.session.read(self.examiner.loss).await?.values;
        let new_right = self.session.read(self.examiner.new_hits).await?.values;
        for (model, sums) in sums.iter_mut().enumerate() {
            sums.right += f64::from(right[model]) * asked as f64;
            sums.loss += f64::from(loss[model]) * asked as f64;
            sums.new_right += f64::from(new_right[model]) * new_asked as f64;
        }
        Ok(())
    }
}

impl Batch {
    /// Ids and targets, so many rows at a time.
    fn chunks(&self, rows: usize) -> impl Iterator<Item = (&[u32], &[u32])> {
        self.ids.chunks(rows).zip(self.targets.chunks(rows))
    }
}
