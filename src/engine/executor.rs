//! One engine, two executors: the visitor's GPU, or the CPU with the operations' twins.
//!
//! [`Engine::open`] chooses, [`Engine::run`] runs a [`Program`], and the [`Run`] that comes back gives tensors and
//! pictures to whoever looks; what nobody looks at stays where it was computed.
//!
//! When the GPU is lost ([`Engine::on_lost`]), every later call gives [`EngineError::Device`]; pictures already drawn
//! stay. The caller opens a new engine and runs again. `Engine::compile_report` (in JavaScript: `lab.diagnose()`)
//! says for every shader what the browser's compiler said of it.

use super::backend::{Backend, Presenter, WhyCpu};
use super::cpu::{CpuRun, Runner};
use super::device::{Answer, CompileReport, Device};
use super::error::EngineError;
use super::gpu;
use super::op::Library;
use super::pace::Pace;
use super::probe::probe;
use super::program::{Feeds, Program};
use super::run::{Numbers, Run};
use super::tensor::{Element, Tensor, TensorId};
use crate::chunk::chunk;
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// Where programs run. Cloning is cheap; clones share the device.
#[derive(Clone, Debug)]
pub struct Engine {
    executor: Executor,
    presenter: Rc<Cell<Presenter>>,
}

#[derive(Clone)]
enum Executor {
    Cpu(WhyCpu),
    Gpu(Rc<dyn Device>),
}

// Not derived: it would bring the executors' whole insides along.
impl fmt::Debug for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu(_) => "Cpu",
            Self::Gpu(_) => "Gpu",
        })
    }
}

impl Engine {
    /// Opens an engine.
    ///
    /// # Errors
    /// [`EngineError::NoGpu`] where a GPU is asked for and none is granted, [`EngineError::Device`] where an adapter
    /// is granted but gives no device, [`EngineError::Missing`] where the GPU executor can't be downloaded.
    pub async fn open(backend: Backend) -> Result<Self, EngineError> {
        match backend {
            Backend::Cpu => Ok(Self::on_cpu(WhyCpu::Asked)),
            Backend::Gpu => Ok(Self::with(Executor::Gpu(Self::open_gpu(false).await?))),
            Backend::Auto => Ok(Self::with(Self::choose().await?)),
        }
    }

    /// An engine on the CPU, and why.
    pub fn on_cpu(why: WhyCpu) -> Self {
        Self::with(Executor::Cpu(why))
    }

    fn with(executor: Executor) -> Self {
        Self {
            executor,
            presenter: Rc::default(),
        }
    }

    async fn choose() -> Result<Executor, EngineError> {
        match Self::open_gpu(true).await {
            Ok(gpu) => Ok(Executor::Gpu(gpu)),
            Err(EngineError::NoGpu(why)) => Ok(Executor::Cpu(why)),
            Err(EngineError::Missing(missing)) => Err(missing.into()),
            Err(_) => Ok(Executor::Cpu(WhyCpu::NoWebGpu)),
        }
    }

    /// Opens the GPU, which must be a `real` one or may be a software one.
    async fn open_gpu(real: bool) -> Result<Rc<dyn Device>, EngineError> {
        let granted = probe().await.map_err(EngineError::NoGpu)?;
        if real && granted.software {
            return Err(EngineError::NoGpu(WhyCpu::OnlySoftware));
        }
        gpu::open(granted.name, real).await?.await
    }

    /// "gpu" or "cpu".
    pub fn kind(&self) -> &'static str {
        match self.executor {
            Executor::Cpu(_) => "cpu",
            Executor::Gpu(_) => "gpu",
        }
    }

    /// What the browser tells of the GPU; empty on the CPU.
    pub fn adapter(&self) -> String {
        match &self.executor {
            Executor::Cpu(_) => String::new(),
            Executor::Gpu(gpu) => gpu.adapter().to_owned(),
        }
    }

    /// Whether the GPU is a software one.
    pub fn is_software(&self) -> bool {
        matches!(&self.executor, Executor::Gpu(gpu) if gpu.is_software())
    }

    /// Why it runs on the CPU; none on a GPU.
    pub fn why_cpu(&self) -> Option<WhyCpu> {
        match self.executor {
            Executor::Cpu(why) => Some(why),
            Executor::Gpu(_) => None,
        }
    }

    /// The GPU that it runs on.
    pub(super) fn gpu(&self) -> Option<&Rc<dyn Device>> {
        match &self.executor {
            Executor::Cpu(_) => None,
            Executor::Gpu(gpu) => Some(gpu),
        }
    }

    /// A run that holds `tensor` and nothing else, so that numbers made elsewhere are painted and read like any others.
    ///
    /// # Errors
    /// As [`Engine::run`].
    pub async fn hold(&self, name: &str, tensor: Tensor) -> Result<(Run, TensorId), EngineError> {
        let (mut program, mut feeds) = (Program::new(), Feeds::new());
        let id = program.feed(name, tensor.shape, Element::Real);
        feeds.real(id, tensor.values);
        let run = self.run(&Rc::new(program), &Rc::new(feeds)).await?;
        Ok((run, id))
    }

    /// Runs `program` on `feeds`.
    ///
    /// On the GPU this returns when the work is handed over, not when it is done; the same `feeds` (the same `Rc`) are
    /// uploaded once however often they are run. On the CPU in a browser it pauses between steps.
    ///
    /// # Errors
    /// [`EngineError::NotFed`] or [`EngineError::FedSize`] where the feeds don't fit, [`EngineError::TooLarge`] where a
    /// tensor doesn't or [`EngineError::TooMuch`] where all don't (before anything runs), [`EngineError::Device`] where the GPU is gone or out of memory.
    pub async fn run(
        &self,
        program: &Rc<Program>,
        feeds: &Rc<Feeds<f32>>,
    ) -> Result<Run, EngineError> {
        let numbers = match &self.executor {
            Executor::Cpu(_) => Numbers::Cpu(on_cpu(program, feeds).await?),
            Executor::Gpu(gpu) => {
                let library = match is_of_the_model(program) {
                    true => None,
                    false => Some(every_operation().await?),
                };
                Numbers::Gpu(gpu.clone().run(library, program, feeds).await?)
            }
        };
        Ok(Run::new(program, numbers, &self.presenter))
    }

    /// Calls `callback` once, with the browser's message, when the GPU is lost: a driver reset, a device destroyed from
    /// outside. Never for [`Engine::destroy`], never on the CPU.
    pub fn on_lost(&self, callback: impl FnOnce(&str) + 'static) {
        if let Executor::Gpu(gpu) = &self.executor {
            gpu.on_lost(Box::new(callback));
        }
    }

    /// Frees the device and every buffer. Later calls give [`EngineError::Device`]; the CPU has nothing to free.
    pub fn destroy(&self) {
        if let Executor::Gpu(gpu) = &self.executor {
            gpu.destroy();
        }
    }

    /// Loses the device as a driver reset would, so that tests can see what follows; the CPU has nothing to lose.
    pub fn lose(&self) {
        if let Executor::Gpu(gpu) = &self.executor {
            gpu.lose();
        }
    }

    /// Chooses how pictures come onto a canvas, for this engine and its clones.
    pub fn set_presenter(&self, presenter: Presenter) {
        self.presenter.set(presenter);
    }

    /// What the browser's compiler said of every shader; empty on the CPU.
    ///
    /// # Errors
    /// [`EngineError::Missing`] where the shaders of training could not be downloaded.
    pub async fn compile_report(&self) -> Result<Vec<CompileReport>, EngineError> {
        Ok(match &self.executor {
            Executor::Cpu(_) => Vec::new(),
            Executor::Gpu(gpu) => gpu.clone().itself().report(every_operation().await?).await,
        })
    }
}

/// Bytes that a program's tensors may take on the CPU. WebAssembly has 4 GiB for everything, and a program that runs out
/// of them takes the page with it.
pub(super) const MOST_BYTES: u64 = 2 << 30;

chunk! { cpu:
    /// Runs the twins of a program of the model step by step, with pauses.
    fn run_the_model(program: Rc<Program>, feeds: Rc<Feeds<f32>>) -> Running {
        Box::pin(async move { run_twins(&program, Runner::of_the_model(&program, &feeds)).await })
    }
}

chunk! { train:
    /// What a GPU has to know to run any program.
    fn every_operation() -> &'static Library {
        &Library::ALL
    }
}

chunk! { train:
    /// Runs the twins of any program step by step, with pauses.
    fn run_any(program: Rc<Program>, feeds: Rc<Feeds<f32>>) -> Running {
        Box::pin(async move { run_twins(&program, Runner::new(&program, &feeds)).await })
    }
}

fn is_of_the_model(program: &Program) -> bool {
    program.steps().iter().all(|step| step.op.is_of_the_model())
}

/// A run on its way.
type Running = Answer<'static, Result<CpuRun<f32>, EngineError>>;

async fn on_cpu(program: &Rc<Program>, feeds: &Rc<Feeds<f32>>) -> Result<CpuRun<f32>, EngineError> {
    let (program, feeds) = (program.clone(), feeds.clone());
    if is_of_the_model(&program) {
        run_the_model(program, feeds).await?.await
    } else {
        run_any(program, feeds).await?.await
    }
}

async fn run_twins(
    program: &Program,
    runner: Result<Runner<f32>, EngineError>,
) -> Result<CpuRun<f32>, EngineError> {
    let bytes = program.made().map(|id| program.info(id).shape.bytes());
    let bytes = bytes.fold(0, u64::saturating_add);
    if bytes > MOST_BYTES {
        let limit = MOST_BYTES;
        return Err(EngineError::TooMuch { bytes, limit });
    }
    let mut runner = runner?;
    let mut pace = Pace::start();
    while runner.step() {
        pace.breathe().await;
    }
    Ok(runner.finish())
}
