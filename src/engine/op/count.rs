//! Count: contextual positions. g_it = sigmoid((q_i . k_t) * scale), p_ij = sum of g_it over t from j to i,
//! b\[h, i, j\] = (q_i . e(p_ij)) * scale, with e between two rows of a table interpolated linearly.
//!
//! Shapes: q \[nq, heads * head_dim\], k \[nk, heads * head_dim\], e \[rows, head_dim\], valid \[nk | 1\] whole -> b \[heads, nq, nk\], which door 3
//! takes. Golovneva et al. 2024, section 4 (CoPE); counts are clipped to the last row, and a key that may not be seen opens no
//! gate. The sum starts at the query's own row, nk - nq + i, and runs outwards: for keys after it, over t from i to j.

use super::heads::Sizes;
use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// A bias by positions that query and key count themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Count {
    /// How many heads q and k hold.
    pub heads: usize,
    /// Factor on the products.
    pub scale: f64,
}

impl Operation for Count {
    const NAME: &'static str = "count";
    const WANTS: &'static str = "q [nq, heads * head_dim], k [nk, heads * head_dim], e [rows, head_dim] and valid [nk | 1]; nq <= nk";
    const INPUTS: usize = 4;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/count.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [q, k, e, valid] = inputs else {
            return None;
        };
        let sizes = Sizes::of(self.heads, q, k)?;
        let fits = rule::real(e, &[e.shape.rows(), sizes.head_dim])
            && rule::whole_or_one(valid, &[sizes.keys])
            && sizes.queries <= sizes.keys;
        fits.then(|| [self.heads, sizes.queries, sizes.keys].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [q, k, e, valid] = [0, 1, 2, 3].map(|i| inputs[i]);
        let sizes = Sizes::new(self.heads, q.shape, k.shape);
        let step = rule::stride(valid.whole().len(), 1);
        let scale = T::from_f64(self.scale);
        for (row, b) in output.chunks_exact_mut(sizes.keys).enumerate() {
            let (head, i) = (row / sizes.queries, row % sizes.queries);
            let query = sizes.head(q.real(), head, i, 1);
            let keys = sizes.head(k.real(), head, 0, sizes.keys);
            let gate = |t: usize| match valid.whole()[t * step] {
                0 => T::ZERO,
                _ => T::ONE / (T::ONE + (-T::dot(query.row(0), keys.row(t)) * scale).exp()),
            };
            let meets: Vec<T> = e
                .real()
                .chunks_exact(sizes.head_dim)
                .map(|e| T::dot(query.row(0), e) * scale)
                .collect();
            let own = sizes.causal(i) - 1;
            outwards(b, (0..=own).rev(), T::ZERO, gate, &meets);
            outwards(b, own + 1..sizes.keys, gate(own), gate, &meets);
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let sizes = Sizes::new(self.heads, inputs[0], inputs[1]);
        let threads = output.rows();
        let constants = [
            threads,
            sizes.queries,
            sizes.keys,
            sizes.head_dim,
            sizes.width(),
            inputs[2].rows(),
            rule::stride(inputs[3].len(), 1),
            (self.scale as f32).to_bits() as usize,
        ];
        Kernel::linear("main", constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        let head_dim = inputs[0].width() / self.heads;
        (output.len() * (6 * head_dim + 8)) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (heads, head_dim, keys) = (1 + dice.below(4), dice.axis(), dice.axis());
        let (queries, rows) = (1 + dice.below(keys), 1 + dice.below(6));
        let valid = dice.broadcast(keys);
        let op = Self {
            heads,
            scale: 1.0 / (head_dim as f64).sqrt(),
        };
        Sample {
            op: op.into(),
            inputs: vec![
                dice.normal("q", [queries, heads * head_dim]),
                dice.normal("k", [keys, heads * head_dim]),
                dice.normal("e", [rows, head_dim]),
                dice.whole("valid", [valid], 2),
            ],
            tolerance: 5e-5,
        }
    }
}

/// Walks the keys away from the query, counting open gates, and writes what the query meets at each count.
fn outwards<T: Real>(
    b: &mut [T],
    keys: impl Iterator<Item = usize>,
    counted: T,
    gate: impl Fn(usize) -> T,
    meets: &[T],
) {
    let last = T::from_f64((meets.len() - 1) as f64);
    let mut count = counted;
    for t in keys {
        count += gate(t);
        let clipped = if count > last { last } else { count };
        let low = clipped.to_f64() as usize;
        let share = clipped - T::from_f64(low as f64);
        let high = (low + 1).min(meets.len() - 1);
        b[t] = meets[low] + (meets[high] - meets[low]) * share;
    }
}
