//! The CPU's half of a session: the twins on buffers that are allocated once.

use crate::engine::error::EngineError;
use crate::engine::pace::Pace;
use crate::engine::program::{Feeds, Program};
use crate::engine::tensor::{Data, Operand, TensorId};
use poslab_numbers::Real;
use std::rc::Rc;

/// A program, the numbers of its tensors, and what changes places after each step. In f64 it is the reference of the tests.
#[derive(Debug)]
pub struct CpuSession<T> {
    program: Rc<Program>,
    /// By tensor: fed and made alike.
    numbers: Vec<Data<T>>,
    /// Made, and the fed tensor that it becomes.
    carry: Vec<(TensorId, TensorId)>,
    pace: Pace,
}

impl<T: Real> CpuSession<T> {
    /// See [`Session::new`](super::Session::new).
    ///
    /// # Errors
    /// [`EngineError::NotFed`] or [`EngineError::FedSize`] where feeds or pairs don't fit the program.
    pub fn new(
        program: &Rc<Program>,
        mut feeds: Feeds<T>,
        carry: &[(TensorId, TensorId)],
    ) -> Result<Self, EngineError> {
        super::check(program, &feeds, carry)?;
        let mut numbers = vec![Data::Real(Vec::new()); program.tensors().len()];
        for id in program.fed() {
            if let Some(fed) = feeds.take(id) {
                numbers[id.index()] = fed;
            }
        }
        for id in program.made() {
            numbers[id.index()] = Data::Real(vec![T::ZERO; program.info(id).shape.len()]);
        }
        Ok(Self {
            program: Rc::clone(program),
            numbers,
            carry: carry.to_vec(),
            pace: Pace::start(),
        })
    }

    /// Feeds real numbers, as many as the tensor holds.
    pub fn real(&mut self, id: TensorId, values: &[T]) {
        if let Data::Real(own) = &mut self.numbers[id.index()] {
            own.copy_from_slice(values);
        }
    }

    /// Feeds whole numbers, as many as the tensor holds.
    pub fn whole(&mut self, id: TensorId, values: &[u32]) {
        if let Data::Whole(own) = &mut self.numbers[id.index()] {
            own.copy_from_slice(values);
        }
    }

    /// Runs the program once, pausing in between where that lets a page breathe.
    pub async fn step(&mut self) {
        let program = Rc::clone(&self.program);
        for step in program.steps() {
            let place = step.output.index();
            // The operation reads the others while it writes this one.
            let mut output = std::mem::replace(&mut self.numbers[place], Data::Real(Vec::new()));
            if let Data::Real(output) = &mut output {
                if !step.op.writes_all() {
                    T::clear(output);
                }
                let operand = |id: &TensorId| Operand {
                    shape: &program.info(*id).shape,
                    data: &self.numbers[id.index()],
                };
                let operands: Vec<_> = step.inputs.iter().map(operand).collect();
                step.op.run(&operands, output);
            }
            self.numbers[place] = output;
            self.pace.breathe().await;
        }
        for (made, fed) in &self.carry {
            self.numbers.swap(made.index(), fed.index());
        }
    }

    /// The numbers of a tensor as the last step left them.
    pub fn data(&self, id: TensorId) -> &Data<T> {
        let carried = self.carry.iter().find(|(made, _)| *made == id);
        &self.numbers[carried.map_or(id, |(_, fed)| *fed).index()]
    }
}
