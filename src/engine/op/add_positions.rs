//! Add positions: y\[g, b, i\] = x\[g, b, i\] + p\[g, i\], door 1 in training: each model's rows onto each of its sequences.
//!
//! Shapes: x \[G * B * n, d\], p \[G, n, d\] -> y \[G * B * n, d\], by model, then sequence, then token. Only the order of the numbers counts,
//! so that the biases of all pairs \[G, heads, n, n\] join the scores \[G * B * heads, n, n\] alike, and one row \[G, 1, d\] every row.

use super::{Dice, Kernel, Operation, Sample, Sum, lanes};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// y\[g, b, i\] = x\[g, b, i\] + p\[g, i\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddPositions;

impl Operation for AddPositions {
    const NAME: &'static str = "add_positions";
    const WANTS: &'static str = "x [G * B * n, d] and p [G, n, d], or any x that takes each model's part of p a whole number of times";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/add_positions.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, p] = inputs else { return None };
        let fits = x.element == Element::Real
            && p.element == Element::Real
            && p.shape.axes().len() > 1
            && x.shape.len().is_multiple_of(p.shape.len());
        fits.then(|| x.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (x, p) = (inputs[0].real(), inputs[1]);
        let models = p.shape.axes()[0];
        let blocks = output.chunks_exact_mut(x.len() / models);
        let blocks = blocks.zip(x.chunks_exact(x.len() / models));
        let own = p.real().len() / models;
        for ((y, x), p) in blocks.zip(p.real().chunks_exact(own)) {
            for (y, x) in y.chunks_exact_mut(own).zip(x.chunks_exact(own)) {
                lanes::map2(y, x, p, |x, p| x + p);
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let models = inputs[1].axes().first().map_or(1, |models| *models);
        let own = inputs[1].len() / models;
        let (entry, lanes) = if own.is_multiple_of(4) {
            ("main4", 4)
        } else {
            ("main", 1)
        };
        let threads = output.len() / lanes;
        let constants = [threads, threads / models, own / lanes];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        output.len() as u64
    }

    /// dx = dy; dp = the sum of dy over a model's sequences.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let p = inputs[1];
        let shape = tape.shape(p).clone();
        let outer = shape.axes()[0];
        let dp = tape.push_needed(p, Sum { outer, shape }, &[dy])?;
        Ok(vec![Some(dy), dp])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, sequences) = (1 + dice.below(3), 1 + dice.below(4));
        let (n, d) = (dice.axis(), dice.axis());
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("x", [models * sequences * n, d]),
                dice.normal("p", [models, n, d]),
            ],
            tolerance: 1e-6,
        }
    }
}
