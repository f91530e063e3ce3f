//! A program that runs again and again, where what it makes of its weights feeds its next step.
//!
//! [`Engine::run`] is for a program that is looked at: every run has numbers of its own. A session is for training: its
//! tensors have one place each, which every step writes anew, and a *carried* pair changes places after each step, so
//! no weight is copied and nothing is read back unless somebody asks.

mod cpu;

pub use cpu::CpuSession;

use super::error::EngineError;
use super::executor::{Engine, MOST_BYTES};
use super::gpu::GpuSession;
use super::op::Library;
use super::program::{Feeds, Program};
use super::run::as_real;
use super::tensor::{Data, Element, Tensor, TensorId};
use std::fmt;
use std::rc::Rc;

/// See the module.
#[derive(Debug)]
pub struct Session {
    program: Rc<Program>,
    half: Half,
    /// A feed that didn't fit: told by the next step.
    misfit: Option<EngineError>,
}

/// Where the numbers are.
enum Half {
    Cpu(CpuSession<f32>),
    Gpu(Box<GpuSession>),
}

// Not derived: it would bring the executors' whole insides along.
impl fmt::Debug for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu(_) => "Cpu",
            Self::Gpu(_) => "Gpu",
        })
    }
}

impl Session {
    /// Prepares to run `program`, first on `feeds`. After each step every `(made, fed)` pair of `carry` is one tensor: the
    /// next step is fed what this one made, and either name reads it. A tensor stands in one pair at most.
    ///
    /// # Errors
    /// [`EngineError::NotFed`] or [`EngineError::FedSize`] where feeds or pairs don't fit the program,
    /// [`EngineError::TooMuch`] where all tensors together don't fit the CPU's memory, [`EngineError::TooLarge`] where one
    /// doesn't fit a buffer of the GPU, [`EngineError::Device`] where that is gone.
    pub fn new(
        engine: &Engine,
        program: &Rc<Program>,
        feeds: Feeds<f32>,
        carry: &[(TensorId, TensorId)],
    ) -> Result<Self, EngineError> {
        let half = match engine.gpu() {
            Some(gpu) => {
                check(program, &feeds, carry)?;
                let gpu = gpu.clone().itself();
                let gpu = GpuSession::new(&gpu, &Library::ALL, program, &feeds, carry)?;
                Half::Gpu(Box::new(gpu))
            }
            None => {
                check_memory(program)?;
                Half::Cpu(CpuSession::new(program, feeds, carry)?)
            }
        };
        Ok(Self {
            program: Rc::clone(program),
            half,
            misfit: None,
        })
    }

    /// The program that runs.
    pub fn program(&self) -> &Rc<Program> {
        &self.program
    }

    /// Feeds real numbers to the steps from the next one on. A carried tensor starts over from them.
    pub fn real(&mut self, id: TensorId, values: &[f32]) {
        if self.fits(id, values.len(), Element::Real) {
            match &mut self.half {
                Half::Cpu(cpu) => cpu.real(id, values),
                Half::Gpu(gpu) => gpu.write(id, bytemuck::cast_slice(values)),
            }
        }
    }

    /// Feeds whole numbers to the steps from the next one on.
    pub fn whole(&mut self, id: TensorId, values: &[u32]) {
        if self.fits(id, values.len(), Element::Whole) {
            match &mut self.half {
                Half::Cpu(cpu) => cpu.whole(id, values),
                Half::Gpu(gpu) => gpu.write(id, bytemuck::cast_slice(values)),
            }
        }
    }

    fn fits(&mut self, id: TensorId, given: usize, element: Element) -> bool {
        let info = self.program.info(id);
        if info.element == element && info.shape.len() == given {
            return true;
        }
        self.misfit = Some(EngineError::FedSize {
            name: info.name.clone(),
            shape: info.shape.clone(),
            given,
        });
        false
    }

    /// Runs the program once. Nothing is read back; on the CPU in a browser it pauses so that the page answers, on the GPU
    /// it returns when the step is handed over, and waits before that while several are under way.
    ///
    /// A step that is dropped half-way leaves the carried tensors as they were.
    ///
    /// # Errors
    /// [`EngineError::FedSize`] where a feed since the last step didn't fit, [`EngineError::Device`] where the GPU is
    /// gone or out of memory.
    pub async fn step(&mut self) -> Result<(), EngineError> {
        if let Some(misfit) = self.misfit.take() {
            return Err(misfit);
        }
        match &mut self.half {
            Half::Cpu(cpu) => cpu.step().await,
            Half::Gpu(gpu) => gpu.take_step().await?,
        }
        Ok(())
    }

    /// The numbers of a tensor as the last step left them; whole numbers read in two's complement.
    ///
    /// # Errors
    /// [`EngineError::Device`] where the GPU is gone.
    pub async fn read(&self, id: TensorId) -> Result<Tensor, EngineError> {
        let shape = self.program.info(id).shape.clone();
        let tensors = self.read_all(&[id]).await?;
        let values = tensors.into_iter().flat_map(|tensor| tensor.values);
        let values = values.collect();
        Ok(Tensor { shape, values })
    }

    /// Several tensors at once: on the GPU in one go, which costs hardly more than reading one.
    ///
    /// # Errors
    /// As [`Session::read`].
    pub async fn read_all(&self, ids: &[TensorId]) -> Result<Vec<Tensor>, EngineError> {
        let values = match &self.half {
            Half::Cpu(cpu) => ids.iter().map(|id| numbers(cpu.data(*id))).collect(),
            Half::Gpu(gpu) => gpu.numbers(ids).await?,
        };
        let shapes = ids.iter().map(|id| self.program.info(*id).shape.clone());
        let tensors = shapes.zip(values);
        Ok(tensors
            .map(|(shape, values)| Tensor { shape, values })
            .collect())
    }
}

/// Whether feeds and pairs fit the program.
fn check<T>(
    program: &Program,
    feeds: &Feeds<T>,
    carry: &[(TensorId, TensorId)],
) -> Result<(), EngineError> {
    for id in program.fed() {
        feeds.checked(program, id)?;
    }
    for (made, fed) in carry {
        let (made, fed) = (program.info(*made), program.info(*fed));
        if made.shape.len() != fed.shape.len() || fed.element != Element::Real {
            return Err(EngineError::FedSize {
                name: fed.name.clone(),
                shape: fed.shape.clone(),
                given: made.shape.len(),
            });
        }
    }
    Ok(())
}

/// Whether all tensors together fit the CPU's memory.
fn check_memory(program: &Program) -> Result<(), EngineError> {
    let bytes = program.tensors().iter().map(|info| info.shape.bytes());
    let bytes = bytes.fold(0, u64::saturating_add);
    if bytes > MOST_BYTES {
        let limit = MOST_BYTES;
        return Err(EngineError::TooMuch { bytes, limit });
    }
    Ok(())
}

fn numbers(data: &Data<f32>) -> Vec<f32> {
    as_real(data, 0..data.len())
}
