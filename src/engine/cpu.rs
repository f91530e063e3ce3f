//! The CPU executor: runs a program with the operations' twins.

use super::error::EngineError;
use super::op::Op;
use super::program::{Feeds, Program};
use super::real::Real;
use super::tensor::{Data, Operand, TensorId};

/// The numbers of every tensor after a run.
#[derive(Clone, Debug, PartialEq)]
pub struct CpuRun<T> {
    tensors: Vec<Data<T>>,
}

impl<T: Real> CpuRun<T> {
    /// The numbers of one tensor.
    pub fn data(&self, id: TensorId) -> &Data<T> {
        &self.tensors[id.index()]
    }
}

/// Runs `program` on `feeds`.
///
/// # Errors
/// [`EngineError::NotFed`] or [`EngineError::FedSize`] where the feeds don't fit the program.
pub fn run<T: Real>(program: &Program, feeds: &Feeds<T>) -> Result<CpuRun<T>, EngineError> {
    let mut tensors = vec![Data::Real(Vec::new()); program.tensors().len()];
    let made: std::collections::BTreeSet<_> = program.made().collect();
    for index in (0..tensors.len()).map(TensorId) {
        if !made.contains(&index) {
            tensors[index.0] = feeds.checked(program, index)?.clone();
        }
    }
    for step in program.steps() {
        let mut output = vec![T::ZERO; program.info(step.output).shape.len()];
        let operands = operands(program, &tensors, &step.inputs);
        run_op(&step.op, &operands, &mut output);
        tensors[step.output.0] = Data::Real(output);
    }
    Ok(CpuRun { tensors })
}

fn operands<'a, T>(
    program: &'a Program,
    tensors: &'a [Data<T>],
    inputs: &[TensorId],
) -> Vec<Operand<'a, T>> {
    let operand = |id: &TensorId| Operand {
        shape: &program.info(*id).shape,
        data: &tensors[id.0],
    };
    inputs.iter().map(operand).collect()
}

fn run_op<T: Real>(op: &Op, inputs: &[Operand<'_, T>], output: &mut [T]) {
    op.run(inputs, output);
}
