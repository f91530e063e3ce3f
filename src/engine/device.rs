//! What the engine knows of an open GPU. Behind these traits stands the GPU executor, a chunk of the program of its own:
//! whoever computes on the CPU never downloads it.

use super::error::EngineError;
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

    /// Prepares to run `program` again and again, first on `feeds`; a `(made, fed)` pair of `carry` is one tensor.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] where a tensor doesn't fit a buffer, [`EngineError::Device`] where the device is gone.
    fn session(
        self: Rc<Self>,
        library: &'static Library,
        program: &Rc<Program>,
        feeds: &Feeds<f32>,
        carry: &[(TensorId, TensorId)],
    ) -> Result<Box<dyn DeviceSession>, EngineError>;

    /// Calls `callback` once, with the browser's message, when the device is lost.
    fn on_lost(&self, callback: Box<dyn FnOnce(&str)>);

    /// What the browser's compiler said of every shader of `library`, and of the one that paints.
    fn compile_report(&self, library: &'static Library) -> Answer<'_, Vec<CompileReport>>;

    /// Destroys the device as if somebody else did.
    fn lose(&self);

    /// Frees the device and every buffer.
    fn destroy(&self);
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

/// A program that runs again and again on a [`Device`].
pub(super) trait DeviceSession {
    /// Feeds the bytes of numbers, as many as the tensor holds.
    fn feed(&mut self, id: TensorId, bytes: &[u8]);

    /// Hands one step over, as soon as few enough are under way.
    fn step(&mut self) -> Answer<'_, Result<(), EngineError>>;

    /// The numbers of tensors as the last step left them.
    fn read<'a>(&'a self, ids: &'a [TensorId]) -> Answer<'a, Result<Vec<Vec<f32>>, EngineError>>;
}
