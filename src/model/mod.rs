//! The tiny Transformer with four doors: its sizes, its weights, and the program that computes it.
//!
//! [`transformer`] turns a configuration, open doors and a sentence into a program; [`attention_alone`] and
//! [`tables`] build its parts for whoever wants to look at one alone.

mod alone;
mod block;
mod config;
mod draft;
mod exhibit;
mod heads;
mod sentence;
mod stage;
pub mod train;
mod transformer;
mod weights;
mod wire;

pub use alone::{
    AttentionAlone, AttentionLayer, DoorTensors, Given, Tables, attention_alone, attention_layer,
    door_tensors, tables,
};
pub use config::{AddAt, Config, EmbeddingStd};
pub use exhibit::{Exhibit, Part, exhibit};
pub use heads::Look;
pub use sentence::{Sentence, Side};
pub use stage::Stage;
pub use transformer::{Built, transformer};
pub use wire::GivenBias;
