//! Dropout: y = x / (1 - rate) with probability 1 - rate, else 0.
//!
//! Shapes: x \[G * m, ...\], key \[1\] whole -> y like x. Srivastava et al. 2014, "Dropout", in the inverted form, so that nothing has to be
//! scaled when it is off. The bits come from a counter: number i of a model, the place `site` in the network, and the step's key
//! are mixed by pcg3d (Jarzynski and Olano 2020, "Hash functions for GPU rendering"), in whole numbers, which wrap alike on every
//! executor. So all models of a race, CPU and GPU drop the same numbers, and its gradient is the same operation on dy.

use super::{Dice, Kernel, Operation, Sample};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// Drops numbers at random.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropout {
    /// G: how many models there are; number i of each is dropped alike.
    pub models: usize,
    /// Which of the network's dropouts it is.
    pub site: u32,
    /// Probability of dropping, below 1.
    pub rate: f64,
}

/// The first word of pcg3d(x, y, z).
fn pcg3d(x: u32, y: u32, z: u32) -> u32 {
    let next = |v: u32| v.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    let (mut x, mut y, mut z) = (next(x), next(y), next(z));
    x = x.wrapping_add(y.wrapping_mul(z));
    y = y.wrapping_add(z.wrapping_mul(x));
    z = z.wrapping_add(x.wrapping_mul(y));
    let (x, y, z) = (x ^ x >> 16, y ^ y >> 16, z ^ z >> 16);
    x.wrapping_add(y.wrapping_mul(z))
}

impl Dropout {
    /// Words below this keep their number.
    fn kept_below(self) -> u32 {
        ((1.0 - self.rate) * f64::from(u32::MAX)) as u32
    }

    /// What a number that stays is multiplied by.
    fn factor(self) -> f64 {
        1.0 / (1.0 - self.rate)
    }
}

impl Operation for Dropout {
    const NAME: &'static str = "dropout";
    const WANTS: &'static str = "x of real numbers, as many for each model, and key [1] whole";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/dropout.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, key] = inputs else { return None };
        let fits = x.element == Element::Real
            && key.element == Element::Whole
            && key.shape.axes() == [1]
            && self.models > 0
            && x.shape.len().is_multiple_of(self.models)
            && (0.0..1.0).contains(&self.rate);
        fits.then(|| x.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (x, key) = (inputs[0].real(), inputs[1].whole()[0]);
        let (below, factor) = (self.kept_below(), T::from_f64(self.factor()));
        let own = x.len() / self.models;
        let models = output.chunks_exact_mut(own).zip(x.chunks_exact(own));
        for (y, x) in models {
            for (i, (y, x)) in (0_u32..).zip(y.iter_mut().zip(x)) {
                let keeps = pcg3d(i, self.site, key) < below;
                *y = if keeps { *x * factor } else { T::ZERO };
            }
        }
    }

    fn kernel(&self, _: &[&Shape], output: &Shape) -> Kernel {
        let threads = output.len() as u32;
        let own = threads / self.models as u32;
        let factor = (self.factor() as f32).to_bits();
        let constants = vec![threads, own, self.site, self.kept_below(), factor];
        Kernel::linear("main", constants, output.len())
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        output.len() as u64
    }

    /// dx = dy where x stayed, times the same factor.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let &[x, key] = inputs else {
            return Ok(Vec::new());
        };
        Ok(vec![tape.push_needed(x, *self, &[dy, key])?, None])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, rows, d) = (1 + dice.below(3), dice.axis(), dice.axis());
        Sample {
            op: Self {
                models,
                site: dice.below(9) as u32,
                rate: dice.below(9) as f64 / 10.0,
            }
            .into(),
            inputs: vec![
                dice.normal("x", [models * rows, d]),
                dice.whole("key", [1], 1 << 31),
            ],
            tolerance: 1e-6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pcg3d;

    #[test]
    fn words_are_spread_over_their_range_and_differ_by_each_counter() {
        let share = |words: &mut dyn Iterator<Item = u32>| {
            words.filter(|word| *word < u32::MAX / 4).count() as f64 / 40_000.0
        };
        for of in [
            share(&mut (0..40_000).map(|i| pcg3d(i, 0, 1))),
            share(&mut (0..40_000).map(|i| pcg3d(7, i, 1))),
            share(&mut (0..40_000).map(|i| pcg3d(7, 3, i))),
        ] {
            assert!((of - 0.25).abs() < 0.012, "a quarter, not {of}");
        }
    }
}
