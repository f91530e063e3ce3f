//! What the engine sees of the GPU executor: its traits, answered.

use super::Gpu;
use super::execute::GpuRun;
use super::health::OnLost;
use crate::engine::device::{Answer, Device, DeviceRun};
use crate::engine::error::EngineError;
use crate::engine::op::Library;
use crate::engine::paint::{Picture, Pixels};
use crate::engine::program::{Feeds, Program};
use crate::engine::tensor::TensorId;
use std::ops::Range;
use std::rc::Rc;

impl Device for Gpu {
    fn adapter(&self) -> &str {
        &self.found.name
    }

    fn is_software(&self) -> bool {
        self.found.is_software()
    }

    fn run<'a>(
        self: Rc<Self>,
        library: Option<&'static Library>,
        program: &'a Rc<Program>,
        feeds: &'a Rc<Feeds<f32>>,
    ) -> Answer<'a, Result<Box<dyn DeviceRun>, EngineError>> {
        let library = library.unwrap_or(&Library::MODEL);
        Box::pin(async move { Ok(Box::new(self.start(library, program, feeds).await?) as _) })
    }

    fn on_lost(&self, callback: OnLost) {
        self.health.on_lost(callback);
    }

    fn lose(&self) {
        self.device.destroy();
    }

    fn destroy(&self) {
        self.end();
    }

    fn itself(self: Rc<Self>) -> Rc<Gpu> {
        self
    }
}

impl DeviceRun for GpuRun {
    fn read<'a>(
        &'a self,
        parts: &'a [(TensorId, Range<usize>)],
    ) -> Answer<'a, Result<Vec<Vec<f32>>, EngineError>> {
        Box::pin(self.numbers(parts))
    }

    fn paint<'a>(&'a self, picture: &'a Picture) -> Answer<'a, Result<Pixels, EngineError>> {
        Box::pin(self.pixels(picture))
    }

    #[cfg(target_arch = "wasm32")]
    fn is_software(&self) -> bool {
        self.gpu.found.is_software()
    }

    #[cfg(target_arch = "wasm32")]
    fn show(
        &self,
        picture: &Picture,
        canvas: &web_sys::HtmlCanvasElement,
    ) -> Result<(), EngineError> {
        self.stage(picture, canvas)
    }
}
