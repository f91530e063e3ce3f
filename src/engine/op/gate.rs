//! Gate: b\[h, i, j\] = (q_i . k_j) * scale * table\[index\[i, j\]\], a bias made of the score itself times a mask by offset.
//!
//! Shapes: q \[nq, heads * head_dim\], k \[nk, heads * head_dim\], table \[1, rows\], index \[nq | 1, nk | 1\] or \[nq + nk - 1\] whole ->
//! b \[heads, nq, nk\], which door 3 takes. A row past the table counts as 0.

use super::heads::Sizes;
use super::lookup::Lookup;
use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// A bias made of the score itself, times a mask by offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// How many heads q and k hold.
    pub heads: usize,
    /// Factor on the products.
    pub scale: f64,
}

impl Operation for Gate {
    const NAME: &'static str = "gate";
    const WANTS: &'static str = "q [nq, heads * head_dim], k [nk, heads * head_dim], table [1, rows] and index [nq | 1, nk | 1] or [nq + nk - 1]";
    const INPUTS: usize = 4;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/gate.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [q, k, table, index] = inputs else {
            return None;
        };
        let sizes = Sizes::of(self.heads, q, k)?;
        let fits = rule::real(table, &[1, table.shape.width()])
            && Lookup::fits(index, sizes.queries, sizes.keys);
        fits.then(|| [self.heads, sizes.queries, sizes.keys].into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let [q, k, table, index] = [0, 1, 2, 3].map(|i| inputs[i]);
        let sizes = Sizes::new(self.heads, q.shape, k.shape);
        let lookup = Lookup::new(index.shape, sizes.queries);
        let scale = T::from_f64(self.scale);
        for (row, output) in output.chunks_exact_mut(sizes.keys).enumerate() {
            let (head, i) = (row / sizes.queries, row % sizes.queries);
            let queries = sizes.head(q.real(), head, i, 1);
            let keys = sizes.head(k.real(), head, 0, sizes.keys);
            for (j, b) in output.iter_mut().enumerate() {
                let mask = index.whole()[lookup.at(i, j)] as usize;
                let mask = table.real().get(mask).copied().unwrap_or(T::ZERO);
                *b = T::dot(queries.row(0), keys.row(j)) * scale * mask;
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let sizes = Sizes::new(self.heads, inputs[0], inputs[1]);
        let rows = inputs[2].width();
        let [base, query, key] = Lookup::new(inputs[3], sizes.queries).words();
        let scale = (self.scale as f32).to_bits();
        let own = [
            output.len(),
            sizes.queries,
            sizes.keys,
            sizes.head_dim,
            sizes.width(),
            rows,
        ];
        let constants = [own.map(|c| c as u32).as_slice(), &[base, query, key, scale]].concat();
        Kernel::linear("main", constants, output.len())
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        let head_dim = inputs[0].width() / self.heads;
        ((2 * head_dim + 2) * output.len()) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (heads, head_dim) = (1 + dice.below(4), dice.axis());
        let (queries, keys, rows) = (dice.axis(), dice.axis(), 1 + dice.below(6));
        let op = Self {
            heads,
            scale: 1.0 / (head_dim as f64).sqrt(),
        };
        Sample {
            op: op.into(),
            inputs: vec![
                dice.normal("q", [queries, heads * head_dim]),
                dice.normal("k", [keys, heads * head_dim]),
                dice.normal("table", [1, rows]),
                dice.index(queries, keys, rows + 1),
            ],
            tolerance: 1e-5,
        }
    }
}
