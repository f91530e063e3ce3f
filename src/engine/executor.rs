//! One engine, two executors: the visitor's GPU, or the CPU with the operations' twins.
//!
//! [`Engine::open`] chooses, [`Engine::run`] runs a [`Program`], and the [`Run`] that comes back gives tensors and
//! pictures to whoever looks; what nobody looks at stays where it was computed.
//!
//! When the GPU is lost ([`Engine::on_lost`]), every later call gives [`EngineError::Device`]; pictures already drawn
//! stay. The caller opens a new engine and runs again. `Engine::compile_report` (in JavaScript: `lab.diagnose()`)
//! says for every shader what the browser's compiler said of it.

use super::cpu::{CpuRun, Runner};
use super::error::EngineError;
use super::gpu::{self, CompileReport, Gpu, GpuRun};
use super::pace::Pace;
use super::paint::{self, Picture, Pixels};
use super::program::{Feeds, Program};
use super::tensor::{Data, Shape, Tensor, TensorId};
use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

/// Which executor a caller wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// A real GPU where there is one, else the CPU: WebAssembly with SIMD is tens of times faster than a software GPU.
    #[default]
    Auto,
    /// A GPU, be it a software one; an error where none is granted.
    Gpu,
    /// The CPU.
    Cpu,
}

/// Why an engine runs on the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyCpu {
    /// No WebGPU here, or no adapter is granted.
    NoWebGpu,
    /// The only adapter is a software one, which is slower than we are.
    OnlySoftware,
    /// The page came over plain HTTP from another machine; browsers give WebGPU to https and localhost only.
    InsecureHost,
    /// The caller asked for the CPU.
    Asked,
    /// The GPU was lost while in use.
    Lost,
}

impl WhyCpu {
    /// A clause for an error message.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::NoWebGpu => "this browser grants no WebGPU adapter",
            Self::OnlySoftware => "there is only a software adapter",
            Self::InsecureHost => "browsers grant WebGPU to https and localhost only",
            Self::Asked => "the CPU was asked for",
            Self::Lost => "the GPU was lost",
        }
    }
}

/// How [`Run::show`] brings a picture from the GPU onto a canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presenter {
    /// [`Presenter::Surface`] on a real GPU, [`Presenter::Pixels`] on a software one.
    #[default]
    Auto,
    /// The render pass draws onto a WebGPU canvas: nothing is read back.
    Surface,
    /// The render pass draws into a texture that is read back.
    Pixels,
}

/// Where programs run. Cloning is cheap; clones share the device.
#[derive(Clone, Debug)]
pub struct Engine {
    executor: Executor,
    presenter: Rc<Cell<Presenter>>,
}

#[derive(Clone, Debug)]
enum Executor {
    Cpu(WhyCpu),
    Gpu(Rc<Gpu>),
}

impl Engine {
    /// Opens an engine.
    ///
    /// # Errors
    /// [`EngineError::NoGpu`] where a GPU is asked for and none is granted, [`EngineError::Device`] where an adapter
    /// is granted but gives no device.
    pub async fn open(backend: Backend) -> Result<Self, EngineError> {
        match backend {
            Backend::Cpu => Ok(Self::on_cpu(WhyCpu::Asked)),
            Backend::Gpu => {
                let found = gpu::find().await.map_err(EngineError::NoGpu)?;
                Ok(Self::with(Executor::Gpu(Gpu::open(found).await?)))
            }
            Backend::Auto => Ok(Self::with(Self::choose().await)),
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

    async fn choose() -> Executor {
        match gpu::find().await {
            Err(why) => Executor::Cpu(why),
            Ok(found) if found.is_software() => Executor::Cpu(WhyCpu::OnlySoftware),
            Ok(found) => Gpu::open(found)
                .await
                .map_or(Executor::Cpu(WhyCpu::NoWebGpu), Executor::Gpu),
        }
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
            Executor::Gpu(gpu) => Numbers::Gpu(gpu.run(program, feeds).await?),
        };
        Ok(Run(Rc::new(Ran {
            program: program.clone(),
            numbers,
            presenter: self.presenter.clone(),
        })))
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
    pub async fn compile_report(&self) -> Vec<CompileReport> {
        match &self.executor {
            Executor::Cpu(_) => Vec::new(),
            Executor::Gpu(gpu) => gpu.compile_report().await,
        }
    }
}

/// A program that ran, with its numbers. Cloning is cheap; the last clone's end gives the GPU's buffers back.
#[derive(Clone, Debug)]
pub struct Run(Rc<Ran>);

#[derive(Debug)]
struct Ran {
    program: Rc<Program>,
    numbers: Numbers,
    // Read where there are canvases.
    #[cfg_attr(not(target_arch = "wasm32"), expect(dead_code))]
    presenter: Rc<Cell<Presenter>>,
}

#[derive(Debug)]
enum Numbers {
    Cpu(CpuRun<f32>),
    Gpu(GpuRun),
}

impl Run {
    /// The program that ran.
    pub fn program(&self) -> &Rc<Program> {
        &self.0.program
    }

    /// The numbers of a tensor, fed ones included; whole numbers read in two's complement.
    ///
    /// # Errors
    /// [`EngineError::Device`] where the GPU is gone.
    pub async fn read(&self, id: TensorId) -> Result<Tensor, EngineError> {
        let shape = self.0.program.info(id).shape.clone();
        let values = self.numbers(&[(id, 0..shape.len())]).await?;
        Ok(Tensor {
            shape,
            values: values.into_iter().flatten().collect(),
        })
    }

    /// Several tensors at once: on the GPU in one go, which costs hardly more than reading one.
    ///
    /// # Errors
    /// As [`Run::read`].
    pub async fn read_all(&self, ids: &[TensorId]) -> Result<Vec<Tensor>, EngineError> {
        let shapes = ids.iter().map(|id| self.0.program.info(*id).shape.clone());
        let parts: Vec<_> = ids
            .iter()
            .map(|id| (*id, 0..self.0.program.info(*id).shape.len()))
            .collect();
        let values = self.numbers(&parts).await?;
        Ok(shapes
            .zip(values)
            .map(|(shape, values)| Tensor { shape, values })
            .collect())
    }

    /// Some rows of a tensor, as \[rows, width\]; rows that it doesn't have are left out.
    ///
    /// # Errors
    /// As [`Run::read`].
    pub async fn read_rows(&self, id: TensorId, rows: Range<usize>) -> Result<Tensor, EngineError> {
        let shape = &self.0.program.info(id).shape;
        let (width, end) = (shape.width(), rows.end.min(shape.rows()));
        let start = rows.start.min(end);
        let values = self.numbers(&[(id, start * width..end * width)]).await?;
        Ok(Tensor {
            shape: Shape::from([end - start, width]),
            values: values.into_iter().flatten().collect(),
        })
    }

    async fn numbers(
        &self,
        parts: &[(TensorId, Range<usize>)],
    ) -> Result<Vec<Vec<f32>>, EngineError> {
        match &self.0.numbers {
            Numbers::Gpu(run) => run.read(parts).await,
            Numbers::Cpu(run) => Ok(parts
                .iter()
                .map(|(id, range)| as_real(run.data(*id), range.clone()))
                .collect()),
        }
    }

    /// Paints a picture.
    ///
    /// # Errors
    /// [`EngineError::PictureOutside`] and [`EngineError::PictureTooLarge`] where it doesn't fit its tensor or an
    /// image, [`EngineError::Device`] where the GPU is gone.
    pub async fn paint(&self, picture: &Picture) -> Result<Pixels, EngineError> {
        picture.check(self.0.program.info(picture.tensor))?;
        match &self.0.numbers {
            Numbers::Gpu(run) => run.paint(picture).await,
            Numbers::Cpu(run) => Ok(paint::paint(picture, run.data(picture.tensor))),
        }
    }

    /// Paints a picture onto a canvas, which takes the picture's size: one pixel a cell.
    ///
    /// # Errors
    /// As [`Run::paint`], and [`EngineError::Canvas`] where the canvas gives no 2-D context.
    #[cfg(target_arch = "wasm32")]
    pub async fn show(
        &self,
        picture: &Picture,
        canvas: &web_sys::HtmlCanvasElement,
    ) -> Result<(), EngineError> {
        if let Numbers::Gpu(run) = &self.0.numbers {
            let surface = match self.0.presenter.get() {
                Presenter::Auto => !run.is_software(),
                Presenter::Surface => true,
                Presenter::Pixels => false,
            };
            if surface {
                picture.check(self.0.program.info(picture.tensor))?;
                return run.show(picture, canvas);
            }
        }
        let pixels = self.paint(picture).await?;
        super::canvas::put(&pixels, canvas)
    }
}

/// Bytes that a program's tensors may take on the CPU. WebAssembly has 4 GiB for everything, and a program that runs out
/// of them takes the page with it.
const MOST_BYTES: u64 = 2 << 30;

/// Runs the twins step by step, with pauses.
async fn on_cpu(program: &Rc<Program>, feeds: &Rc<Feeds<f32>>) -> Result<CpuRun<f32>, EngineError> {
    let bytes = program.made().map(|id| program.info(id).shape.bytes());
    let bytes = bytes.fold(0, u64::saturating_add);
    if bytes > MOST_BYTES {
        let limit = MOST_BYTES;
        return Err(EngineError::TooMuch { bytes, limit });
    }
    let mut runner = Runner::new(program, feeds)?;
    let mut pace = Pace::start();
    while runner.step() {
        pace.breathe().await;
    }
    Ok(runner.finish())
}

/// Part of a tensor's numbers as reals.
pub(super) fn as_real(data: &Data<f32>, range: Range<usize>) -> Vec<f32> {
    match data {
        Data::Real(values) => values[range].to_vec(),
        Data::Whole(values) => values[range]
            .iter()
            .map(|v| v.cast_signed() as f32)
            .collect(),
    }
}
