//! Random operands for the tests that walk the list of operations.

use super::Op;
use crate::engine::tensor::{Data, Element, Shape, TensorInfo};
use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
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
            .map(|_| self.random.sample(StandardNormal))
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
