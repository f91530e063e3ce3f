//! Numbers that were computed elsewhere, as a tensor of a run, so that they are drawn like any others.

use super::plane::Plane;
use crate::engine::{Engine, Tensor};

/// Puts `tensor` where `engine` draws from; its matrices, in order. None where the GPU is gone.
pub async fn held(engine: &Engine, tensor: Tensor) -> Option<Vec<Plane>> {
    let (run, id) = engine.hold("held", tensor).await.ok()?;
    let count = Plane::matrices(&run, id);
    Some(
        (0..count)
            .map(|index| Plane::matrix(&run, id, index))
            .collect(),
    )
}
