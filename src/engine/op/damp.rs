//! Damp: y\[h, i, j\] = a\[h, i, j\] * table\[h, index\[i, j\]\], attention weights times a factor by offset, not renormalised.
//!
//! Shapes: a \[heads, nq, nk\], table \[heads | 1, rows\], index \[nq | 1, nk | 1\] or \[nq + nk - 1\] whole -> y \[heads, nq, nk\]. A row past
//! the table counts as 0. The reading of "multiply the weights by a decay" that leaves rows which no longer sum to 1.

use super::lookup::Lookup;
use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Element, Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// Attention weights times a factor by offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damp;

impl Operation for Damp {
    const NAME: &'static str = "damp";
    const WANTS: &'static str = "attention [heads, nq, nk], table [heads | 1, rows] and index [nq | 1, nk | 1] or [nq + nk - 1]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/damp.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [a, table, index] = inputs else {
            return None;
        };
        let [heads, queries, keys] = *a.shape.axes() else {
            return None;
        };
        let fits = a.element == Element::Real
            && rule::real_or_one(table, &[heads, table.shape.width()])
            && Lookup::fits(index, queries, keys);
        fits.then(|| a.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (a, table, index) = (inputs[0], inputs[1], inputs[2]);
        let (queries, keys) = (a.shape.axes()[1], a.shape.width());
        let lookup = Lookup::new(index.shape, queries);
        let head = rule::stride(table.shape.rows(), table.shape.width());
        let maps = output
            .chunks_exact_mut(queries * keys)
            .zip(a.real().chunks_exact(queries * keys));
        for (h, (y, a)) in maps.enumerate() {
            let table = &table.real()[h * head..][..table.shape.width()];
            for (pair, (y, a)) in y.iter_mut().zip(a).enumerate() {
                let row = index.whole()[lookup.at(pair / keys, pair % keys)] as usize;
                *y = *a * table.get(row).copied().unwrap_or(T::ZERO);
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let (queries, keys) = (output.axes()[1], output.width());
        let rows = inputs[1].width();
        let head = rule::stride(inputs[1].rows(), rows);
        let [base, query, key] = Lookup::new(inputs[2], queries).words();
        let sizes = [output.len(), queries, keys, rows, head].map(|c| c as u32);
        let constants = [sizes.as_slice(), &[base, query, key]].concat();
        Kernel::linear("main", constants, output.len())
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        output.len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (heads, queries, keys) = (1 + dice.below(4), dice.axis(), dice.axis());
        let (rows, shared) = (1 + dice.below(6), dice.broadcast(heads));
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.normal("attention", [heads, queries, keys]),
                dice.normal("table", [shared, rows]),
                dice.index(queries, keys, rows + 1),
            ],
            tolerance: 1e-6,
        }
    }
}
