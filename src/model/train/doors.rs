//! The doors of several models side by side: what is fed, and which tables are learned.

use super::entrant::{Opened, Turning};
use super::learned::{Learned, Table, tables};
use super::slot::{Slot, Stacked};
use crate::encoding::Pairing;
use crate::language::Said;
use crate::model::config::Config;
use crate::refusal::Refusal;

/// Every door of every model.
#[derive(Clone, Debug, PartialEq)]
pub struct DoorNumbers {
    /// What is fed, in the order of [`Slot::ALL`].
    pub slots: Vec<Stacked>,
    /// How pairs turn, where a model turns any; a model that doesn't has angles of zero.
    pub turning: Option<Turning>,
    /// The tables that are learned.
    pub tables: Vec<Table>,
    /// How many times larger a bias is than the number that its table holds: see [`DoorNumbers::BIAS_SCALE`].
    pub bias_scale: f64,
}

impl DoorNumbers {
    /// A bias table (t5, swin_2d) stores an eighth of the bias. Adam moves any number by about the learning rate a step, and a bias
    /// has farther to go than a weight: without the factor it can't leave ±0.5 within a few hundred steps, and T5 looks worse than
    /// it is.
    pub const BIAS_SCALE: f64 = 8.0;

    /// Puts the doors of all models side by side; `learned` says what of each is learned.
    ///
    /// # Errors
    /// A [`Refusal`] where two models pair their dimensions in different ways: one program has one way.
    pub fn stack(
        opened: &[Opened],
        learned: &[Vec<Learned>],
        config: &Config,
    ) -> Result<Self, Refusal> {
        let turning = common_turning(opened)?;
        let stacked = |slot: Slot| {
            let mut parts: Vec<_> = opened.iter().map(|opened| opened.get(slot)).collect();
            // Beside one that turns keys in their own way, the others turn them as queries.
            if slot == Slot::KeyTurn && parts.iter().any(Option::is_some) {
                for (part, opened) in parts.iter_mut().zip(opened) {
                    *part = part.or_else(|| opened.get(Slot::QueryTurn));
                }
            }
            Stacked::of(slot, &parts)
        };
        Ok(Self {
            slots: Slot::ALL.into_iter().filter_map(stacked).collect(),
            turning,
            tables: tables(learned, config),
            bias_scale: Self::BIAS_SCALE,
        })
    }

    /// What is fed to a slot; none where no model uses it.
    pub fn get(&self, slot: Slot) -> Option<&Stacked> {
        self.slots.iter().find(|stacked| stacked.slot == slot)
    }
}

fn common_turning(opened: &[Opened]) -> Result<Option<Turning>, Refusal> {
    let mut ways = opened.iter().filter_map(|opened| opened.rotation);
    let Some(way) = ways.next() else {
        return Ok(None);
    };
    match ways.find(|other| *other != way) {
        None => Ok(Some(way)),
        Some(other) => Err(mixed(way.pairs != other.pairs, other)),
    }
}

fn mixed(by_count: bool, turning: Turning) -> Refusal {
    let allowed = Said::new(
        "一起训练的模型要用同一种配对，旋转的维数也要一样",
        "models that train together must pair their dimensions alike and turn equally many",
    );
    match (by_count, turning.pairing) {
        (true, _) => Refusal::new("rotary_dim", 2 * turning.pairs, allowed),
        (false, Pairing::HalfSplit) => Refusal::new("pairing", "half_split", allowed),
        (false, Pairing::Interleaved) => Refusal::new("pairing", "interleaved", allowed),
    }
}
