//! The race in progress: what stands on the page of it, and the loop that trains.
//!
//! One loop at a time owns the race; it gives it back when it pauses or is done, and whoever wants to test or to look takes
//! it from there. A loop whose turn is over (the setting changed, the view is gone) drops its race and ends.

use crate::encoding::Value;
use crate::engine::EngineError;
use crate::experiment::train::{Plan, Point, Probe, Race, Remedy, Score};
use crate::experiment::{State, Trouble, race_plan};
use crate::page::Desk;
use crate::page::engines::machine;
use crate::page::wait::wait;
use crate::refusal::Refusal;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;
use std::time::Duration;

/// Steps between two points of the curves.
const EVERY: usize = 5;
/// Milliseconds between two redraws: at most ten a second.
const REDRAW: f64 = 100.0;
/// Milliseconds between two looks at the attention maps.
const LOOK: f64 = 1_000.0;
/// How often a hidden tab looks whether it is seen again.
const NAP: Duration = Duration::from_millis(200);
/// Test lengths over the trained one.
const TIMES: [(usize, usize); 5] = [(1, 2), (1, 1), (2, 1), (4, 1), (8, 1)];
/// Steps of "train some more".
pub const MORE: usize = 50;

/// What the race is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing is trained.
    Ready,
    /// The loop trains.
    Training,
    /// The visitor paused it.
    Paused,
    /// The steps are taken, and tests go on.
    Testing,
    /// All is done.
    Trained,
}

/// Scores under a remedy.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// The remedy.
    pub remedy: Remedy,
    /// By length.
    pub scores: Vec<Score>,
}

/// See the module. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Course {
    /// The desk.
    pub desk: Desk,
    /// What is to be raced, as the link says; a refusal where it can't be.
    pub plan: Memo<Asked>,
    /// What it is at.
    pub phase: RwSignal<Phase>,
    /// The training curves.
    pub points: RwSignal<Vec<Point>>,
    /// Steps taken, of how many.
    pub steps: RwSignal<(usize, usize)>,
    /// Seconds of training.
    pub seconds: RwSignal<f64>,
    /// The length that is tested at the moment.
    pub testing: RwSignal<Option<usize>>,
    /// What the tests gave.
    pub tests: RwSignal<Vec<Tested>>,
    /// One sentence through every model.
    pub probe: RwSignal<Option<Rc<Probe>>, LocalStorage>,
    /// What went wrong.
    pub trouble: RwSignal<Option<Trouble>>,
    race: StoredValue<Option<Race>, LocalStorage>,
    turn: StoredValue<u32>,
}

/// A plan, compared by the settings that it follows from.
#[derive(Clone, Debug)]
pub struct Asked {
    settings: Vec<Option<Value>>,
    /// The plan.
    pub plan: Result<Plan, Refusal>,
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        self.settings == other.settings
    }
}

/// The properties that a race follows from.
const SETTINGS: &[&str] = &[
    "task",
    "back",
    "racers",
    "train_length",
    "train_steps",
    "random_start",
    "seed",
    "backend",
];

fn asked(state: &State) -> Asked {
    Asked {
        settings: SETTINGS.iter().map(|name| state.value(name)).collect(),
        plan: race_plan(state),
    }
}

impl Course {
    /// A course for the lab at `desk`; a changed setting clears it.
    pub fn new(desk: Desk) -> Self {
        let course = Self {
            desk,
            plan: Memo::new(move |_| desk.store.read(asked)),
            phase: RwSignal::new(Phase::Ready),
            points: RwSignal::default(),
            steps: RwSignal::default(),
            seconds: RwSignal::new(0.0),
            testing: RwSignal::new(None),
            tests: RwSignal::default(),
            probe: RwSignal::new_local(None),
            trouble: RwSignal::new(None),
            race: StoredValue::new_local(None),
            turn: StoredValue::new(0),
        };
        Effect::new(move |_| {
            course.plan.track();
            untrack(|| course.reset());
        });
        course
    }

    /// Gives up whatever goes on, and clears the figures.
    pub fn reset(self) {
        self.turn.update_value(|turn| *turn = turn.wrapping_add(1));
        self.race.set_value(None);
        self.phase.set(Phase::Ready);
        self.points.set(Vec::new());
        self.steps.set((0, 0));
        self.seconds.set(0.0);
        self.testing.set(None);
        self.tests.set(Vec::new());
        self.probe.set(None);
        self.trouble.set(None);
    }

    /// Starts from the beginning.
    pub fn train(self) {
        self.reset();
        let Asked { plan, .. } = self.plan.get_untracked();
        let plan = match plan {
            Ok(plan) => plan,
            Err(refusal) => return self.trouble.set(Some(refusal.into())),
        };
        self.phase.set(Phase::Training);
        self.steps.set((0, plan.steps));
        let turn = self.turn.get_value();
        spawn_local(async move {
            let backend = self.desk.store.state().with_untracked(State::backend);
            let losses = untrack(|| self.desk.runner.losses());
            let engine = machine(backend, losses).await.engine;
            match Race::new(&engine, plan) {
                Ok(race) => self.drive(race, turn).await,
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
        if let Some(race) = self.take() {
            spawn_local(self.drive(race, self.turn.get_value()));
        }
    }

    /// Takes one step after a pause.
    pub fn step(self) {
        let (Some(mut race), turn) = (self.take(), self.turn.get_value()) else {
            return;
        };
        spawn_local(async move {
            match self.one_step(&mut race, turn).await {
                Ok(()) => self.put(race, turn),
                Err(trouble) => self.fail(turn, trouble),
            }
        });
    }

    /// Trains on for a while, at the lowest rate of the schedule.
    pub fn more(self) {
        if let Some(mut race) = self.take() {
            race.extend(MORE);
            self.tests.set(Vec::new());
            self.phase.set(Phase::Training);
            spawn_local(self.drive(race, self.turn.get_value()));
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
        if let (Some(race), turn) = (self.take(), self.turn.get_value()) {
            self.phase.set(Phase::Testing);
            spawn_local(async move {
                match self.test(&race, remedy, turn).await {
                    Ok(()) => self.finish(race, turn),
                    Err(trouble) => self.fail(turn, trouble),
                }
            });
        }
    }

    /// The race, from wherever it rests.
    fn take(self) -> Option<Race> {
        self.race.try_update_value(Option::take).flatten()
    }

    fn put(self, race: Race, turn: u32) {
        if self.is_mine(turn) {
            self.race.set_value(Some(race));
        }
    }

    /// Whether a loop's turn is still on.
    fn is_mine(self, turn: u32) -> bool {
        self.turn.try_get_value() == Some(turn)
    }

    fn fail(self, turn: u32, trouble: Trouble) {
        if self.is_mine(turn) {
            self.phase.set(Phase::Ready);
            self.testing.set(None);
            self.trouble.set(Some(trouble));
        }
    }

    fn finish(self, race: Race, turn: u32) {
        self.put(race, turn);
        if self.is_mine(turn) {
            self.testing.set(None);
            self.phase.set(Phase::Trained);
        }
    }

    /// Trains until it is over, paused or outdated, then tests.
    async fn drive(self, mut race: Race, turn: u32) {
        let (mut drawn, mut looked) = (0.0, 0.0);
        while !race.is_over() {
            if !self.is_mine(turn) {
                return;
            }
            if self.phase.get_untracked() != Phase::Training {
                return self.put(race, turn);
            }
            let start = now();
            if let Err(trouble) = self.trained_step(&mut race).await {
                return self.fail(turn, trouble);
            }
            if !self.is_mine(turn) {
                return;
            }
            let end = now();
            self.seconds
                .update(|seconds| *seconds += (end - start) / 1e3);
            if end - drawn >= REDRAW || race.is_over() {
                drawn = end;
                self.draw(&race);
            }
            if end - looked >= LOOK || race.is_over() {
                looked = end;
                if let Err(trouble) = self.look(&race, turn).await {
                    return self.fail(turn, trouble);
                }
            }
            while document().hidden() && self.is_mine(turn) {
                wait(NAP).await;
            }
        }
        self.phase.set(Phase::Testing);
        match self.test(&race, Remedy::Nothing, turn).await {
            Ok(()) => self.finish(race, turn),
            Err(trouble) => self.fail(turn, trouble),
        }
    }

    async fn trained_step(self, race: &mut Race) -> Result<(), Trouble> {
        race.step().await?;
        if race.taken().is_multiple_of(EVERY) || race.is_over() {
            race.note().await?;
        }
        Ok(())
    }

    /// One step by hand, seen at once.
    async fn one_step(self, race: &mut Race, turn: u32) -> Result<(), Trouble> {
        race.step().await?;
        race.note().await?;
        if self.is_mine(turn) {
            self.draw(race);
            self.look(race, turn).await?;
        }
        Ok(())
    }

    fn draw(self, race: &Race) {
        self.steps.set((race.taken(), race.plan().steps));
        self.points.set(race.curve().to_vec());
    }

    async fn look(self, race: &Race, turn: u32) -> Result<(), Trouble> {
        let probe = race.probe(race.plan().length, &Remedy::Nothing).await?;
        if self.is_mine(turn) {
            self.probe.set(Some(Rc::new(probe)));
        }
        Ok(())
    }

    /// Tests at every length.
    async fn test(self, race: &Race, remedy: Remedy, turn: u32) -> Result<(), Trouble> {
        self.tests.update(|tests| {
            let scores = Vec::new();
            tests.push(Tested { remedy, scores });
        });
        for length in lengths(race.plan()) {
            if !self.is_mine(turn) {
                return Ok(());
            }
            self.testing.set(Some(length));
            let scores = race.evaluate(&[length], &remedy).await?;
            if self.is_mine(turn) {
                self.tests.update(|tests| {
                    if let Some(last) = tests.last_mut() {
                        last.scores.extend(scores);
                    }
                });
            }
        }
        Ok(())
    }
}

/// The lengths at which a plan's models are tested.
pub fn lengths(plan: &Plan) -> Vec<usize> {
    let [least, most] = plan.task.lengths();
    let lengths = TIMES.map(|(times, over)| plan.length * times / over);
    let allowed = least..=most.min(crate::experiment::train::LONGEST_TEST);
    lengths
        .into_iter()
        .filter(|n| allowed.contains(n))
        .collect()
}

/// Whether a trouble is a device's end.
pub fn is_loss(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Engine(EngineError::Device(_)))
}

/// Milliseconds.
fn now() -> f64 {
    js_sys::Date::now()
}
