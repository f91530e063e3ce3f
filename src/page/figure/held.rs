//! Numbers that were computed elsewhere, as a tensor of a run, so that they are drawn like any others.

use super::plane::Plane;
use crate::engine::{Element, Engine, Feeds, Program, Tensor};
use std::rc::Rc;

/// Puts `tensor` where `engine` draws from; its matrices, in order. None where the GPU is gone.
pub async fn held(engine: &Engine, tensor: Tensor) -> Option<Vec<Plane>> {
    let mut program = Program::new();
    let id = program.feed("held", tensor.shape, Element::Real);
    let mut feeds = Feeds::new();
    feeds.real(id, tensor.values);
    let run = engine.run(&Rc::new(program), &Rc::new(feeds)).await.ok()?;
    let count = Plane::matrices(&run, id);
    Some(
        (0..count)
            .map(|index| Plane::matrix(&run, id, index))
            .collect(),
    )
}
