//! Distance kernels: bias\[g, o, h\] = -r1 ln(1 + r2 d) or -r1 d^r2, with d = |o - n + 1| and (r1, r2) = r\[g, h\].
//!
//! Shapes: r \[G, heads, 2\], kind \[G\] whole (0: none, bias 0; 1: logarithm; 2: power) -> bias \[G, 2n - 1, heads\]. Chi et al. 2022 (KERPLE),
//! section 4. Both numbers are held to at least 0.01, and the power's exponent to at most 2, as the authors' code holds them:
//! beyond that the kernel isn't conditionally positive definite.

use super::{Dice, DistanceKernelGradient, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// A bias that falls with the distance by two numbers a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistanceKernel {
    /// n: tokens of a sequence.
    pub tokens: usize,
}

/// What a kernel's numbers are held to.
const LEAST: f64 = 0.01;
const LARGEST_POWER: f64 = 2.0;

/// One head's kernel.
pub(super) enum Form<T> {
    None,
    /// r1, r2.
    Logarithm(T, T),
    /// r1, r2.
    Power(T, T),
}

impl<T: Real> Form<T> {
    /// The kernel of kind `kind` of the numbers \[r1, r2\].
    pub fn of(kind: u32, r: &[T]) -> Self {
        let least = T::from_f64(LEAST);
        let [r1, r2] = [r[0].maximum(least), r[1].maximum(least)];
        let most = T::from_f64(LARGEST_POWER);
        match kind {
            1 => Self::Logarithm(r1, r2),
            2 => Self::Power(r1, if r2 > most { most } else { r2 }),
            _ => Self::None,
        }
    }

    /// The bias at a distance.
    pub fn bias(&self, distance: T) -> T {
        match self {
            Self::None => T::ZERO,
            Self::Logarithm(r1, r2) => -*r1 * (T::ONE + *r2 * distance).ln(),
            Self::Power(r1, r2) => -*r1 * power(distance, *r2),
        }
    }

    /// The bias's derivatives to r1 and r2 at a distance.
    pub fn slopes(&self, distance: T) -> [T; 2] {
        match self {
            Self::None => [T::ZERO; 2],
            Self::Logarithm(r1, r2) => {
                let inner = T::ONE + *r2 * distance;
                [-inner.ln(), -*r1 * distance / inner]
            }
            Self::Power(r1, r2) => {
                let power = power(distance, *r2);
                let slope = if distance > T::ZERO {
                    -*r1 * power * distance.ln()
                } else {
                    T::ZERO
                };
                [-power, slope]
            }
        }
    }
}

/// x^y for x >= 0 and y > 0.
fn power<T: Real>(x: T, y: T) -> T {
    if x > T::ZERO {
        (y * x.ln()).exp()
    } else {
        T::ZERO
    }
}

/// Whether a number may follow its gradient: inside its bounds, or where a step leads back (a projected gradient).
pub(super) fn may_follow<T: Real>(kind: u32, place: usize, r: T, gradient: T) -> bool {
    let low = r < T::from_f64(LEAST) && gradient > T::ZERO;
    let high = kind == 2 && place == 1 && r > T::from_f64(LARGEST_POWER) && gradient < T::ZERO;
    !low && !high
}

impl Operation for DistanceKernel {
    const NAME: &'static str = "distance_kernel";
    const WANTS: &'static str = "numbers [G, heads, 2] and kind [G] of whole numbers";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/kernel.wgsl"),
        include_str!("../../../shaders/distance_kernel.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [r, kind] = inputs else { return None };
        let [models, heads, 2] = rule::stack(r)? else {
            return None;
        };
        let fits =
            kind.element == Element::Whole && kind.shape.axes() == [models] && self.tokens > 0;
        fits.then(|| [models, 2 * self.tokens - 1, heads].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (r, kind) = (inputs[0], inputs[1].whole());
        let heads = r.shape.axes()[1];
        let models = r.real().chunks_exact(2 * heads).zip(kind);
        let tables = output.chunks_exact_mut((2 * self.tokens - 1) * heads);
        for (table, (r, kind)) in tables.zip(models) {
            for (h, r) in r.chunks_exact(2).enumerate() {
                let form = Form::of(*kind, r);
                for (offset, row) in table.chunks_exact_mut(heads).enumerate() {
                    let distance = offset.abs_diff(self.tokens - 1) as f64;
                    row[h] = form.bias(T::from_f64(distance));
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let heads = inputs[0].len() / 2 / inputs[1].len();
        let constants = [output.len(), self.tokens, heads].map(|c| c as u32);
        Kernel::linear("main", constants.to_vec(), output.len())
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        20 * output.len() as u64
    }

    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        d: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let &[r, kind] = inputs else {
            return Ok(Vec::new());
        };
        let gradient = tape.push_needed(r, DistanceKernelGradient, &[r, kind, d])?;
        Ok(vec![gradient, None])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, heads, tokens) = (1 + dice.below(3), 1 + dice.below(4), dice.axis());
        Sample {
            op: Self { tokens }.into(),
            inputs: vec![
                dice.between("numbers", [models, heads, 2], 0.1..1.9),
                dice.whole("kind", [models], 3),
            ],
            tolerance: 2e-5,
        }
    }
}
