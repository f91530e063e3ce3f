//! Attention: y_i = sum over j of softmax_j(s\[h, i, j\]) * (v_j + value\[index\[i, j\]\]), with the scores of `scores`, in one step.
//!
//! Shapes: q \[nq, heads * head_dim\], k and v \[nk, heads * head_dim\], bias \[heads | 1, nq | 1, nk | 1\] or
//! \[heads | 1, rows\] by the row that a pair looks up, relative \[3, rows, head_dim | heads * head_dim\]
//! (planes key, query, value), index \[nq | 1, nk | 1\] or \[nq + nk - 1\] whole, valid \[nk | 1\] whole -> y \[nq, heads * head_dim\].
//!
//! Equals `scores`, `softmax` and `weighted_sum` within rounding, but never holds an nq x nk buffer: the twin keeps the scores of
//! eight queries, the shader a running maximum and sum (Milakov and Gimelshein 2018, "Online normalizer calculation for
//! softmax"; Dao et al. 2022). Causal masking as in `softmax`; blocks of keys that it hides are skipped.

use super::blocks::{Mixer, Scorer};
use super::doors::{Relative, bias_strides, entry_in_fours, relative_words};
use super::heads::{HIDDEN, Sizes};
use super::lookup::Lookup;
use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::{LANES, Real};

/// Scores, softmax and weighted sum in one step, for everybody who doesn't look inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attention {
    /// How many heads there are.
    pub heads: usize,
    /// Factor on the products: 1 / sqrt(head_dim) as a rule.
    pub scale: f64,
    /// Whether door 4 is open; shut, its tables are not read, which equals tables of zeros bit for bit.
    pub relative: bool,
    /// Whether a query sees only its own row and earlier ones.
    pub causal: bool,
}

impl Operation for Attention {
    const NAME: &'static str = "attention";
    const WANTS: &'static str = "q [nq, heads * head_dim], k and v [nk, heads * head_dim], bias [heads | 1, nq | 1, nk | 1] or [heads | 1, rows], relative [3, rows, head_dim | heads * head_dim], index [nq | 1, nk | 1] or [nq + nk - 1] and valid [nk | 1]; nq <= nk where causal";
    const INPUTS: usize = 7;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/relative.wgsl"),
        include_str!("../../../shaders/common/doors.wgsl"),
        include_str!("../../../shaders/common/online.wgsl"),
        include_str!("../../../shaders/attention.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4", "main4_paired"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [q, k, v, bias, relative, index, valid] = inputs else {
            return None;
        };
        let sizes = Sizes::of(self.heads, q, k)?;
        let fits = rule::real(v, k.shape.axes())
            && sizes.takes_bias(bias)
            && sizes.takes_relative(relative, index)
            && rule::whole_or_one(valid, &[sizes.keys])
            && (!self.causal || sizes.queries <= sizes.keys);
        fits.then(|| q.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [q, k, v, bias, relative, index, valid] = [0, 1, 2, 3, 4, 5, 6].map(|i| inputs[i]);
        let scorer = Scorer::new(
            self.heads,
            self.scale,
            [q, k, bias, relative, index],
            self.relative,
        );
        let sizes = scorer.sizes;
        let mixer = Mixer {
            sizes,
            v: v.real(),
            relative: Relative::new(relative, index, sizes, self.relative),
        };
        let mut scores = vec![[T::ZERO; LANES]; sizes.keys];
        for head in 0..self.heads {
            let (keys, values) = (scorer.pack_keys(head), mixer.pack_values(head));
            for (first, count) in sizes.blocks() {
                let block = (first, count);
                let seen = self.seen(sizes, first + count - 1);
                let scores = &mut scores[..seen];
                scorer.block(head, block, &keys, scores);
                hide_invalid(valid.whole(), scores);
                if self.causal {
                    hide_later(sizes, block, scores);
                }
                T::softmax(scores, T::from_f64(HIDDEN));
                mixer.block(head, block, &values, scores, output);
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], _: &Shape) -> Kernel {
        let sizes = Sizes::new(self.heads, inputs[0], inputs[1]);
        let (entry, threads) = if sizes.head_dim.is_multiple_of(4) {
            (
                entry_in_fours(inputs[5], self.relative),
                self.heads * sizes.queries.div_ceil(4),
            )
        } else {
            ("main", self.heads * sizes.queries)
        };
        let [bias_head, bias_query, bias_key, bias_rows] = bias_strides(inputs[3]);
        let lookup = Lookup::new(inputs[5], sizes.queries).words();
        let [index_base, index_query, index_key] = lookup.map(|w| w as usize);
        let [rows, relative_width, relative_head] =
            relative_words(inputs[4], sizes.head_dim, self.relative);
        let constants = [
            sizes.queries,
            sizes.keys,
            sizes.head_dim,
            sizes.width(),
            self.heads,
            usize::from(self.causal),
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
            rule::stride(inputs[6].len(), 1),
            (self.scale as f32).to_bits() as usize,
        ];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        let sizes = Sizes::new(self.heads, inputs[0], inputs[1]);
        let pairs: usize = (0..sizes.queries).map(|i| self.seen(sizes, i)).sum();
        let products = if !self.relative { 2 } else { 5 };
        (self.heads * pairs * (2 * products * sizes.head_dim + 16)) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (mut inputs, heads, head_dim) = dice.attention();
        let keys = inputs[1].0.shape.rows();
        let valid = dice.broadcast(keys);
        inputs.push(dice.whole("valid", [valid], 2));
        let op = Self {
            heads,
            scale: 1.0 / (head_dim as f64).sqrt(),
            relative: dice.coin(),
            causal: dice.coin(),
        };
        Sample {
            op: op.into(),
            inputs,
            tolerance: 2e-5,
        }
    }
}

impl Attention {
    /// How many keys, from the first on, query `query` may see.
    fn seen(&self, sizes: Sizes, query: usize) -> usize {
        if self.causal {
            sizes.causal(query)
        } else {
            sizes.keys
        }
    }
}

fn hide_invalid<T: Real>(valid: &[u32], scores: &mut [[T; LANES]]) {
    let step = rule::stride(valid.len(), 1);
    for (key, scores) in scores.iter_mut().enumerate() {
        if valid[key * step] == 0 {
            *scores = [T::from_f64(HIDDEN); LANES];
        }
    }
}

/// Hides from each query of a block the keys after it: at most the block's own length of them.
fn hide_later<T: Real>(sizes: Sizes, (first, count): (usize, usize), scores: &mut [[T; LANES]]) {
    for lane in 0..count {
        for scores in &mut scores[sizes.causal(first + lane)..] {
            scores[lane] = T::from_f64(HIDDEN);
        }
    }
}
