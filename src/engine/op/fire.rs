//! FIRE: bias\[g, h, i, j\] = f_h(x), x = ln(c |i - j| + 1) / (ln(c max(L, |i|) + 1) + 1e-6), f a network 1 -> width -> heads with ReLU.
//!
//! Shapes: numbers \[G, P\], positions \[G, n\] -> bias \[G, heads, n, n\]. The P = 2 + 2 width + heads * width numbers of a model are c, L / `length`, then
//! f's first weights, its shifts, and its second weights by head. Li et al. 2023, "Functional interpolation for relative
//! positions", section 3 and the code of appendix E; a shift after the second layer would add the same to every score. Zeros give
//! zeros, so a model without it has zeros here.

use super::{Dice, FireGradient, Kernel, Operation, Sample};
use crate::engine::tensor::{Data, Element, Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// A bias that a small network reads from the distance as a share of what has been read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fire {
    /// How many heads there are.
    pub heads: usize,
    /// Middle numbers of the network.
    pub width: usize,
    /// What the second number multiplies: where L starts.
    pub length: f64,
}

/// What keeps the division from zero: the authors'.
const EPSILON: f64 = 1e-6;

/// x of one pair, and what its derivatives need.
pub(super) struct Share<T> {
    pub x: T,
    distance: T,
    /// ln(c max + 1) + epsilon.
    under: T,
    /// max(L, |i|).
    most: T,
    /// Whether L is the larger one.
    by_length: bool,
}

impl Fire {
    /// P.
    pub fn numbers(&self) -> usize {
        2 + (2 + self.heads) * self.width
    }

    /// A model's numbers by what they are: \[c, L / length\], first weights, shifts, second weights.
    pub(super) fn parts<'a, T>(&self, numbers: &'a [T]) -> [&'a [T]; 4] {
        let (ends, rest) = numbers.split_at(2);
        let (first, rest) = rest.split_at(self.width);
        let (shift, second) = rest.split_at(self.width);
        [ends, first, shift, second]
    }

    /// x of a pair of positions.
    pub(super) fn share<T: Real>(&self, ends: &[T], [query, key]: [T; 2]) -> Share<T> {
        let size = |x: T| x.maximum(-x);
        let (distance, length) = (size(query - key), size(ends[1] * T::from_f64(self.length)));
        let by_length = length > size(query);
        let most = if by_length { length } else { size(query) };
        let under = (ends[0] * most + T::ONE).ln() + T::from_f64(EPSILON);
        Share {
            x: (ends[0] * distance + T::ONE).ln() / under,
            distance,
            under,
            most,
            by_length,
        }
    }

    /// Whether numbers and positions fit; gives G and n.
    pub(super) fn sizes(&self, numbers: &TensorInfo, positions: &TensorInfo) -> Option<[usize; 2]> {
        let models = numbers.shape.len() / self.numbers();
        let fits = numbers.element == Element::Real
            && self.heads > 0
            && self.width > 0
            && numbers.shape.axes().first() == Some(&models)
            && numbers.shape.len() == models * self.numbers()
            && positions.element == Element::Real
            && positions.shape.axes().len() == 2
            && positions.shape.rows() == models;
        fits.then(|| [models, positions.shape.width()])
    }

    /// What the shaders are told.
    pub(super) fn constants(&self, threads: usize, n: usize) -> Vec<u32> {
        let sizes = [threads, n, self.heads, self.width].map(|c| c as u32);
        [&sizes[..], &[(self.length as f32).to_bits()]].concat()
    }
}

impl<T: Real> Share<T> {
    /// dx/dc and dx/d(L / length).
    pub fn slopes(&self, ends: &[T], length: f64) -> [T; 2] {
        let over = self.distance / (ends[0] * self.distance + T::ONE);
        let inner = ends[0] * self.most + T::ONE;
        let by_c = (over - self.x * self.most / inner) / self.under;
        let by_length = if self.by_length {
            let sign = if ends[1] < T::ZERO { -T::ONE } else { T::ONE };
            -self.x * ends[0] / inner / self.under * sign * T::from_f64(length)
        } else {
            T::ZERO
        };
        [by_c, by_length]
    }
}

impl Operation for Fire {
    const NAME: &'static str = "fire";
    const WANTS: &'static str = "numbers [G, 2 + (2 + heads) * width] and positions [G, n]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/fire.wgsl"),
        include_str!("../../../shaders/fire.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [numbers, positions] = inputs else {
            return None;
        };
        let [models, n] = self.sizes(numbers, positions)?;
        Some([models, self.heads, n, n].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let n = inputs[1].shape.width();
        let models = inputs[0].real().chunks_exact(self.numbers());
        let models = models.zip(inputs[1].real().chunks_exact(n));
        let outputs = output.chunks_exact_mut(self.heads * n * n);
        for (maps, (numbers, positions)) in outputs.zip(models) {
            let [ends, first, shift, second] = self.parts(numbers);
            for (pair, at) in (0..n * n).map(|pair| (pair, [pair / n, pair % n])) {
                let x = self.share(ends, at.map(|token| positions[token])).x;
                for (k, (w, b)) in first.iter().zip(shift).enumerate() {
                    let hidden = *w * x + *b;
                    if hidden > T::ZERO {
                        for (h, maps) in maps.chunks_exact_mut(n * n).enumerate() {
                            maps[pair] += second[h * self.width + k] * hidden;
                        }
                    }
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let n = inputs[1].width();
        // One thread a pair writes every head.
        let threads = output.len() / self.heads;
        Kernel::linear("main", self.constants(threads, n), threads)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        let a_pair = 30 + 3 * self.width + 2 * self.width * self.heads;
        (output.len() / self.heads * a_pair) as u64
    }

    /// See [`FireGradient`]; positions are computed and have none.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        d: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let &[numbers, positions] = inputs else {
            return Ok(Vec::new());
        };
        let op = FireGradient { fire: *self };
        let gradient = tape.push_needed(numbers, op, &[numbers, positions, d])?;
        Ok(vec![gradient, None])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (op, inputs) = Self::operands(dice);
        Sample {
            op: op.into(),
            inputs: inputs.into(),
            tolerance: 5e-5,
        }
    }
}

impl Fire {
    /// An operation with operands that fit. No number lies near a kink: what is below zero stays there, and L lies between two
    /// positions.
    pub(super) fn operands(dice: &mut Dice) -> (Self, [(TensorInfo, Data<f32>); 2]) {
        let (models, n) = (1 + dice.below(3), 1 + dice.below(24).min(dice.axis()));
        let op = Self {
            heads: 1 + dice.below(3),
            width: 1 + dice.below(4),
            length: 1.0,
        };
        let (info, unit) = dice.between("numbers", [models, op.numbers()], -1.0..1.0);
        let mut numbers = unit.real().to_vec();
        for numbers in numbers.chunks_exact_mut(op.numbers()) {
            numbers[0] = 0.3 + 0.2 * numbers[0];
            numbers[1] = dice.below(2 * n) as f32 + 0.5;
            for shift in &mut numbers[2 + op.width..2 + 2 * op.width] {
                *shift = if *shift > 0.0 { 1.5 } else { -1.5 };
            }
        }
        let positions = (0..models * n).map(|p| (p % n) as f32).collect();
        let positions_info = TensorInfo {
            name: "positions".into(),
            shape: [models, n].into(),
            element: Element::Real,
        };
        let inputs = [
            (info, Data::Real(numbers)),
            (positions_info, Data::Real(positions)),
        ];
        (op, inputs)
    }
}
