//! The loop that trains, looks, takes snapshots and tests.

use super::{Course, Notice, Phase, is_loss};
use crate::experiment::Trouble;
use crate::experiment::train::{Heats, LONGEST_TEST, Plan, Remedy, Tested};
use crate::page::wait::wait;
use leptos::prelude::*;
use std::rc::Rc;
use std::time::Duration;

/// Steps between two points of the curves.
const EVERY: usize = 5;
/// Milliseconds between two redraws: at most ten a second.
const REDRAW: f64 = 100.0;
/// Milliseconds between two looks at the attention maps.
const LOOK: f64 = 1_000.0;
/// Milliseconds between two looks at the health of position, which cost about as much as a step.
const HEALTH: f64 = 2_000.0;
/// How often a hidden tab looks whether it is seen again.
const NAP: Duration = Duration::from_millis(200);
/// How long the news of a lost GPU may take.
const NEWS: Duration = Duration::from_millis(500);
/// Steps between two snapshots.
const SNAPSHOT: usize = 50;
/// Test lengths over the trained one.
const TIMES: [(usize, usize); 5] = [(1, 2), (1, 1), (2, 1), (4, 1), (8, 1)];

/// How long the loop rests after a step, in milliseconds: full speed, about ten steps a second, two a second.
pub const PACES: [u64; 3] = [0, 100, 500];

/// How the loop came to rest.
enum Rest {
    /// Its turn was over.
    Outdated,
    /// The visitor paused it.
    Paused,
    /// All steps are taken, and the tests are done.
    Over,
}

/// When the figures were last brought up to date, in milliseconds.
#[derive(Default)]
struct Clock {
    drawn: f64,
    looked: f64,
    measured: f64,
}

impl Course {
    /// Trains until it is over, paused or outdated, then tests. A lost device costs the steps since the last snapshot.
    pub(super) async fn drive(self, mut heats: Heats, turn: u32) {
        loop {
            match self.run(&mut heats, turn).await {
                Ok(Rest::Outdated) => return,
                Ok(Rest::Paused) => {
                    self.keep(&heats, turn).await;
                    return self.put(heats, turn);
                }
                Ok(Rest::Over) => return self.finish(heats, turn).await,
                Err(trouble) => match self.recover(trouble, turn).await {
                    Ok(again) => heats = again,
                    Err(trouble) => return self.fail(turn, trouble),
                },
            }
        }
    }

    async fn run(self, heats: &mut Heats, turn: u32) -> Result<Rest, Trouble> {
        let mut clock = Clock::default();
        while !heats.is_over() {
            if !self.is_mine(turn) {
                return Ok(Rest::Outdated);
            }
            if self.phase.get_untracked() != Phase::Training {
                return Ok(Rest::Paused);
            }
            if heats.taken().is_multiple_of(SNAPSHOT) {
                self.take_snapshot(heats).await?;
            }
            let start = now();
            self.trained_step(heats).await?;
            if !self.is_mine(turn) {
                return Ok(Rest::Outdated);
            }
            self.seconds
                .update(|seconds| *seconds += (now() - start) / 1e3);
            self.show(heats, &mut clock, turn).await?;
            while document().hidden() && self.is_mine(turn) {
                wait(NAP).await;
            }
        }
        self.take_snapshot(heats).await?;
        if !self.is_mine(turn) {
            return Ok(Rest::Outdated);
        }
        self.phase.set(Phase::Testing);
        self.test(heats, Remedy::Nothing, turn).await?;
        Ok(Rest::Over)
    }

    /// One step, and a rest where the visitor wants to watch.
    async fn trained_step(self, heats: &mut Heats) -> Result<(), Trouble> {
        heats.step().await?;
        let rest = self.rest();
        if heats.taken().is_multiple_of(EVERY) || heats.is_over() || !rest.is_zero() {
            heats.note().await?;
        }
        if !rest.is_zero() {
            wait(rest).await;
        }
        Ok(())
    }

    fn rest(self) -> Duration {
        let pace = self.pace.try_get_untracked().unwrap_or(0);
        Duration::from_millis(PACES[pace.min(PACES.len() - 1)])
    }

    /// Brings up to date whatever is due.
    async fn show(self, heats: &Heats, clock: &mut Clock, turn: u32) -> Result<(), Trouble> {
        let (time, over) = (now(), heats.is_over());
        let due = |last: &mut f64, every: f64| {
            let due = time - *last >= every || over;
            if due {
                *last = time;
            }
            due
        };
        if due(&mut clock.drawn, REDRAW) {
            self.draw(heats);
        }
        let look = if self.rest().is_zero() { LOOK } else { REDRAW };
        if due(&mut clock.looked, look) {
            self.look(heats, turn).await?;
        }
        if due(&mut clock.measured, HEALTH) {
            self.measure(heats, turn).await?;
        }
        Ok(())
    }

    /// One step by hand, seen at once.
    pub(super) async fn one_step(self, heats: &mut Heats, turn: u32) -> Result<(), Trouble> {
        heats.step().await?;
        heats.note().await?;
        if self.is_mine(turn) {
            self.draw(heats);
            self.look(heats, turn).await?;
            self.measure(heats, turn).await?;
        }
        Ok(())
    }

    pub(super) fn draw(self, heats: &Heats) {
        self.steps.set((heats.taken(), heats.plan().steps));
        self.points.set(heats.curves());
    }

    pub(super) async fn look(self, heats: &Heats, turn: u32) -> Result<(), Trouble> {
        let probe = heats.probe().await?;
        if self.is_mine(turn) {
            self.probe.set(Some(Rc::new(probe)));
        }
        Ok(())
    }

    pub(super) async fn measure(self, heats: &Heats, turn: u32) -> Result<(), Trouble> {
        let health = heats.health().await?;
        if self.is_mine(turn) {
            self.health.update(|all| all.push((heats.taken(), health)));
        }
        Ok(())
    }

    /// Only a GPU is lost.
    async fn take_snapshot(self, heats: &Heats) -> Result<(), Trouble> {
        if heats.first().is_on_gpu() {
            let snapshot = heats.snapshot().await?;
            // Gone with its owner where the view was left.
            let _left = self.snapshot.try_set_value(Some(snapshot));
        }
        Ok(())
    }

    /// The race as of the last snapshot on another device, after this trouble.
    ///
    /// # Errors
    /// The trouble itself, where it isn't a lost device or there is no snapshot.
    pub(super) async fn recover(self, trouble: Trouble, turn: u32) -> Result<Heats, Trouble> {
        if !is_loss(&trouble) || !self.is_mine(turn) {
            return Err(trouble);
        }
        let snapshot = self.snapshot.try_update_value(Option::take).flatten();
        let plan = self.plan.with_untracked(|asked| asked.plan.clone().ok());
        let (Some(snapshot), Some(plan)) = (snapshot, plan) else {
            return Err(trouble);
        };
        wait(NEWS).await;
        let heats = Heats::resume(&self.engine().await, &plan, &snapshot)?;
        if self.is_mine(turn) {
            self.notice.set(Some(Notice::Resumed(heats.taken())));
            self.draw(&heats);
            self.health
                .update(|all| all.retain(|(step, _)| *step <= heats.taken()));
        }
        Ok(heats)
    }

    /// Tests at every length.
    pub(super) async fn test(
        self,
        heats: &Heats,
        remedy: Remedy,
        turn: u32,
    ) -> Result<(), Trouble> {
        self.tests.update(|tests| {
            tests.retain(|tested| tested.remedy != remedy);
            tests.push(Tested {
                remedy: remedy.clone(),
                scores: Vec::new(),
            });
        });
        for length in lengths(heats.plan()) {
            if !self.is_mine(turn) {
                return Ok(());
            }
            self.testing.set(Some(length));
            let scores = heats.evaluate(length, &remedy).await?;
            if self.is_mine(turn) {
                self.tests.update(|tests| {
                    if let Some(last) = tests.last_mut() {
                        last.scores.push(scores);
                    }
                });
            }
        }
        Ok(())
    }

    pub(super) async fn finish(self, heats: Heats, turn: u32) {
        self.keep(&heats, turn).await;
        self.put(heats, turn);
        if self.is_mine(turn) {
            self.testing.set(None);
            self.phase.set(Phase::Trained);
        }
    }
}

/// The lengths at which a plan's models are tested.
pub fn lengths(plan: &Plan) -> Vec<usize> {
    let [least, most] = plan.task.lengths();
    let lengths = TIMES.map(|(times, over)| plan.length * times / over);
    let allowed = least..=most.min(LONGEST_TEST);
    lengths
        .into_iter()
        .filter(|n| allowed.contains(n))
        .collect()
}

/// Milliseconds.
fn now() -> f64 {
    js_sys::Date::now()
}
