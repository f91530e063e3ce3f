//! The GPU executor: one device, every pipeline built once and not before it is needed, buffers from a pool, and nothing read back unless asked for.
//!
//! | file | what it does |
//! |---|---|
//! | `adapter` | asks for a GPU: what it is called, whether it is software, why there is none |
//! | `health` | the device's errors, each told once, and its end |
//! | `pipelines` | a compute pipeline for every entry point of every operation |
//! | `pool` | buffers by size class, taken and given back |
//! | `execute` | a program as dispatches |
//! | `session` | a program that runs again and again |
//! | `read` | numbers back to the CPU |
//! | `painter`, `brush` | pictures by a render pass |
//! | `stage` | the WebGPU canvas that pictures pass through on their way to the page's canvases |

mod adapter;
mod brush;
mod execute;
mod health;
mod painter;
mod pipelines;
mod pool;
mod read;
mod session;
#[cfg(target_arch = "wasm32")]
mod stage;

pub(super) use adapter::{Found, find};
pub(super) use execute::GpuRun;
pub use pipelines::CompileReport;
pub(super) use session::GpuSession;

use super::error::EngineError;
use execute::Uploads;
use health::Health;
use painter::Painter;
use pipelines::Pipelines;
use pool::Pool;
use std::cell::RefCell;
use std::rc::Rc;

/// A device with everything that is built once.
#[derive(Debug)]
pub(super) struct Gpu {
    found: Found,
    device: wgpu::Device,
    queue: wgpu::Queue,
    health: Health,
    pipelines: Pipelines,
    painter: Painter,
    pool: Rc<Pool>,
    uploads: RefCell<Uploads>,
    #[cfg(target_arch = "wasm32")]
    stage: RefCell<Option<stage::Stage>>,
}

impl Gpu {
    /// Opens a device on `found`.
    ///
    /// # Errors
    /// [`EngineError::Device`] where the device is refused.
    pub(super) async fn open(found: Found) -> Result<Rc<Self>, EngineError> {
        let (device, queue) = found.device().await?;
        let health = Health::watch(&device);
        let errors = health::Scope::open(&device);
        let pipelines = Pipelines::new(device.clone());
        let painter = Painter::build(&device);
        errors.close().await?;
        Ok(Rc::new(Self {
            pool: Rc::new(Pool::new(device.clone())),
            found,
            device,
            queue,
            health,
            pipelines,
            painter,
            uploads: RefCell::default(),
            #[cfg(target_arch = "wasm32")]
            stage: RefCell::default(),
        }))
    }

    pub(super) fn adapter(&self) -> &str {
        &self.found.name
    }

    pub(super) fn is_software(&self) -> bool {
        self.found.is_software()
    }

    pub(super) fn on_lost(&self, callback: health::OnLost) {
        self.health.on_lost(callback);
    }

    /// Whether the device still works.
    fn check(&self) -> Result<(), EngineError> {
        // News of a loss waits for a poll; in a browser the event loop brings it. A poll that fails is a loss, too.
        let _told_by_health = self.device.poll(wgpu::PollType::Poll);
        self.health.check()
    }

    /// What the browser's compiler said of every shader.
    pub(super) async fn compile_report(&self) -> Vec<CompileReport> {
        let mut report = self.pipelines.report().await;
        report.push(self.painter.report().await);
        report
    }

    /// Destroys the device as if somebody else did.
    pub(super) fn lose(&self) {
        self.device.destroy();
    }

    /// Frees the device and every buffer.
    pub(super) fn destroy(&self) {
        self.health.end();
        self.uploads.borrow_mut().clear();
        self.pool.close();
        self.device.destroy();
    }
}

impl Drop for Gpu {
    /// On the web a dropped handle frees nothing.
    fn drop(&mut self) {
        self.destroy();
    }
}
