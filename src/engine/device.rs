//! What the engine knows of an open GPU. Behind these traits stands the GPU executor, a chunk of the program of its own:
//! whoever computes on the CPU never downloads it.

use super::error::EngineError;
use super::gpu::Gpu;
use super::op::Library;
use super::paint::{Picture, Pixels};
use super::program::{Feeds, Program};
use super::tensor::TensorId;
use std::ops::Range;
use std::pin::Pin;
use std::rc::Rc;

/// An answer on its way.
pub(super) type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// What the compiler said of one shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileReport {
    /// The shader's stem: "matmul".
    pub name: &'static str,
    /// Its entry points.
    pub entries: &'static [&'static str],
    /// What the compiler said, each with its line; empty where it had nothing to say.
    pub messages: Vec<String>,
}

/// An open GPU.
pub(super) trait Device {
    /// What the system or the browser calls it.
    fn adapter(&self) -> &str;

    /// Whether it computes on the CPU.
    fn is_software(&self) -> bool;

    /// Runs `program` on `feeds`; done when the work is handed over. Without a `library`, the program has the model's
    /// operations only.
    fn run<'a>(
        self: Rc<Self>,
        library: Option<&'static Library>,
        program: &'a Rc<Program>,
        feeds: &'a Rc<Feeds<f32>>,
    ) -> Answer<'a, Result<Box<dyn DeviceRun>, EngineError>>;

    /// Calls `callback` once, with the browser's message, when the device is lost.
    fn on_lost(&self, callback: Box<dyn FnOnce(&str)>);

    /// Destroys the device as if somebody else did.
    fn lose(&self);

    /// Frees the device and every buffer.
    fn destroy(&self);

    /// The executor itself, for what few ask for: that comes with their chunk, and not with everybody's.
    fn itself(self: Rc<Self>) -> Rc<Gpu>;
}

/// A program that ran on a [`Device`], with its tensors' buffers.
pub(super) trait DeviceRun {
    /// Parts of tensors as reals.
    fn read<'a>(
        &'a self,
        parts: &'a [(TensorId, Range<usize>)],
    ) -> Answer<'a, Result<Vec<Vec<f32>>, EngineError>>;

    /// Paints a picture.
    fn paint<'a>(&'a self, picture: &'a Picture) -> Answer<'a, Result<Pixels, EngineError>>;

    /// Whether the device computes on the CPU.
    #[cfg(target_arch = "wasm32")]
    fn is_software(&self) -> bool;

    /// Paints a picture onto a canvas without reading it back.
    #[cfg(target_arch = "wasm32")]
    fn show(
        &self,
        picture: &Picture,
        canvas: &web_sys::HtmlCanvasElement,
    ) -> Result<(), EngineError>;
}
