//! What a GPU has to know of operations to run them. A GPU always knows the model's; the others come with training, so
//! that whoever only looks at a sentence doesn't download them.

use super::{Cost, Kernel, Listed, Op};
use crate::engine::tensor::Shape;

/// Operations, their shaders, and how each is started.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// The operations.
    pub listed: &'static [Listed],
    /// How an operation is started on operands of these shapes: see [`Operation::kernel`](super::Operation::kernel).
    pub kernel: fn(&Op, &[&Shape], &Shape) -> Kernel,
    /// What it takes.
    pub cost: fn(&Op, &[&Shape], &Shape) -> Cost,
}

impl Library {
    /// Every operation.
    pub const ALL: Self = Self {
        listed: Op::LIST,
        kernel: Op::kernel,
        cost: Op::cost,
    };

    /// The operations that the model is made of.
    pub const MODEL: Self = Self {
        listed: Op::MODEL,
        kernel: Op::kernel_in_the_model,
        cost: Op::cost_in_the_model,
    };

    /// The operation of this name.
    pub(in crate::engine) fn find(&self, name: &str) -> Option<&'static Listed> {
        self.listed.iter().find(|listed| listed.name == name)
    }
}
