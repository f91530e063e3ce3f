//! The CPU executor: runs a program with the operations' twins, one step at a time.

use super::error::EngineError;
use super::op::Op;
use super::program::{Feeds, Program};
use super::tensor::{Data, Operand, TensorId};
use poslab_numbers::Real;
use std::rc::Rc;

/// A run in progress. The caller decides when the next step is taken, so that a page can stay responsive in between.
#[derive(Clone, Debug)]
pub struct Runner<T> {
    program: Rc<Program>,
    twin: Twin<T>,
    run: CpuRun<T>,
    next: usize,
}

/// Computes an operation's output, which starts as zeros.
type Twin<T> = fn(&Op, &[Operand<'_, T>], &mut [T]);

/// The numbers of every tensor after a run. What was fed is shared, not copied.
#[derive(Clone, Debug, PartialEq)]
pub struct CpuRun<T> {
    feeds: Rc<Feeds<T>>,
    made: Vec<Data<T>>,
}

impl<T: Real> Runner<T> {
    /// Prepares a run of `program` on `feeds`.
    ///
    /// # Errors
    /// [`EngineError::NotFed`] or [`EngineError::FedSize`] where the feeds don't fit the program.
    pub fn new(program: &Rc<Program>, feeds: &Rc<Feeds<T>>) -> Result<Self, EngineError> {
        Self::with(Op::run, program, feeds)
    }

    /// The same for a program of nothing but operations of the model, without the code of the others.
    ///
    /// # Errors
    /// As [`Runner::new`].
    pub(super) fn of_the_model(
        program: &Rc<Program>,
        feeds: &Rc<Feeds<T>>,
    ) -> Result<Self, EngineError> {
        Self::with(Op::run_in_the_model, program, feeds)
    }

    fn with(
        twin: Twin<T>,
        program: &Rc<Program>,
        feeds: &Rc<Feeds<T>>,
    ) -> Result<Self, EngineError> {
        let made: std::collections::BTreeSet<_> = program.made().collect();
        let all = (0..program.tensors().len()).map(TensorId);
        for id in all.filter(|id| !made.contains(id)) {
            feeds.checked(program, id)?;
        }
        Ok(Self {
            program: Rc::clone(program),
            twin,
            run: CpuRun {
                feeds: Rc::clone(feeds),
                made: vec![CpuRun::<T>::NOTHING; program.tensors().len()],
            },
            next: 0,
        })
    }

    /// Takes the next step; `false` where none is left.
    pub fn step(&mut self) -> bool {
        let Some(step) = self.program.steps().get(self.next) else {
            return false;
        };
        let operand = |id: &TensorId| Operand {
            shape: &self.program.info(*id).shape,
            data: self.run.data(*id),
        };
        let operands: Vec<_> = step.inputs.iter().map(operand).collect();
        let mut output = vec![T::ZERO; self.program.info(step.output).shape.len()];
        (self.twin)(&step.op, &operands, &mut output);
        self.run.made[step.output.0] = Data::Real(output);
        self.next += 1;
        true
    }

    /// How many steps are left.
    pub fn left(&self) -> usize {
        self.program.steps().len() - self.next
    }

    /// Takes the steps that are left and gives the numbers.
    pub fn finish(mut self) -> CpuRun<T> {
        while self.step() {}
        self.run
    }
}

impl<T: Real> CpuRun<T> {
    /// What stands for a tensor until its step is taken.
    const NOTHING: Data<T> = Data::Real(Vec::new());

    /// The numbers of one tensor.
    pub fn data(&self, id: TensorId) -> &Data<T> {
        let made = &self.made[id.0];
        if made.is_empty() {
            self.feeds.get(id).unwrap_or(made)
        } else {
            made
        }
    }
}

/// Runs `program` on `feeds` without a pause.
///
/// # Errors
/// As [`Runner::new`].
pub fn run<T: Real>(program: &Rc<Program>, feeds: &Rc<Feeds<T>>) -> Result<CpuRun<T>, EngineError> {
    Ok(Runner::new(program, feeds)?.finish())
}
