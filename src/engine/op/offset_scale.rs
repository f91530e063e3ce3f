//! Scale by offset: y\[m, i, j\] = s\[m, i, j\] * factor\[g, j - i + n - 1\], for the maps m of model g.
//!
//! Shapes: s \[G * maps, n, n\], factor \[G, 2n - 1\] -> y like s. On scores it is a gate (content times position), or a model's own
//! scale; on weights it is a decay that isn't renormalised. `gate` and `damp` do the same for one sequence. The factors are computed
//! and have no gradient.

use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// Maps times a factor by offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetScale;

impl Operation for OffsetScale {
    const NAME: &'static str = "offset_scale";
    const WANTS: &'static str = "scores [G * maps, n, n] and factor [G, 2n - 1]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/offset_scale.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [s, factor] = inputs else { return None };
        let ([maps, n, keys], [models, offsets]) = (rule::stack(s)?, rule::matrix(factor)?);
        let fits = n == keys
            && offsets == 2 * n - 1
            && maps.is_multiple_of(models)
            && factor.element == Element::Real;
        fits.then(|| s.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (s, n) = (inputs[0].real(), inputs[0].shape.width());
        let factors = inputs[1].real().chunks_exact(2 * n - 1);
        let own = s.len() / factors.len();
        let models = output.chunks_exact_mut(own).zip(s.chunks_exact(own));
        for ((y, s), factor) in models.zip(factors) {
            let rows = y.chunks_exact_mut(n).zip(s.chunks_exact(n));
            for (row, (y, s)) in rows.enumerate() {
                let factor = &factor[n - 1 - row % n..][..n];
                for ((y, s), factor) in y.iter_mut().zip(s).zip(factor) {
                    *y = *s * *factor;
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let (threads, n) = (output.len(), output.width());
        let own = threads / inputs[1].rows();
        let constants = [threads, own, n].map(|c| c as u32).to_vec();
        Kernel::linear("main", constants, threads)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        output.len() as u64
    }

    /// ds = dy * factor.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let &[s, factor] = inputs else {
            return Ok(Vec::new());
        };
        Ok(vec![tape.push_needed(s, Self, &[dy, factor])?, None])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (models, maps, n) = (1 + dice.below(3), 1 + dice.below(4), dice.axis());
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("scores", [models * maps, n, n]),
                dice.normal("factor", [models, 2 * n - 1]),
            ],
            tolerance: 1e-6,
        }
    }
}
