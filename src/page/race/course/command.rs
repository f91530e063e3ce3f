//! What a visitor asks for.

use super::{Asked, Course, Phase};
use crate::experiment::train::{Heats, Remedy};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Steps of "train some more".
pub const MORE: usize = 50;

impl Course {
    /// Gives up whatever goes on, clears the figures, and keeps nothing.
    pub fn reset(self) {
        self.clear();
        self.forget();
    }

    /// Starts from the beginning.
    pub fn train(self) {
        self.reset();
        let Asked { plan, seeds, .. } = self.plan.get_untracked();
        let plan = match plan {
            Ok(plan) => plan,
            Err(refusal) => return self.trouble.set(Some(refusal.into())),
        };
        self.phase.set(Phase::Training);
        self.steps.set((0, plan.steps));
        let turn = self.turn.get_value();
        spawn_local(async move {
            match Heats::new(&self.engine().await, &plan, seeds) {
                Ok(heats) => self.drive(heats, turn).await,
                Err(trouble) => self.fail(turn, trouble),
            }
        });
    }

    /// Stops after the step that goes on.
    pub fn pause(self) {
        self.phase.set(Phase::Paused);
    }

    /// Goes on after a pause.
    pub fn resume(self) {
        self.phase.set(Phase::Training);
        // Where the loop hasn't seen the pause yet, it never will.
        if let Some(heats) = self.take() {
            spawn_local(self.drive(heats, self.turn.get_value()));
        }
    }

    /// Takes one step after a pause.
    pub fn step(self) {
        let (Some(mut heats), turn) = (self.take(), self.turn.get_value()) else {
            return;
        };
        spawn_local(async move {
            match self.one_step(&mut heats, turn).await {
                Ok(()) => self.put(heats, turn),
                Err(trouble) => match self.recover(trouble, turn).await {
                    Ok(heats) => self.put(heats, turn),
                    Err(trouble) => self.fail(turn, trouble),
                },
            }
        });
    }

    /// Trains on for a while, at the lowest rate of the schedule.
    pub fn more(self) {
        if let Some(mut heats) = self.take() {
            heats.extend(MORE);
            self.tests.set(Vec::new());
            self.notice.set(None);
            self.phase.set(Phase::Training);
            spawn_local(self.drive(heats, self.turn.get_value()));
        }
    }

    /// Tests under a remedy that wasn't tested yet.
    pub fn remedy(self, remedy: Remedy) {
        let known = self
            .tests
            .with_untracked(|tests| tests.iter().any(|t| t.remedy == remedy));
        if known {
            return;
        }
        if let (Some(heats), turn) = (self.take(), self.turn.get_value()) {
            self.phase.set(Phase::Testing);
            spawn_local(async move {
                match self.test(&heats, remedy, turn).await {
                    Ok(()) => self.finish(heats, turn).await,
                    Err(trouble) => match self.recover(trouble, turn).await {
                        Ok(heats) => self.finish(heats, turn).await,
                        Err(trouble) => self.fail(turn, trouble),
                    },
                }
            });
        }
    }
}
