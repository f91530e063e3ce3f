//! Gradient of `interpolate` to its scores: ds\[m, i, r\] = sum over j of db\[m, i, j\] * max(0, 1 - |p - r|), with p = p\[m, i, j\] clipped to
//! the last place.
//!
//! Shapes: p and db \[maps, n, n\] -> ds \[maps, n, R\]. The shader gathers, so that no two threads write one number.

use super::interpolate::{Between, constants};
use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// What the places bring to the scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterpolateRows {
    /// R: scores of one row.
    pub rows: usize,
}

impl Operation for InterpolateRows {
    const NAME: &'static str = "interpolate_rows";
    const WANTS: &'static str = "places and the gradient [maps, n, n]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/interpolate_rows.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [p, db] = inputs else { return None };
        let [maps, n, keys] = rule::stack(p)?;
        let fits = n == keys && self.rows > 0 && rule::real(db, p.shape.axes());
        fits.then(|| [maps, n, self.rows].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (p, db) = (inputs[0], inputs[1]);
        let n = p.shape.width();
        let rows = p.real().chunks_exact(n).zip(db.real().chunks_exact(n));
        for (ds, (p, db)) in output.chunks_exact_mut(self.rows).zip(rows) {
            for (p, db) in p.iter().zip(db) {
                let at = Between::of(*p, self.rows);
                ds[at.low] += *db * (T::ONE - at.share);
                ds[at.high] += *db * at.share;
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let constants = constants(output.len(), inputs[0].width(), self.rows);
        Kernel::linear("main", constants, output.len())
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        6 * inputs[0].len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (maps, n, rows) = (1 + dice.below(4), dice.axis(), dice.axis());
        Sample {
            op: Self { rows }.into(),
            inputs: vec![
                dice.places("places", [maps, n, n], rows),
                dice.normal("db", [maps, n, n]),
            ],
            tolerance: 1e-4,
        }
    }
}
