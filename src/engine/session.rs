//! A program that runs again and again, where what it makes of its weights feeds its next step.
//!
//! [`Engine::run`] is for a program that is looked at: every run has numbers of its own. A session is for training: its
//! tensors have one place each, which every step writes anew, and a *carried* pair changes places after each step, so
//! no weight is copied and nothing is read back unless somebody asks.

mod cpu;

pub use cpu::CpuSession;

use super::error::EngineError;
use super::executor::{Engine, MOST_BYTES};
use super::program::{Feeds, Program};
use super::run::as_real;
use super::tensor::{Data, Element, Tensor, TensorId};
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
#[derive(Debug)]
enum Half {
    Cpu(CpuSession<f32>),
}

impl Session {
    /// Prepares to run `program`, first on `feeds`. After each step every `(made, fed)` pair of `carry` is one tensor: the
    /// next step is fed what this one made, and either name reads it.
    ///
    /// # Errors
    /// [`EngineError::NotFed`] or [`EngineError::FedSize`] where feeds or pairs don't fit the program,
    /// [`EngineError::TooMuch`] where all tensors together don't fit the memory.
    pub fn new(
        _engine: &Engine,
        program: &Rc<Program>,
        feeds: Feeds<f32>,
        carry: &[(TensorId, TensorId)],
    ) -> Result<Self, EngineError> {
        let bytes = program.tensors().iter().map(|info| info.shape.bytes());
        let bytes = bytes.fold(0, u64::saturating_add);
        if bytes > MOST_BYTES {
            let limit = MOST_BYTES;
            return Err(EngineError::TooMuch { bytes, limit });
        }
        Ok(Self {
            program: Rc::clone(program),
            half: Half::Cpu(CpuSession::new(program, feeds, carry)?),
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
            }
        }
    }

    /// Feeds whole numbers to the steps from the next one on.
    pub fn whole(&mut self, id: TensorId, values: &[u32]) {
        if self.fits(id, values.len(), Element::Whole) {
            match &mut self.half {
                Half::Cpu(cpu) => cpu.whole(id, values),
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

    /// Runs the program once. Nothing is read back; on the CPU in a browser it pauses so that the page answers.
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
        }
        Ok(())
    }

    /// The numbers of a tensor as the last step left them; whole numbers read in two's complement.
    ///
    /// # Errors
    /// [`EngineError::Device`] where the GPU is gone.
    pub async fn read(&self, id: TensorId) -> Result<Tensor, EngineError> {
        let shape = self.program.info(id).shape.clone();
        let values = match &self.half {
            Half::Cpu(cpu) => numbers(cpu.data(id)),
        };
        Ok(Tensor { shape, values })
    }
}

fn numbers(data: &Data<f32>) -> Vec<f32> {
    as_real(data, 0..data.len())
}
