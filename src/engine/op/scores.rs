//! Scores: s\[h, i, j\] = (q_i . k_j + q_i . key\[r\] + k_j . query\[r\]) * scale + bias\[h, i, j\] with r = index\[i, j\].
//!
//! Shapes: q \[nq, heads * head_dim\], k \[nk, heads * head_dim\], bias \[heads | 1, nq | 1, nk | 1\] or
//! \[heads | 1, rows\] by the row that a pair looks up, relative \[3, rows, head_dim | heads * head_dim\]
//! (planes key, query, value), index \[nq | 1, nk | 1\] or \[nq + nk - 1\] whole -> s \[heads_out, nq, nk\]. An index past the rows counts as zeros.
//!
//! Doors 3 (bias) and 4 (relative) enter here. The first term is Vaswani et al. 2017, section 3.2.1; the key plane is
//! Shaw et al. 2018, equation 4; the query plane joins it in DeBERTa (He et al. 2021, equation 4). A window of heads can be made alone,
//! so that one head's map of a long text needs no more than its own memory.

use super::blocks::Scorer;
use super::doors::{bias_strides, entry_in_fours, relative_words};
use super::heads::Sizes;
use super::lookup::Lookup;
use super::{Dice, Kernel, Operation, Sample};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::{LANES, Real};

/// Every score of some heads, for somebody who looks; `attention` makes none of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// How many heads q and k hold.
    pub heads: usize,
    /// Factor on the products: 1 / sqrt(head_dim) as a rule.
    pub scale: f64,
    /// Whether door 4 is open; shut, its tables are not read, which equals tables of zeros bit for bit.
    pub relative: bool,
    /// The first head whose scores are made.
    pub first_head: usize,
    /// How many heads' scores are made.
    pub heads_out: usize,
}

impl Scores {
    /// The scores of every head.
    pub fn all(heads: usize, scale: f64, relative: bool) -> Self {
        Self {
            heads,
            scale,
            relative,
            first_head: 0,
            heads_out: heads,
        }
    }

    /// The scores of one head.
    pub fn one(heads: usize, scale: f64, relative: bool, head: usize) -> Self {
        Self {
            heads,
            scale,
            relative,
            first_head: head,
            heads_out: 1,
        }
    }
}

impl Operation for Scores {
    const NAME: &'static str = "scores";
    const WANTS: &'static str = "q [nq, heads * head_dim], k [nk, heads * head_dim], bias [heads | 1, nq | 1, nk | 1] or [heads | 1, rows], relative [3, rows, head_dim | heads * head_dim] and index [nq | 1, nk | 1] or [nq + nk - 1]";
    const INPUTS: usize = 5;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/relative.wgsl"),
        include_str!("../../../shaders/common/doors.wgsl"),
        include_str!("../../../shaders/scores.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4", "main4_paired"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [q, k, bias, relative, index] = inputs else {
            return None;
        };
        let sizes = Sizes::of(self.heads, q, k)?;
        let fits = self.heads_out > 0
            && self.first_head + self.heads_out <= self.heads
            && sizes.takes_bias(bias)
            && sizes.takes_relative(relative, index);
        fits.then(|| [self.heads_out, sizes.queries, sizes.keys].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let operands = [inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]];
        let scorer = Scorer::new(self.heads, self.scale, operands, self.relative);
        let Sizes { queries, keys, .. } = scorer.sizes;
        let mut scores = vec![[T::ZERO; LANES]; keys];
        for (map, output) in output.chunks_exact_mut(queries * keys).enumerate() {
            let head = self.first_head + map;
            let packed = scorer.pack_keys(head);
            for (first, count) in scorer.sizes.blocks() {
                scorer.block(head, (first, count), &packed, &mut scores);
                let rows = output.chunks_exact_mut(keys).skip(first).take(count);
                for (lane, row) in rows.enumerate() {
                    row.iter_mut()
                        .zip(&scores)
                        .for_each(|(s, scores)| *s = scores[lane]);
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let sizes = Sizes::new(self.heads, inputs[0], inputs[1]);
        let (entry, threads) = if sizes.head_dim.is_multiple_of(4) {
            let blocks = sizes.queries.div_ceil(4) * sizes.keys.div_ceil(4);
            (
                entry_in_fours(inputs[4], self.relative),
                self.heads_out * blocks,
            )
        } else {
            ("main", output.len())
        };
        let [bias_head, bias_query, bias_key, bias_rows] = bias_strides(inputs[2]);
        let lookup = Lookup::new(inputs[4], sizes.queries).words();
        let [index_base, index_query, index_key] = lookup.map(|w| w as usize);
        let [rows, relative_width, relative_head] =
            relative_words(inputs[3], sizes.head_dim, self.relative);
        let constants = [
            sizes.queries,
            sizes.keys,
            sizes.head_dim,
            sizes.width(),
            self.first_head,
            self.heads_out,
            rows,
            relative_width,
            relative_head,
            bias_head,
            bias_query,
            bias_key,
            bias_rows,
            index_base,
            index_query,
            index_key,
            (self.scale as f32).to_bits() as usize,
        ];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        let head_dim = inputs[0].width() / self.heads;
        let products = if !self.relative { 1 } else { 3 };
        (output.len() * (2 * head_dim * products + 2)) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (mut inputs, heads, head_dim) = dice.attention();
        inputs.remove(2);
        let first_head = dice.below(heads);
        let op = Self {
            heads,
            scale: 1.0 / (head_dim as f64).sqrt(),
            relative: dice.coin(),
            first_head,
            heads_out: 1 + dice.below(heads - first_head),
        };
        Sample {
            op: op.into(),
            inputs,
            tolerance: 1e-5,
        }
    }
}
