//! The GPU executor: one device, every pipeline built once and not before it is needed, buffers from a pool, and nothing read back unless asked for.
//!
//! | file | what it does |
//! |---|---|
//! | `adapter` | asks for a GPU: what it is called, whether it is software, why there is none |
//! | `device` | what the engine sees of all this: its traits |
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
mod device;
mod execute;
mod health;
mod painter;
mod pipelines;
mod pool;
mod read;
mod session;
#[cfg(target_arch = "wasm32")]
mod stage;

use super::backend::WhyCpu;
use super::device::{Answer, CompileReport, Device};
use super::error::EngineError;
use super::op::Library;
use crate::chunk::chunk;
use adapter::Found;
use execute::Uploads;
use health::Health;
use painter::Painter;
use pipelines::Pipelines;
use pool::Pool;
pub(super) use session::GpuSession;
use std::cell::RefCell;
use std::rc::Rc;

chunk! { gpu:
    /// Opens the GPU that the browser calls `name`; where only a `real` one will do, a software one is refused.
    ///
    /// # Errors
    /// [`EngineError::NoGpu`] where none is granted, [`EngineError::Device`] where an adapter is granted but gives no
    /// device.
    pub(super) fn open(
        name: String,
        real: bool,
    ) -> Answer<'static, Result<Rc<dyn Device>, EngineError>> {
        Box::pin(open_now(name, real))
    }
}

async fn open_now(name: String, real: bool) -> Result<Rc<dyn Device>, EngineError> {
    let found = adapter::find(name).await.map_err(EngineError::NoGpu)?;
    if real && found.is_software() {
        return Err(EngineError::NoGpu(WhyCpu::OnlySoftware));
    }
    Ok(Gpu::open(found).await?)
}

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
    async fn open(found: Found) -> Result<Rc<Self>, EngineError> {
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

    /// Whether the device still works.
    fn check(&self) -> Result<(), EngineError> {
        // News of a loss waits for a poll; in a browser the event loop brings it. A poll that fails is a loss, too.
        let _told_by_health = self.device.poll(wgpu::PollType::Poll);
        self.health.check()
    }

    /// What the compiler said of every shader of `library`, and of the one that paints.
    pub(super) async fn report(&self, library: &'static Library) -> Vec<CompileReport> {
        let mut report = self.pipelines.report(library).await;
        report.push(self.painter.report().await);
        report
    }

    fn end(&self) {
        self.health.end();
        self.uploads.borrow_mut().clear();
        self.pool.close();
        self.device.destroy();
    }
}

impl Drop for Gpu {
    /// On the web a dropped handle frees nothing.
    fn drop(&mut self) {
        self.end();
    }
}
