//! Doors opened while the page answers.

use crate::encoding::{Ask, Doors, Scheme, Values};
use crate::engine::Pace;
use crate::refusal::Refusal;

/// Opens a scheme's doors, pausing between slices where that takes longer than a frame.
///
/// # Errors
/// As [`Scheme::open`].
pub async fn open(scheme: &dyn Scheme, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
    let mut opening = scheme.begin(ask, values)?;
    let mut pace = Pace::start();
    while opening.step() {
        pace.breathe().await;
    }
    Ok(opening.finish())
}
