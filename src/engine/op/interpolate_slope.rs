//! Gradient of `interpolate` to its places: dp\[m, i, j\] = db\[m, i, j\] * (s\[m, i, low + 1\] - s\[m, i, low\]), and 0 past the last place.
//!
//! Shapes: s \[maps, n, R\], p and db \[maps, n, n\] -> dp like p.

use super::interpolate::{Between, constants, fits};
use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// How what is read changes with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterpolateSlope;

impl Operation for InterpolateSlope {
    const NAME: &'static str = "interpolate_slope";
    const WANTS: &'static str = "scores [maps, n, rows], places and the gradient [maps, n, n]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/interpolate_slope.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [s, p, db] = inputs else { return None };
        fits(s, p)?;
        rule::real(db, p.shape.axes()).then(|| p.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (s, p, db) = (inputs[0], inputs[1], inputs[2]);
        let (rows, n) = (s.shape.width(), p.shape.width());
        let maps = s.real().chunks_exact(rows).zip(p.real().chunks_exact(n));
        let maps = maps.zip(db.real().chunks_exact(n));
        for (dp, ((s, p), db)) in output.chunks_exact_mut(n).zip(maps) {
            for ((dp, p), db) in dp.iter_mut().zip(p).zip(db) {
                let at = Between::of(*p, rows);
                let slope = s[at.high] - s[at.low];
                *dp = if at.past { T::ZERO } else { *db * slope };
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let constants = constants(output.len(), output.width(), inputs[0].width());
        Kernel::linear("main", constants, output.len())
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        5 * output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (maps, n, rows) = (1 + dice.below(4), dice.axis(), dice.axis());
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("scores", [maps, n, rows]),
                dice.places("places", [maps, n, n], rows),
                dice.normal("db", [maps, n, n]),
            ],
            tolerance: 1e-5,
        }
    }
}
