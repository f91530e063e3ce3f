//! Weighted sum: y_i = sum over j of a\[h, i, j\] * (v_j + value\[index\[i, j\]\]), head by head.
//!
//! Shapes: a \[heads, nq, nk\], v \[nk, heads * head_dim\], relative \[3, rows, head_dim | heads * head_dim\], index \[nq | 1, nk | 1\] or \[nq + nk - 1\] whole ->
//! y \[nq, heads * head_dim\]. Door 4's value plane enters here (Shaw et al. 2018, equation 3); an index past its rows counts as zeros.

use super::blocks::Mixer;
use super::doors::{Relative, entry_in_fours, relative_words};
use super::heads::Sizes;
use super::lookup::Lookup;
use super::{Dice, Kernel, Operation, Sample};
use crate::engine::tensor::{Element, Operand, Shape, TensorInfo};
use poslab_numbers::{LANES, Matrix, Real};

/// Values, weighted by attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightedSum {
    /// How many heads there are.
    pub heads: usize,
    /// Whether door 4 is open; shut, its tables are not read, which equals tables of zeros bit for bit.
    pub relative: bool,
}

impl WeightedSum {
    fn sizes(&self, attention: &Shape, v: &Shape) -> Sizes {
        Sizes {
            queries: attention.axes()[1],
            ..Sizes::new(self.heads, v, v)
        }
    }
}

impl Operation for WeightedSum {
    const NAME: &'static str = "weighted_sum";
    const WANTS: &'static str = "attention [heads, nq, nk], v [nk, heads * head_dim], relative [3, rows, head_dim | heads * head_dim] and index [nq | 1, nk | 1] or [nq + nk - 1]";
    const INPUTS: usize = 4;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/relative.wgsl"),
        include_str!("../../../shaders/weighted_sum.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4", "main4_paired"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [attention, v, relative, index] = inputs else {
            return None;
        };
        Sizes::of(self.heads, v, v)?;
        let [heads, queries, keys] = attention.shape.axes() else {
            return None;
        };
        let sizes = self.sizes(&attention.shape, &v.shape);
        let fits = attention.element == Element::Real
            && [*heads, *keys] == [sizes.heads, sizes.keys]
            && sizes.takes_relative(relative, index);
        fits.then(|| [*queries, sizes.width()].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (attention, v) = (inputs[0], inputs[1]);
        let sizes = self.sizes(attention.shape, v.shape);
        let mixer = Mixer {
            sizes,
            v: v.real(),
            relative: Relative::new(inputs[2], inputs[3], sizes, self.relative),
        };
        let map = sizes.queries * sizes.keys;
        for (head, map) in attention.real().chunks_exact(map).enumerate() {
            let values = mixer.pack_values(head);
            for (first, count) in sizes.blocks() {
                let rows = &map[first * sizes.keys..][..count * sizes.keys];
                let weights = Matrix::dense(rows, sizes.keys).pack_rows::<LANES>();
                mixer.block(head, (first, count), &values, &weights, output);
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let sizes = self.sizes(inputs[0], inputs[1]);
        let (entry, threads) = if sizes.head_dim.is_multiple_of(4) {
            (
                entry_in_fours(inputs[3], self.relative),
                sizes.queries.div_ceil(4) * (sizes.width() / 4),
            )
        } else {
            ("main", output.len())
        };
        let lookup = Lookup::new(inputs[3], sizes.queries).words();
        let [index_base, index_query, index_key] = lookup.map(|w| w as usize);
        let [rows, relative_width, relative_head] =
            relative_words(inputs[2], sizes.head_dim, self.relative);
        let constants = [
            sizes.queries,
            sizes.keys,
            sizes.head_dim,
            sizes.width(),
            rows,
            relative_width,
            relative_head,
            index_base,
            index_query,
            index_key,
        ];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        let products = if !self.relative { 2 } else { 4 };
        (products * inputs[0].width() * output.len()) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (mut inputs, heads, _) = dice.attention();
        let (queries, keys) = (inputs[0].0.shape.rows(), inputs[1].0.shape.rows());
        inputs.remove(3);
        inputs.drain(..2);
        inputs.insert(0, dice.normal("attention", [heads, queries, keys]));
        Sample {
            op: Self {
                heads,
                relative: dice.coin(),
            }
            .into(),
            inputs,
            tolerance: 1e-4,
        }
    }
}
