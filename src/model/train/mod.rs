//! Training several models as one program: the same tiny Transformer, the same first weights, different doors.
//!
//! Every activation is a matrix of rows, \[G * B * n, width\]: G models, each with the same B sequences of n tokens. Every weight has
//! a leading model axis. What the doors hold depends on the offset j - i alone where it can, so it is a table of n rows (door 1 and
//! 2) or of 2n - 1 rows (3 and 4) a model, and only what depends on pairs is given by pair:
//!
//! | door | tensor | shape |
//! |---|---|---|
//! | 1 | `door.input`, `door.patches` | \[G, n, d_model\] |
//! | 2 | `door.rotation` | \[G, n, pairs, 2\] (cos, sin) |
//! | 3 | `door.bias` | \[G, 2n - 1, heads\] |
//! | 3 | `door.pairs` | \[G, heads * n * n\] |
//! | 4 | `door.key.0`, `door.value.0`, ... a layer | \[G, 2n - 1, head_dim\] |
//! | 4 | `door.heads_key.0`, `door.heads_query.0`, ... a layer | \[G, 2n - 1, d_model\] |
//! | 4 | `door.u`, `door.v` | \[G, 1, d_model\] |
//! | 4 | `door.counted.0`, ... a layer | \[G, R, head_dim\] |
//!
//! What is fed stands in [`Slot`]s, what is learned in tables ([`TableKind`]).
//! [`Entrant`] says what an encoding lets in and what of it is learned, [`trainer`] builds the program that takes one
//! optimiser step, [`examiner`] the one that only looks.

mod attention;
mod doors;
mod dropping;
mod entrant;
mod examiner;
mod lay;
mod learned;
mod network;
mod open;
mod slot;
mod trainer;
mod weights;

pub use doors::DoorNumbers;
pub use dropping::Dropping;
pub use entrant::{Entrant, Opened, Turning};
pub use examiner::{Examiner, examiner};
pub use learned::{Learned, Table, TableKind};
pub use network::Weights;
pub use slot::{NO_ROW, Slot, Stacked};
pub use trainer::{Optimiser, Trainer, schedule, trainer};
pub use weights::{Start, WeightInfo, weight_list};

/// How many models, sequences and tokens go through at once, and how many ids there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// G: models.
    pub models: usize,
    /// B: sequences of each model.
    pub sequences: usize,
    /// n: tokens of a sequence.
    pub tokens: usize,
    /// V: ids, read and answered.
    pub vocabulary: usize,
}

impl Size {
    /// G * B * n.
    pub fn rows(&self) -> usize {
        self.models * self.sequences * self.tokens
    }
}
