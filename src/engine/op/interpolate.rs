//! Interpolate: b\[m, i, j\] = s\[m, i, .\] read at p\[m, i, j\], linearly between two places; past the last place, at the last.
//!
//! Shapes: s \[maps, n, R\], p \[maps, n, n\], not negative -> b like p. Golovneva et al. 2024, section 4, equation 5 (CoPE): a query's
//! scores against whole positions, read at the fractional ones that it counted.

use super::{Dice, InterpolateRows, InterpolateSlope, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Data, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// Rows of scores, read between their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interpolate;

/// Where a place is read: between which two, and the share of the second.
pub(super) struct Between<T> {
    pub low: usize,
    pub high: usize,
    pub share: T,
    /// Whether it lies past the last place.
    pub past: bool,
}

impl<T: Real> Between<T> {
    pub fn of(p: T, rows: usize) -> Self {
        let last = T::from_f64((rows - 1) as f64);
        let past = p >= last;
        let clipped = if past { last } else { p };
        let low = clipped.to_f64() as usize;
        Self {
            low,
            high: (low + 1).min(rows - 1),
            share: clipped - T::from_f64(low as f64),
            past,
        }
    }
}

/// What the shaders are told: threads, n and R.
pub(super) fn constants(threads: usize, n: usize, rows: usize) -> Vec<u32> {
    [threads, n, rows].map(|c| c as u32).to_vec()
}

/// Whether s \[maps, n, R\] and p \[maps, n, n\] fit each other; gives \[maps, n, R\].
pub(super) fn fits(s: &TensorInfo, p: &TensorInfo) -> Option<[usize; 3]> {
    let [maps, n, rows] = rule::stack(s)?;
    rule::real(p, &[maps, n, n]).then_some([maps, n, rows])
}

impl Operation for Interpolate {
    const NAME: &'static str = "interpolate";
    const WANTS: &'static str = "scores [maps, n, rows] and places [maps, n, n]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/interpolate.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [s, p] = inputs else { return None };
        fits(s, p).map(|_| p.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (s, p) = (inputs[0], inputs[1]);
        let (rows, n) = (s.shape.width(), p.shape.width());
        let maps = s.real().chunks_exact(rows).zip(p.real().chunks_exact(n));
        for (b, (s, p)) in output.chunks_exact_mut(n).zip(maps) {
            for (b, p) in b.iter_mut().zip(p) {
                let at = Between::of(*p, rows);
                *b = s[at.low] + (s[at.high] - s[at.low]) * at.share;
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let constants = constants(output.len(), output.width(), inputs[0].width());
        Kernel::linear("main", constants, output.len())
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        6 * output.len() as u64
    }

    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        db: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let &[s, p] = inputs else {
            return Ok(Vec::new());
        };
        let rows = tape.shape(s).width();
        Ok(vec![
            tape.push_needed(s, InterpolateRows { rows }, &[p, db])?,
            tape.push_needed(p, InterpolateSlope, &[s, p, db])?,
        ])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (maps, n, rows) = (1 + dice.below(4), dice.axis(), dice.axis());
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("scores", [maps, n, rows]),
                dice.places("places", [maps, n, n], rows),
            ],
            tolerance: 2e-5,
        }
    }
}

impl Dice {
    /// Places between whole ones, some past the last of `rows`; never at a whole one, where a slope jumps.
    pub(super) fn places(
        &mut self,
        name: &str,
        shape: [usize; 3],
        rows: usize,
    ) -> (TensorInfo, Data<f32>) {
        let (info, shares) = self.between(name, shape, 0.1..0.9);
        let shares = shares.real().iter();
        let places = shares.map(|share| self.below(rows + 2) as f32 + share);
        (info, Data::Real(places.collect()))
    }
}
