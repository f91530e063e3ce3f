//! Computes whatever the state asks for: the newest request outdates the ones before it.

use super::engines::{Machine, machine};
use super::store::Store;
use super::wait::wait;
use crate::engine::{Backend, Engine, EngineError};
use crate::experiment::{self, OrderReport, State, Trouble};
use crate::language::Language;
use futures_util::future::{AbortHandle, abortable};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;
use std::time::Duration;

/// How long typing may go on before a run starts: one frame.
const FRAME: Duration = Duration::from_millis(16);
/// How long a run stays unmentioned.
const QUIET: Duration = Duration::from_millis(600);

/// How long the news of a lost GPU may take.
const NEWS: Duration = Duration::from_millis(500);

/// What the runner is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The report is what the state asks for, or there is trouble that says why not.
    Rest,
    /// A run goes on.
    Run,
    /// A run has gone on for so long that the page should say so.
    LongRun,
    /// The visitor stopped the last run.
    Stopped,
}

/// What a run depends on.
#[derive(Clone, Debug, PartialEq)]
struct Request {
    state: State,
    language: Language,
    losses: u32,
    tries: u32,
    looked_at: (usize, usize),
}

/// Runs the experiment. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Runner {
    report: RwSignal<Option<Rc<OrderReport>>, LocalStorage>,
    machine: RwSignal<Option<Machine>, LocalStorage>,
    trouble: RwSignal<Option<Trouble>>,
    phase: RwSignal<Phase>,
    losses: RwSignal<u32>,
    tries: RwSignal<u32>,
    looked_at: RwSignal<(usize, usize)>,
    current: StoredValue<Option<AbortHandle>>,
    watched: StoredValue<Option<(Backend, u32)>>,
    opening: RwSignal<bool>,
}

impl Runner {
    /// Starts to follow `store`.
    pub fn start(store: Store, language: Signal<Language>) -> Self {
        let runner = Self {
            report: RwSignal::new_local(None),
            machine: RwSignal::new_local(None),
            trouble: RwSignal::new(None),
            phase: RwSignal::new(Phase::Run),
            losses: RwSignal::new(0),
            tries: RwSignal::new(0),
            looked_at: RwSignal::new((0, 0)),
            current: StoredValue::new(None),
            watched: StoredValue::new(None),
            opening: RwSignal::new(true),
        };
        let request = Memo::new(move |_| Request {
            state: store.read(what_counts),
            language: language.get(),
            losses: runner.losses.get(),
            tries: runner.tries.get(),
            looked_at: runner.looked_at.get(),
        });
        Effect::new(move |_| runner.begin(request.get()));
        on_cleanup(move || runner.abort());
        runner
    }

    /// The last report. Reactive.
    pub fn report(self) -> Signal<Option<Rc<OrderReport>>, LocalStorage> {
        self.report.into()
    }

    /// What the last run was computed on. Reactive.
    pub fn machine(self) -> Option<Machine> {
        self.machine.get()
    }

    /// Whether a device is being opened, which may take seconds. Reactive.
    pub fn opening(self) -> bool {
        self.opening.get()
    }

    /// The engine of the last run. Reactive.
    pub fn engine(self) -> Option<Engine> {
        self.machine().map(|machine| machine.engine)
    }

    /// Why there is no report for what is set. Reactive.
    pub fn trouble(self) -> Option<Trouble> {
        self.trouble.get()
    }

    /// What it is at. Reactive.
    pub fn phase(self) -> Phase {
        self.phase.get()
    }

    /// How often the GPU was lost. Reactive.
    pub fn losses(self) -> u32 {
        self.losses.get()
    }

    /// Stops the run.
    pub fn stop(self) {
        self.abort();
        self.phase.set(Phase::Stopped);
    }

    /// Runs again after a stop.
    pub fn again(self) {
        self.tries.update(|tries| *tries += 1);
    }

    /// Makes the map of this layer and head, both from 0, where the text is too long for all of them.
    pub fn look_at(self, layer: usize, head: usize) {
        let looked_at = (layer, head);
        if self.looked_at.get_untracked() != looked_at {
            self.looked_at.set(looked_at);
        }
    }

    fn abort(self) {
        // Gone with its owner where the lab was unmounted: then the run has ended with it.
        if let Some(Some(run)) = self.current.try_get_value() {
            run.abort();
        }
    }

    fn begin(self, request: Request) {
        self.abort();
        self.phase.set(Phase::Run);
        let (run, handle) = abortable(self.run(request));
        self.current.set_value(Some(handle.clone()));
        spawn_local(async move {
            // Ends early where a newer request, the visitor or the unmounting aborted it.
            let _aborted = run.await;
        });
        spawn_local(async move {
            wait(QUIET).await;
            if !handle.is_aborted() && self.phase.try_get_untracked() == Some(Phase::Run) {
                self.phase.set(Phase::LongRun);
            }
        });
    }

    async fn run(self, request: Request) {
        wait(FRAME).await;
        let backend = request.state.backend();
        self.opening
            .set(self.watched.get_value() != Some((backend, request.losses)));
        let machine = machine(backend, request.losses).await;
        self.opening.set(false);
        self.watch(&machine, backend, request.losses);
        if request.state.choice("view") != "order" {
            // Every other view asks its own question of the machine.
            self.trouble.set(None);
            self.phase.set(Phase::Rest);
            return;
        }
        let (state, language) = (&request.state, request.language);
        match experiment::order(&machine.engine, state, language, request.looked_at).await {
            Ok(report) => {
                self.report.set(Some(Rc::new(report)));
                self.trouble.set(None);
            }
            Err(Trouble::Engine(EngineError::Device(_))) if self.was_lost(request.losses).await => {
                return;
            }
            Err(trouble) => self.trouble.set(Some(trouble)),
        }
        self.phase.set(Phase::Rest);
    }

    /// Whether a device's error was its end, which starts the next run by itself. The browser tells of an end only after
    /// the errors that it causes.
    async fn was_lost(self, losses: u32) -> bool {
        wait(NEWS).await;
        self.losses.get_untracked() > losses
    }

    /// Shows which engine works, and runs again once it is lost.
    fn watch(self, machine: &Machine, backend: Backend, losses: u32) {
        let watched = Some((backend, losses));
        if self.watched.get_value() == watched {
            return;
        }
        self.watched.set_value(watched);
        machine.engine.on_lost(move |_| {
            // Engines of two backends may be lost at once, and a lab may be gone: what counts is the last run's.
            if self.watched.try_get_value() == Some(watched) {
                self.losses.set(losses + 1);
            }
        });
        self.machine.set(Some(machine.clone()));
    }
}

/// The state without what only looks: a new theme computes nothing.
fn what_counts(state: &State) -> State {
    let mut state = state.clone();
    for name in ["lang", "theme", "hide", "guide"] {
        state.reset(name);
    }
    state
}
