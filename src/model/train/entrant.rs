//! An encoding in a race: what it lets in through the doors, and what of it is learned.

use super::learned::{Learned, TableKind};
use super::slot::Slot;
use super::weights::Start;
use crate::encoding::grid::Grid;
use crate::encoding::{Door, Pairing, Scheme, Values, fire, kerple, learned};
use crate::engine::Data;
use crate::model::config::Config;
use std::collections::BTreeMap;

/// A scheme with its parameters' values.
#[derive(Clone)]
pub struct Entrant {
    /// The scheme.
    pub scheme: &'static dyn Scheme,
    /// Its parameters' values.
    pub values: Values,
}

/// What an encoding lets in at n positions that count up by one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opened {
    /// How pairs turn, where they do.
    pub rotation: Option<Turning>,
    slots: BTreeMap<Slot, Data<f32>>,
}

/// How door 2 turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turning {
    /// Pairs of a head that turn.
    pub pairs: usize,
    /// Which dimensions form a pair.
    pub pairing: Pairing,
}

impl Opened {
    /// What it feeds a slot.
    pub fn get(&self, slot: Slot) -> Option<&Data<f32>> {
        self.slots.get(&slot)
    }

    /// Feeds computed numbers.
    pub fn real(&mut self, slot: Slot, values: Vec<f32>) {
        self.slots.insert(slot, Data::Real(values));
    }

    /// Feeds rows of a table, or a kind.
    pub fn whole(&mut self, slot: Slot, values: Vec<u32>) {
        self.slots.insert(slot, Data::Whole(values));
    }

    /// Whether it lets anything in through a door.
    pub fn opens(&self, door: Door) -> bool {
        self.slots.keys().any(|slot| slot.door() == Some(door))
    }
}

impl Entrant {
    /// Whether what it lets in goes by the distance of two tokens, so that positions have to count up by one. CoPE counts
    /// for itself, and Swin's table goes by pairs of places.
    pub fn goes_by_distance(&self) -> bool {
        let mut doors = self.scheme.doors().iter();
        let by_distance = doors.any(|door| matches!(door, Door::Bias | Door::Relative));
        by_distance && !["cope", "swin_2d"].contains(&self.scheme.id())
    }
}

impl std::fmt::Debug for Entrant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entrant")
            .field("scheme", &self.scheme.id())
            .field("values", &self.values)
            .finish()
    }
}

/// How u and v of Transformer-XL start: the authors' code.
const PREFERENCE_STD: f64 = 0.02;

impl Entrant {
    /// What is learned of it, besides the model, and how that starts.
    pub fn learned(&self, config: &Config) -> Vec<Learned> {
        let count = |name| usize::try_from(self.values.whole(name)).unwrap_or(0);
        // As a linear layer's weights: a product with a query keeps its spread.
        let vectors = Start::Normal(1.0 / libm::sqrt(config.head_dim() as f64));
        let table = |kind, rows, start| Learned { kind, rows, start };
        match self.scheme.id() {
            "learned" => vec![table(
                TableKind::Input,
                count("max_len"),
                self.table_start(config),
            )],
            "learned_2d" => {
                let Grid { rows, columns } = Grid::of(&self.values);
                let start = Start::Normal(self.values.real("std"));
                vec![table(TableKind::Patches, rows + columns, start)]
            }
            "t5" => vec![table(
                TableKind::Bias,
                count("buckets"),
                Start::Constant(0.0),
            )],
            "kerple" => {
                let power = self.values.choice("variant") == "power";
                let numbers = kerple::start(config.seed, config.heads, power).concat();
                vec![table(
                    TableKind::Kernel,
                    config.heads,
                    Start::Numbers(numbers),
                )]
            }
            "fire" => {
                let numbers = fire::start(config.seed, config.heads);
                vec![table(TableKind::Fire, 1, Start::Numbers(numbers))]
            }
            "swin_2d" => {
                let Grid { rows, columns } = Grid::of(&self.values);
                let offsets = (2 * rows - 1) * (2 * columns - 1);
                vec![table(TableKind::Window, offsets, Start::Constant(0.0))]
            }
            "shaw" => {
                let rows = 2 * count("clip") + 1;
                let mut tables = vec![table(TableKind::Key, rows, vectors.clone())];
                if self.values.flag("values") {
                    tables.push(table(TableKind::Value, rows, vectors));
                }
                tables
            }
            "hybrid" => vec![table(TableKind::Key, 2 * count("window") + 1, vectors)],
            "deberta" => {
                let span = match count("buckets") {
                    0 => count("max_position"),
                    buckets => buckets,
                };
                [TableKind::HeadsKey, TableKind::HeadsQuery]
                    .map(|kind| table(kind, 2 * span, vectors.clone()))
                    .into()
            }
            "transformer_xl" => {
                let d = config.d_model;
                let projection = Start::Uniform(1.0 / libm::sqrt(d as f64));
                let preference = || Start::Normal(PREFERENCE_STD);
                vec![
                    table(TableKind::Content, 1, preference()),
                    table(TableKind::Preference, 1, preference()),
                    table(TableKind::Projection, d, projection),
                ]
            }
            // The authors' code starts from zeros.
            "cope" => vec![table(
                TableKind::Counted,
                count("max_position") + 1,
                Start::Constant(0.0),
            )],
            _ => Vec::new(),
        }
    }

    /// How the table of `learned` starts.
    fn table_start(&self, config: &Config) -> Start {
        let rows = usize::try_from(self.values.whole("max_len")).unwrap_or(0);
        match self.values.choice("init") {
            "sinusoid" => Start::Numbers(learned::sinusoid(rows, config.d_model)),
            _ => Start::Normal(self.values.real("std")),
        }
    }
}
