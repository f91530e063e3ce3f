//! The CPU executor: runs a program with the operations' twins.

use super::error::EngineError;
use super::pace::Pace;
use super::program::{Feeds, Program, Step};
use super::real::Real;
use super::tensor::{Data, Operand, TensorId};
use std::rc::Rc;

/// The numbers of every tensor after a run. What was fed is shared, not copied.
#[derive(Clone, Debug, PartialEq)]
pub struct CpuRun<T> {
    feeds: Rc<Feeds<T>>,
    /// By [`TensorId::index`]; empty where the tensor was fed.
    made: Vec<Data<T>>,
}

impl<T: Real> CpuRun<T> {
    /// The numbers of one tensor.
    pub fn data(&self, id: TensorId) -> &Data<T> {
        let made = &self.made[id.index()];
        if made.is_empty() {
            self.feeds.get(id).unwrap_or(made)
        } else {
            made
        }
    }

    fn start(program: &Program, feeds: Rc<Feeds<T>>) -> Result<Self, EngineError> {
        for id in program.fed() {
            feeds.checked(program, id)?;
        }
        let made = vec![Data::Real(Vec::new()); program.tensors().len()];
        Ok(Self { feeds, made })
    }

    fn take(&mut self, program: &Program, step: &Step) {
        let mut output = vec![T::ZERO; program.info(step.output).shape.len()];
        let operand = |id: &TensorId| Operand {
            shape: &program.info(*id).shape,
            data: self.data(*id),
        };
        let operands: Vec<_> = step.inputs.iter().map(operand).collect();
        step.op.run(&operands, &mut output);
        self.made[step.output.index()] = Data::Real(output);
    }
}

/// Runs `program` on `feeds`.
///
/// # Errors
/// [`EngineError::NotFed`] or [`EngineError::FedSize`] where the feeds don't fit the program.
pub fn run<T: Real>(program: &Program, feeds: &Feeds<T>) -> Result<CpuRun<T>, EngineError> {
    let mut run = CpuRun::start(program, Rc::new(feeds.clone()))?;
    for step in program.steps() {
        run.take(program, step);
    }
    Ok(run)
}

/// Runs `program` on `feeds`, pausing between steps in a browser so that the page answers meanwhile.
///
/// # Errors
/// As [`run`].
pub async fn run_paced<T: Real>(
    program: &Program,
    feeds: &Rc<Feeds<T>>,
) -> Result<CpuRun<T>, EngineError> {
    let mut run = CpuRun::start(program, feeds.clone())?;
    let mut pace = Pace::start();
    for step in program.steps() {
        pace.breathe().await;
        run.take(program, step);
    }
    Ok(run)
}
