//! Add: y = x + b, where b may be one row, one column or one number.
//!
//! Shapes: x [n, d], b [n | 1, d | 1] -> y [n, d]. Door 1 enters here; shut, b is the single number 0.

use super::{Dice, Kernel, Operation, Sample, Sum, lanes};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// y = x + b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Add;

impl Operation for Add {
    const NAME: &'static str = "add";
    const WANTS: &'static str = "x [n, d] and b [n | 1, d | 1]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/add.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, b] = inputs else { return None };
        let fits = inputs.iter().all(|t| t.element == Element::Real)
            && (b.shape.rows() == x.shape.rows() || b.shape.rows() == 1)
            && (b.shape.width() == x.shape.width() || b.shape.width() == 1);
        fits.then(|| x.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (x, b) = (inputs[0], inputs[1]);
        let width = x.shape.width();
        let row = if b.shape.rows() == 1 {
            0
        } else {
            b.shape.width()
        };
        let column = usize::from(b.shape.width() != 1);
        if b.shape.len() == x.shape.len() {
            return lanes::map2(output, x.real(), b.real(), |x, b| x + b);
        }
        for (i, y) in output.iter_mut().enumerate() {
            *y = x.real()[i] + b.real()[(i / width) * row + (i % width) * column];
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let b = inputs[1];
        let row = if b.rows() == 1 { 0 } else { b.width() };
        let column = usize::from(b.width() != 1);
        let constants = [output.len(), output.width(), row, column];
        Kernel::linear("main", constants.map(|c| c as u32).to_vec(), output.len())
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        output.len() as u64
    }

    /// dx = dy; db is the sum of dy over what b was broadcast to.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let b = inputs[1];
        let shape = tape.shape(b).clone();
        if shape.len() == tape.shape(dy).len() {
            return Ok(vec![Some(dy); 2]);
        }
        let outer = if shape.width() == 1 { shape.len() } else { 1 };
        let db = tape.push_needed(b, Sum { outer, shape }, &[dy])?;
        Ok(vec![Some(dy), db])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, d) = (dice.axis(), dice.axis());
        let b = [dice.broadcast(n), dice.broadcast(d)];
        Sample {
            op: Self.into(),
            inputs: vec![dice.normal("x", [n, d]), dice.normal("b", b)],
            tolerance: 1e-6,
        }
    }
}
