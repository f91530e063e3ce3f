//! How numbers are computed. This room knows nothing of positions.
//!
//! A [`Program`] is a list of operations over named tensors: data, not calls. One executor runs it on the CPU
//! ([`cpu`]: in f32 as the fallback for a browser without WebGPU, in f64 as the reference of the tests), another on
//! the GPU (`gpu`); an [`Engine`] is one or the other. Each operation is one file in [`op`] and one shader of the same
//! name in `shaders/`.

mod backend;
mod backward;
#[cfg(target_arch = "wasm32")]
mod canvas;
pub mod cpu;
mod device;
mod error;
mod executor;
mod gpu;
pub mod op;
mod pace;
pub mod paint;
mod probe;
mod program;
mod run;
pub mod session;
mod tensor;

pub use backend::{Backend, Presenter, WhyCpu};
pub use backward::{Tape, backward};
pub use device::CompileReport;
pub use error::EngineError;
pub use executor::Engine;
pub use pace::Pace;
pub use poslab_numbers::{Four, Real};
pub use program::{Feeds, Program, Step};
pub use run::Run;
pub use session::Session;
pub use tensor::{Data, Element, Operand, Shape, Tensor, TensorId, TensorInfo};
