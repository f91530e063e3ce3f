//! Doors opened while the page answers.

use crate::chunk::chunk;
use crate::encoding::{Ask, Doors, Scheme, Values};
use crate::engine::Pace;
use crate::refusal::Refusal;
use std::pin::Pin;

/// Opens a scheme's doors, pausing between slices where that takes longer than a frame.
///
/// # Errors
/// As [`Opens::open`](crate::encoding::Opens::open).
pub async fn open(scheme: &dyn Scheme, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
    let mut opening = scheme.begin(ask, values)?;
    let mut pace = Pace::start();
    while opening.step() {
        pace.breathe().await;
    }
    Ok(opening.finish())
}

/// Doors on their way.
type Opened = Pin<Box<dyn Future<Output = Result<Doors, Refusal>>>>;

chunk! { encodings:
    /// As [`open`], for whoever comes without the encodings' arithmetic.
    pub(super) fn open_with_chunk(scheme: &'static dyn Scheme, ask: Ask, values: Values) -> Opened {
        Box::pin(async move { open(scheme, &ask, &values).await })
    }
}
