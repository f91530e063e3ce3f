//! The race in progress: what stands on the page of it.
//!
//! | file | what it does |
//! |---|---|
//! | `command` | what a visitor asks for: train, pause, go on, one step, more, a remedy |
//! | `drive` | the loop that trains, looks, takes snapshots and tests |
//! | `keep` | the race survives a reload, is saved as a file and loaded from one |
//!
//! One loop at a time owns the race; it gives it back when it pauses or is done, and whoever wants to test or to look takes
//! it from there. A loop whose turn is over (the setting changed, the view is gone) drops its race and ends.

mod command;
mod drive;
mod keep;

pub use command::MORE;
pub use drive::lengths;

use crate::encoding::Value;
use crate::engine::{Engine, EngineError};
use crate::experiment::train::{Health, Heats, Kept, Plan, Point, Probe, Snapshot, Tested};
use crate::experiment::{State, Trouble, race_link, race_plan, race_properties, race_seeds};
use crate::language::Said;
use crate::page::Desk;
use crate::page::engines::machine;
use crate::refusal::Refusal;
use leptos::prelude::*;
use std::rc::Rc;

/// What the race is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing is trained.
    Ready,
    /// Kept weights are put back on a device.
    Opening,
    /// The loop trains.
    Training,
    /// The visitor paused it.
    Paused,
    /// The steps are taken, and tests go on.
    Testing,
    /// All is done.
    Trained,
}

/// What happened that the visitor didn't ask for, or asked for in vain.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The device was lost, and training went on from the snapshot of this step.
    Resumed(usize),
    /// The race is the one that stood here before the page was reloaded.
    Restored,
    /// The race came out of a file.
    Loaded,
    /// A file couldn't be read or written, and why.
    File(Said),
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
    /// How fast it trains: the place in [`PACES`](drive::PACES).
    pub pace: RwSignal<usize>,
    /// The training curves, by seed.
    pub points: RwSignal<Vec<Vec<Point>>>,
    /// How the models used position after so many steps, under the first seed.
    pub health: RwSignal<Vec<(usize, Health)>>,
    /// Steps taken, of how many.
    pub steps: RwSignal<(usize, usize)>,
    /// Seconds of training.
    pub seconds: RwSignal<f64>,
    /// The length that is tested at the moment.
    pub testing: RwSignal<Option<usize>>,
    /// What the tests gave.
    pub tests: RwSignal<Vec<Tested>>,
    /// One sentence through every model of the first seed.
    pub probe: RwSignal<Option<Rc<Probe>>, LocalStorage>,
    /// What went wrong.
    pub trouble: RwSignal<Option<Trouble>>,
    /// What else is to be told.
    pub notice: RwSignal<Option<Notice>>,
    heats: StoredValue<Option<Heats>, LocalStorage>,
    /// To go on from when the device is lost.
    snapshot: StoredValue<Option<Vec<Snapshot>>, LocalStorage>,
    /// A race out of a file, until its setting stands.
    loaded: StoredValue<Option<Kept>, LocalStorage>,
    turn: StoredValue<u32>,
}

/// A plan, compared by the settings that it follows from.
#[derive(Clone, Debug)]
pub struct Asked {
    settings: Vec<Option<Value>>,
    /// The plan.
    pub plan: Result<Plan, Refusal>,
    /// How many seeds it is run under.
    pub seeds: usize,
    /// The query of the link that opens it.
    pub link: String,
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        self.settings == other.settings
    }
}

fn asked(state: &State) -> Asked {
    let settings = race_properties().chain(["backend"]);
    Asked {
        settings: settings.map(|name| state.value(name)).collect(),
        plan: race_plan(state),
        seeds: race_seeds(state),
        link: race_link(state),
    }
}

impl Course {
    /// A course for the lab at `desk`; a changed setting clears it, or brings back what was kept of that very race.
    pub fn new(desk: Desk) -> Self {
        let course = Self {
            desk,
            plan: Memo::new(move |_| desk.store.read(asked)),
            phase: RwSignal::new(Phase::Ready),
            pace: RwSignal::new(0),
            points: RwSignal::default(),
            health: RwSignal::default(),
            steps: RwSignal::default(),
            seconds: RwSignal::new(0.0),
            testing: RwSignal::new(None),
            tests: RwSignal::default(),
            probe: RwSignal::new_local(None),
            trouble: RwSignal::new(None),
            notice: RwSignal::new(None),
            heats: StoredValue::new_local(None),
            snapshot: StoredValue::new_local(None),
            loaded: StoredValue::new_local(None),
            turn: StoredValue::new(0),
        };
        Effect::new(move |_| {
            course.plan.track();
            untrack(|| {
                course.clear();
                course.bring_back();
            });
        });
        course
    }

    /// Gives up whatever goes on, and clears the figures.
    fn clear(self) {
        self.turn.update_value(|turn| *turn = turn.wrapping_add(1));
        self.heats.set_value(None);
        self.snapshot.set_value(None);
        self.phase.set(Phase::Ready);
        self.points.set(Vec::new());
        self.health.set(Vec::new());
        self.steps.set((0, 0));
        self.seconds.set(0.0);
        self.testing.set(None);
        self.tests.set(Vec::new());
        self.probe.set(None);
        self.trouble.set(None);
        self.notice.set(None);
    }

    /// The machine that the setting asks for.
    async fn engine(self) -> Engine {
        let backend = self.desk.store.state().with_untracked(State::backend);
        let losses = untrack(|| self.desk.runner.losses());
        machine(backend, losses).await.engine
    }

    /// The race, from wherever it rests.
    fn take(self) -> Option<Heats> {
        self.heats.try_update_value(Option::take).flatten()
    }

    fn put(self, heats: Heats, turn: u32) {
        if self.is_mine(turn) {
            self.heats.set_value(Some(heats));
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
}

/// Whether a trouble is a device's end.
pub fn is_loss(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Engine(EngineError::Device(_)))
}
