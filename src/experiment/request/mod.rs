//! Requests from outside, as the JavaScript API makes them: read, checked, run.
//!
//! A request's fields are those of the contract in `static/poslab.d.ts`. Sizes and model choices are read by the
//! property table, so a wrong one is refused with the same sentence as in the link.

mod attend;
mod bench;
mod check;
mod encode;
mod forward;
mod scalar;
mod scheme;
mod train;

pub use attend::{AttendRequest, Attended};
pub use bench::{BenchRequest, Timing};
pub use encode::{EncodeRequest, Encoded, RelativeTables, RotationTable};
pub use forward::{Forward, ForwardRequest, Padding};
pub use scalar::Scalar;
pub use scheme::SchemeRequest;
pub use train::TrainRequest;
