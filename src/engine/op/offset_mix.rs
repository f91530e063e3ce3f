//! Weighted sums by offset: y\[g, o\] = scale * sum over the sequences of model g, their heads, and their pairs with
//! j - i + n - 1 = o, of a\[m, i, j\] * x_i, where m is the head's map and x_i the head's part of query i's row.
//!
//! Shapes: a \[G * B * heads, n, n\], x \[G * B * n, heads * head_dim\] -> y \[G, 2n - 1, head_dim\]. It is the gradient of `pair_scores` to its key
//! table and of `pair_mix` to its value table: what the heads of all sequences ask of one row adds up.

use super::maps::Maps;
use super::{Dice, Kernel, Operation, Sample};
use crate::engine::tensor::{Operand, Shape, TensorInfo};
use poslab_numbers::{Real, Skewed, Target};

/// What the queries bring to the rows of a table by offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffsetMix {
    /// G: how many models there are.
    pub models: usize,
    /// B: how many sequences each model takes.
    pub sequences: usize,
    /// How many heads x holds.
    pub heads: usize,
    /// Factor on the sums.
    pub scale: f64,
}

impl OffsetMix {
    fn counts(&self) -> [usize; 3] {
        [self.models, self.sequences, self.heads]
    }
}

impl Operation for OffsetMix {
    const NAME: &'static str = "offset_mix";
    const WANTS: &'static str = "attention [models * sequences * heads, n, n] and x [models * sequences * n, heads * head_dim]";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/diagonal.wgsl"),
        include_str!("../../../shaders/offset_mix.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [weights, x] = inputs else { return None };
        let maps = Maps::of(self.counts(), x)?;
        let fits = maps.takes_maps(weights);
        fits.then(|| maps.table_shape(maps.head_dim).into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (weights, x) = (inputs[0].real(), inputs[1].real());
        let maps = Maps::new(self.counts(), inputs[1].shape);
        let (n, head_dim) = (maps.tokens, maps.head_dim);
        let (mut columns, mut queries) = (Vec::new(), Vec::new());
        let mut offsets = Skewed::new(n);
        let tables = output.chunks_exact_mut(maps.offsets() * head_dim);
        for (model, table) in tables.enumerate() {
            for sequence in maps.sequences_of(model) {
                for head in 0..maps.heads {
                    offsets.lay(&weights[maps.map(sequence, head)]);
                    T::pack_columns(&maps.head(x, sequence, head), &mut queries);
                    let table = &mut Target::dense(table, head_dim);
                    T::add_transposed(&offsets.padded(), &mut columns, &queries, T::ONE, table);
                }
            }
        }
        let scale = T::from_f64(self.scale);
        T::scale(output, scale);
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let maps = Maps::new(self.counts(), inputs[1]);
        Kernel::each_row(output, |threads, per_row| {
            let scale = (self.scale as f32).to_bits();
            let sizes = [maps.tokens, maps.heads, maps.sequences];
            let [n, heads, sequences] = sizes.map(|c| c as u32);
            vec![threads, per_row, n, heads, sequences, scale]
        })
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        (2 * inputs[0].len() * output.width()) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let maps = dice.maps();
        Sample {
            op: Self {
                models: maps.models,
                sequences: maps.sequences,
                heads: maps.heads,
                scale: 1.0 / (maps.head_dim as f64).sqrt(),
            }
            .into(),
            inputs: vec![
                dice.normal("attention", maps.maps_shape()),
                dice.normal("x", maps.rows_shape()),
            ],
            tolerance: 1e-4,
        }
    }
}
