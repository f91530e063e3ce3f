//! Adam's step: w' = w - rate * factor * (m / c1) / (sqrt(v / c2) + epsilon), c = 1 - beta^t, the bias corrections.
//!
//! Shapes: w \[G, ...\], m and v of the same, schedule \[3\] (rate, c1, c2) -> w' as w. The schedule is fed anew each step, so that
//! one program serves them all. Kingma and Ba 2015, "Adam", algorithm 1.

use super::{Dice, Kernel, Operation, Sample, lanes, rule};
use crate::engine::tensor::{Data, Element, Operand, Shape, TensorInfo};
use poslab_numbers::Four;
use poslab_numbers::Real;

/// w' = w - rate * factor * (m / c1) / (sqrt(v / c2) + epsilon).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamStep {
    /// What keeps the division from zero: 1e-8 or 1e-9 as a rule.
    pub epsilon: f64,
    /// What this weight's learning rate is multiplied by: 1 as a rule.
    pub factor: f64,
}

impl Operation for AdamStep {
    const NAME: &'static str = "adam_step";
    const WANTS: &'static str = "w [G, ...], m and v of the same shape and schedule [3]";
    const INPUTS: usize = 4;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/adam_step.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [w, m, v, schedule] = inputs else {
            return None;
        };
        let axes = w.shape.axes();
        let fits = w.element == Element::Real
            && rule::real(m, axes)
            && rule::real(v, axes)
            && rule::real(schedule, &[3]);
        fits.then(|| w.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [w, m, v] = [inputs[0].real(), inputs[1].real(), inputs[2].real()];
        let schedule = inputs[3].real();
        let rate = schedule[0] * T::from_f64(self.factor) / schedule[1];
        let [rate, per_c2, epsilon] =
            [rate, T::ONE / schedule[2], T::from_f64(self.epsilon)].map(T::Four::splat);
        output.copy_from_slice(w);
        lanes::update2(output, m, v, |w, m, v| {
            w - rate * m / ((v * per_c2).sqrt() + epsilon)
        });
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        let [epsilon, factor] = [self.epsilon, self.factor].map(|c| (c as f32).to_bits());
        Kernel::each(output.len(), |threads| vec![threads, epsilon, factor])
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        8 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let shape = [1 + dice.below(3), dice.axis(), dice.axis()];
        let (schedule, _) = dice.normal("schedule", [3]);
        Sample {
            op: Self {
                epsilon: 1e-3,
                factor: 0.5,
            }
            .into(),
            inputs: vec![
                dice.normal("w", shape),
                dice.normal("m", shape),
                dice.positive("v", shape),
                (schedule, Data::Real(vec![0.01, 0.1, 0.02])),
            ],
            tolerance: 2e-6,
        }
    }
}
