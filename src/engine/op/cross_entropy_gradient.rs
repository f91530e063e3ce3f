//! Cross-entropy's gradient: dl_j = (softmax(l)_j - \[j = target\]) * dloss / asked, zeros in a row that isn't asked.
//!
//! Shapes: logits l \[R, V\], targets \[R\] whole, dloss \[G\], asked \[G\] -> dl \[R, V\]; row r belongs to model r / (R / G).

use super::{Dice, Kernel, Operation, Sample, lanes, rule};
use crate::engine::tensor::{Data, Element, Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// dl = (softmax(l) - one-hot(target)) * dloss / asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossEntropyGradient;

/// One row, times `factor`.
fn row<T: Real>(logits: &[T], target: u32, factor: T, output: &mut [T]) {
    lanes::powers(logits, output);
    let sum = T::total(output);
    T::scale(output, factor / sum);
    if let Some(own) = output.get_mut(target as usize) {
        *own = *own - factor;
    }
}

impl Operation for CrossEntropyGradient {
    const NAME: &'static str = "cross_entropy_gradient";
    const WANTS: &'static str =
        "logits [G * rows, classes], targets [G * rows] of whole numbers, dloss [G] and asked [G]";
    const INPUTS: usize = 4;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/cross_entropy_gradient.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [logits, targets, dloss, asked] = inputs else {
            return None;
        };
        let models = dloss.shape.len();
        let [rows, classes] = rule::logits(logits, targets, models)?;
        let fits = rule::real(dloss, &[models]) && rule::real(asked, &[models]);
        fits.then(|| [rows, classes].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (logits, targets) = (inputs[0], inputs[1].whole());
        let (dloss, asked) = (inputs[2].real(), inputs[3].real());
        let classes = logits.shape.width();
        let rows = targets.len() / dloss.len();
        let operands = logits.real().chunks_exact(classes).zip(targets);
        for (i, (y, (logits, target))) in output.chunks_exact_mut(classes).zip(operands).enumerate()
        {
            if *target != u32::MAX {
                let model = i / rows;
                row(logits, *target, dloss[model] / asked[model], y);
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let (n, classes) = (output.rows(), output.width());
        let rows = n / inputs[2].len();
        let constants = [n, classes, rows];
        Kernel::linear("main", constants.map(|c| c as u32).to_vec(), n)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        8 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, rows, classes) = (1 + dice.below(3), dice.axis(), dice.axis());
        let n = models * rows;
        let (mut info, asked) = dice.whole("asked", [models], rows);
        info.element = Element::Real;
        let asked = asked.whole().iter().map(|count| 1.0 + *count as f32);
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("logits", [n, classes]),
                dice.targets(n, classes),
                dice.normal("dloss", [models]),
                (info, Data::Real(asked.collect())),
            ],
            tolerance: 1e-5,
        }
    }
}
