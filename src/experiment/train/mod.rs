//! Training: several encodings learn one task side by side, then read longer texts than they were trained on.
//!
//! A [`Plan`] says what, a [`Race`] does it step by step, [`Race::evaluate`] tests at any length and under any [`Remedy`].

mod exam;
mod health;
mod heats;
mod kept;
mod plan;
mod probe;
mod race;
mod remedy;
mod run;
mod snapshot;
mod task;

pub use exam::Score;
pub use health::{AngleGradient, Health, WIDEST_READOUT, even_distance};
pub use heats::{Heats, Spread};
pub use kept::{Kept, Tested};
pub use plan::{LONGEST_TEST, MOST_BATCH, MOST_MODELS, MOST_STEPS, Plan, Schedule};
pub use probe::Probe;
pub use race::{Point, Race};
pub use remedy::{Factor, Remedy};
pub use run::{Finished, Outcome, Progress, Scaled, ScoreOf, run};
pub use snapshot::Snapshot;
pub use task::{Back, Batch, NOT_ASKED, Purpose, TASKS, TITLES, Task, Title, batch, task};
