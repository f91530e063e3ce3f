//! Random operands for the tests that walk the list of operations.

use super::Op;
use crate::engine::tensor::{Data, Element, Shape, TensorInfo};
use crate::random::normal_pair;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A source of sizes and numbers, the same for the same seed.
#[derive(Debug)]
pub struct Dice {
    random: Pcg64,
    size: usize,
}

impl Dice {
    /// Dice for `seed`, with axes of at most `size`.
    pub fn new(seed: u64, size: usize) -> Self {
        Self {
            random: Pcg64::seed_from_u64(seed),
            size: size.max(1),
        }
    }

    /// An axis: 1 to the dice's size, odd ones as likely as even ones.
    pub fn axis(&mut self) -> usize {
        self.random.random_range(1..=self.size)
    }

    /// A whole number from 0 to `end`, without `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.random_range(0..end)
    }

    /// Yes or no.
    pub fn coin(&mut self) -> bool {
        self.random.random()
    }

    /// One of two axes: `axis`, or 1 where the operand is to be broadcast.
    pub fn broadcast(&mut self, axis: usize) -> usize {
        if self.coin() { axis } else { 1 }
    }

    /// An operand of normally distributed numbers.
    pub fn normal(&mut self, name: &str, shape: impl Into<Shape>) -> (TensorInfo, Data<f32>) {
        let info = info(name, shape, Element::Real);
        let values = (0..info.shape.len())
            .map(|_| normal_pair(&mut self.random)[0] as f32)
            .collect();
        (info, Data::Real(values))
    }

    /// As [`Dice::normal`], but squared: none is negative.
    pub fn positive(&mut self, name: &str, shape: impl Into<Shape>) -> (TensorInfo, Data<f32>) {
        let (info, data) = self.normal(name, shape);
        let squares = data.real().iter().map(|value| value * value).collect();
        (info, Data::Real(squares))
    }

    /// An operand of numbers uniform in a range.
    pub fn between(
        &mut self,
        name: &str,
        shape: impl Into<Shape>,
        range: std::ops::Range<f32>,
    ) -> (TensorInfo, Data<f32>) {
        let info = info(name, shape, Element::Real);
        let values = (0..info.shape.len())
            .map(|_| self.random.random_range(range.clone()))
            .collect();
        (info, Data::Real(values))
    }

    /// An operand of whole numbers below `end`.
    pub fn whole(
        &mut self,
        name: &str,
        shape: impl Into<Shape>,
        end: usize,
    ) -> (TensorInfo, Data<f32>) {
        let info = info(name, shape, Element::Whole);
        let values = (0..info.shape.len())
            .map(|_| self.below(end) as u32)
            .collect();
        (info, Data::Whole(values))
    }

    /// Targets \[n\] among `classes`, some of which aren't asked ([`u32::MAX`]).
    pub fn targets(&mut self, n: usize, classes: usize) -> (TensorInfo, Data<f32>) {
        let mut target = |_| match self.below(3) {
            0 => u32::MAX,
            _ => self.below(classes) as u32,
        };
        let values = (0..n).map(&mut target).collect();
        (info("targets", [n], Element::Whole), Data::Whole(values))
    }

    /// Positions \[n\], negative ones too: to 2^20 away, or next to zero where `near` (a plain sine is right only there).
    pub fn positions(&mut self, n: usize, near: bool) -> (TensorInfo, Data<f32>) {
        let reach: i32 = if near { 1 } else { 1 << 20 };
        let values = (0..n)
            .map(|_| self.random.random_range(-reach..=reach).cast_unsigned())
            .collect();
        (info("positions", [n], Element::Whole), Data::Whole(values))
    }

    /// Waves \[count, 4\] of inverse frequencies up to 1, sines and cosines.
    pub fn waves(&mut self, count: usize) -> (TensorInfo, Data<f32>) {
        let wave = |_| {
            let inv_freq = self.random.random_range(0.0..=1.0);
            // Turns in units of 2^-64 of a circle.
            let turns = (inv_freq / std::f64::consts::TAU * 2f64.powi(64)) as u64;
            let phase = u32::from(self.coin()) << 30;
            let bits = (inv_freq as f32).to_bits();
            [turns as u32, (turns >> 32) as u32, phase, bits]
        };
        let values = (0..count).flat_map(wave).collect();
        (
            info("waves", [count, 4], Element::Whole),
            Data::Whole(values),
        )
    }

    /// q, k, v, bias, relative table and index that fit each other, with the number of heads and their dimensions. The
    /// index may point one past the table.
    pub fn attention(&mut self) -> (Vec<(TensorInfo, Data<f32>)>, usize, usize) {
        let (heads, head_dim) = (1 + self.below(4), self.axis());
        let (keys, rows) = (self.axis(), 1 + self.below(6));
        let queries = 1 + self.below(keys);
        let bias = if self.below(3) == 0 {
            let heads = self.broadcast(heads);
            self.normal("bias", [heads, rows])
        } else {
            let axes = [heads, queries, keys].map(|axis| self.broadcast(axis));
            self.normal("bias", axes)
        };
        let width = if self.coin() {
            head_dim
        } else {
            heads * head_dim
        };
        let inputs = vec![
            self.normal("q", [queries, heads * head_dim]),
            self.normal("k", [keys, heads * head_dim]),
            self.normal("v", [keys, heads * head_dim]),
            bias,
            self.normal("relative", [3, rows, width]),
            self.index(queries, keys, rows + 1),
        ];
        (inputs, heads, head_dim)
    }
}

fn info(name: &str, shape: impl Into<Shape>, element: Element) -> TensorInfo {
    TensorInfo {
        name: name.into(),
        shape: shape.into(),
        element,
    }
}

/// An operation with operands that fit.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The operation.
    pub op: Op,
    /// Its operands.
    pub inputs: Vec<(TensorInfo, Data<f32>)>,
    /// How far shader and twin may differ, relative to 1 + |value|.
    pub tolerance: f64,
}
