//! What can go wrong below the model: told with names and shapes.

use super::tensor::Shape;

/// An error of building or running a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// An operation met operands whose shapes don't fit.
    #[error("{op} (for `{output}`) wants {wanted}, but got {}", list(.got))]
    Shape {
        /// The operation's name.
        op: &'static str,
        /// The tensor that it should have made.
        output: String,
        /// What it wants, in the field's notation: "x [n, k] and w [k, m]".
        wanted: &'static str,
        /// The operands: name and shape.
        got: Vec<(String, Shape)>,
    },
    /// An input or a weight was not fed.
    #[error("`{0}` was not fed")]
    NotFed(String),
    /// A fed tensor has another size than the program declares.
    #[error("`{name}` is {shape}, so {} numbers, but {given} were fed", .shape.len())]
    FedSize {
        /// The tensor's name.
        name: String,
        /// Its declared shape.
        shape: Shape,
        /// How many numbers came.
        given: usize,
    },
    /// A tensor is too large for the device.
    #[error("`{name}` needs {bytes} bytes, but this device holds at most {limit} in one buffer")]
    TooLarge {
        /// The tensor's name.
        name: String,
        /// What it needs.
        bytes: u64,
        /// What the device allows.
        limit: u64,
    },
    /// The GPU went away or refused: the message is the browser's.
    #[error("the GPU stopped: {0}")]
    Device(String),
}

fn list(got: &[(String, Shape)]) -> String {
    let words: Vec<_> = got
        .iter()
        .map(|(name, shape)| format!("{name} {shape}"))
        .collect();
    words.join(", ")
}
