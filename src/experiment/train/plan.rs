//! What a race is to do, checked.

use super::remedy::Remedy;
use super::task::Task;
use crate::encoding::{Ask, precision, sin_cos};
use crate::engine::Data;
use crate::language::Said;
use crate::model::Config;
use crate::model::train::{DoorNumbers, Dropping, Entrant, Opened, Size, Slot};
use crate::refusal::Refusal;

/// Most models that train together.
pub const MOST_MODELS: usize = 8;
/// Most optimiser steps.
pub const MOST_STEPS: usize = 100_000;
/// Most sequences a step.
pub const MOST_BATCH: usize = 1024;
/// Longest sequence that is trained on or tested.
pub const LONGEST_TEST: usize = 1024;
/// Most tokens a step, over all models: beyond it a step's maps and rows would fill the memory.
const MOST_TOKENS_A_STEP: usize = 1 << 17;
/// Most numbers of one layer's attention maps in a step.
const MOST_MAP_NUMBERS: usize = 1 << 25;

/// A race: task, encodings, sizes, schedule, tests.
#[derive(Clone)]
pub struct Plan {
    /// What is learned.
    pub task: &'static dyn Task,
    /// The encodings, one a model.
    pub entrants: Vec<Entrant>,
    /// Sizes, mask and seed.
    pub config: Config,
    /// Tokens of a training sequence.
    pub length: usize,
    /// Optimiser steps.
    pub steps: usize,
    /// Sequences a step.
    pub batch: usize,
    /// Learning rate by step.
    pub schedule: Schedule,
    /// Largest first position of a training sequence.
    pub random_start: usize,
    /// What positions are held in: "f32", "f16", "bf16". The arithmetic is f32 all the same.
    pub precision: String,
    /// What the learning rate of what encodings learn is multiplied by.
    pub position_rate: f64,
    /// How many times larger a bias is than the number that its table holds.
    pub bias_scale: f64,
    /// What is dropped while training.
    pub dropping: Dropping,
    /// Lengths at which the trained models are tested.
    pub evaluate_at: Vec<usize>,
    /// Remedies under which they are tested besides.
    pub remedies: Vec<Remedy>,
}

/// The learning rate: a linear warm-up, then a cosine down to a tenth (Loshchilov and Hutter 2017, "SGDR", section 3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// The highest rate.
    pub highest: f64,
    /// Steps until it is reached.
    pub warm_up: usize,
    /// Steps until a tenth of it is.
    pub steps: usize,
    /// Largest norm of a model's gradient; 0 for no limit.
    pub clip: f64,
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan")
            .field("task", &self.task.id())
            .field("entrants", &self.entrants)
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl Schedule {
    /// What is left of the highest rate in the end.
    const FLOOR: f64 = 0.1;

    /// The rate of step `step`, counted from 0; after the last step it stays at a tenth.
    pub fn rate(&self, step: usize) -> f64 {
        if step < self.warm_up {
            return self.highest * (step + 1) as f64 / self.warm_up as f64;
        }
        let rest = self.steps.saturating_sub(self.warm_up).max(1);
        let share = ((step - self.warm_up) as f64 / rest as f64).min(1.0);
        let cosine = 0.5 * (1.0 + sin_cos(std::f64::consts::PI * share)[1]);
        self.highest * (Self::FLOOR + (1.0 - Self::FLOOR) * cosine)
    }
}

/// Numbers in a row of the widest map that attention over n tokens makes: the keys, the offsets or the counts that a query meets.
pub(super) fn widest_map(n: usize, opened: &[Opened]) -> usize {
    let of = |opened: &Opened| {
        let counts = opened.get(Slot::CountedRows).map_or(0, Data::len);
        let meets = [Slot::HeadsKeyRows, Slot::Distances];
        let meets = meets.iter().any(|slot| opened.get(*slot).is_some());
        counts.max(if meets { 2 * n - 1 } else { n })
    };
    opened.iter().map(of).max().unwrap_or(n)
}

impl Plan {
    /// What an encoding is asked at n positions from `start` on, as the precision holds them.
    ///
    /// # Errors
    /// A [`Refusal`] of an encoding that goes by distance, where the precision makes neighbours collide: then two pairs of
    /// tokens that are equally far apart aren't any more, and in training a distance has one row.
    pub fn ask(&self, entrant: &Entrant, start: usize, n: usize) -> Result<Ask, Refusal> {
        let exact: Vec<i32> = (start as i32..(start + n) as i32).collect();
        let positions = precision::round(&exact, &self.precision)?;
        if entrant.goes_by_distance() && positions != exact {
            let name = entrant.scheme.name();
            let allowed = Said::new(
                format!("“{}”看的是距离，各个位置必须都分得开", name.zh),
                format!(
                    "positions have to stay apart, since “{}” goes by distance",
                    name.en
                ),
            );
            return Err(Refusal::new("precision", &self.precision, allowed));
        }
        Ok(Ask {
            positions,
            d_model: self.config.d_model,
            heads: self.config.heads,
            seed: self.config.seed,
        })
    }

    /// Positions that training meets.
    pub fn trained_positions(&self) -> usize {
        self.length + self.random_start
    }

    /// Opens every encoding for training from position `start` on.
    ///
    /// # Errors
    /// A [`Refusal`] where an encoding can't be trained, or lacks rows.
    pub fn open(&self, start: usize) -> Result<Vec<Opened>, Refusal> {
        let open = |entrant: &Entrant| entrant.open(&self.ask(entrant, start, self.length)?);
        self.entrants.iter().map(open).collect()
    }

    /// The size of a program of this plan's models.
    pub(super) fn size(&self, sequences: usize, tokens: usize) -> Size {
        Size {
            models: self.entrants.len(),
            sequences,
            tokens,
            vocabulary: self.task.vocabulary(),
        }
    }

    /// The doors of a program, side by side.
    pub(super) fn stack(&self, opened: &[Opened]) -> Result<DoorNumbers, Refusal> {
        let learned = self.entrants.iter().map(|e| e.learned(&self.config));
        let learned: Vec<_> = learned.collect();
        let doors = DoorNumbers::stack(opened, &learned, &self.config)?;
        Ok(DoorNumbers {
            bias_scale: self.bias_scale,
            ..doors
        })
    }

    /// Whether every encoding can be trained beside the others, and a step fits the memory.
    ///
    /// # Errors
    /// A [`Refusal`] that names what doesn't fit.
    pub fn check(&self) -> Result<(), Refusal> {
        let opened = self.open(self.random_start)?;
        self.stack(&opened)?;
        let widest = widest_map(self.length, &opened);
        let sequences = self.entrants.len() * self.batch;
        let tokens = sequences * self.length;
        let maps = tokens * widest * self.config.heads;
        if tokens <= MOST_TOKENS_A_STEP && maps <= MOST_MAP_NUMBERS {
            return Ok(());
        }
        let by_tokens = MOST_TOKENS_A_STEP / (self.entrants.len() * self.length);
        let a_sequence = self.entrants.len() * self.length * widest * self.config.heads;
        let most = by_tokens.min(MOST_MAP_NUMBERS / a_sequence);
        let allowed = Said::new(
            format!("这么长的句子、这么多模型，一步最多 {most} 句"),
            format!("with so many models at this length, at most {most} is allowed"),
        );
        Err(Refusal::new("batch", self.batch, allowed))
    }
}
