//! Scores of many sequences: s\[m, i, j\] = (q_i . k_j + q_i . key\[o\]) * scale + bias\[o, h\] with o = j - i + n - 1, for map m of a sequence
//! and its head h.
//!
//! Shapes: q and k \[G * B * n, heads * head_dim\], bias \[G, 2n - 1, heads\] or \[1, 1, 1\], key \[G, 2n - 1, head_dim\] or \[1, 1, 1\] ->
//! s \[G * B * heads, n, n\]. A table \[1, 1, 1\] is a shut door and isn't read. Vaswani et al. 2017, section 3.2.1; the key table is Shaw
//! et al. 2018, equation 4; the bias by offset is Raffel et al. 2020, section 2.1. `scores` does the same for one sequence and any index.
//! It is the gradient of `pair_mix` to its weights, too.

use super::maps::{Maps, multiply};
use super::tile::{LANES, Matrix};
use super::{Dice, Kernel, Operation, Sample};
use crate::engine::real::Real;
use crate::engine::tensor::{Operand, Shape, TensorInfo};

/// Every score of every sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairScores {
    /// G: how many models there are.
    pub models: usize,
    /// B: how many sequences each model takes.
    pub sequences: usize,
    /// How many heads q and k hold.
    pub heads: usize,
    /// Factor on the products: 1 / sqrt(head_dim) as a rule.
    pub scale: f64,
}

impl PairScores {
    fn counts(&self) -> [usize; 3] {
        [self.models, self.sequences, self.heads]
    }
}

impl Operation for PairScores {
    const NAME: &'static str = "pair_scores";
    const WANTS: &'static str = "q and k [models * sequences * n, heads * head_dim], bias [models, 2n - 1, heads] or [1, 1, 1] and key [models, 2n - 1, head_dim] or [1, 1, 1]";
    const INPUTS: usize = 4;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/pair_scores.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [q, k, bias, key] = inputs else {
            return None;
        };
        let maps = Maps::of(self.counts(), q)?;
        let fits = maps.takes_rows(k)
            && maps.takes_table(bias, maps.heads)
            && maps.takes_table(key, maps.head_dim);
        fits.then(|| maps.maps_shape().into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let maps = Maps::new(self.counts(), inputs[0].shape);
        let (q, k, scale) = (inputs[0].real(), inputs[1].real(), T::from_f64(self.scale));
        let (mut queries, mut keys, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
        let mut bias = vec![T::ZERO; maps.offsets()];
        for model in 0..maps.models {
            let table = maps.table(inputs[3], model, maps.head_dim);
            if let Some(table) = table {
                table.pack_rows_into(&mut offsets);
            }
            for head in 0..maps.heads {
                if let Some(table) = maps.table(inputs[2], model, maps.heads) {
                    column(&table, head, &mut bias);
                }
                for sequence in maps.sequences_of(model) {
                    let map = &mut output[maps.map(sequence, head)];
                    maps.head(q, sequence, head).pack_rows_into(&mut queries);
                    maps.head(k, sequence, head).pack_rows_into(&mut keys);
                    multiply(&queries, &keys, maps.head_dim, |i, j, sums| {
                        put(map, maps.tokens, (i, j), sums);
                    });
                    if table.is_some() {
                        multiply(&queries, &offsets, maps.head_dim, |i, offset, sums| {
                            add_by_offset(map, maps.tokens, (i, offset), sums);
                        });
                    }
                    finish(map, maps.tokens, scale, &bias);
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let maps = Maps::new(self.counts(), inputs[0]);
        let [count, n, _] = maps.maps_shape();
        let (entry, threads) = if maps.head_dim.is_multiple_of(4) {
            ("main4", count * n.div_ceil(4) * n.div_ceil(4))
        } else {
            ("main", output.len())
        };
        let constants = [
            count,
            n,
            maps.head_dim,
            maps.heads,
            maps.sequences,
            usize::from(maps.is_open(inputs[2], maps.heads)),
            usize::from(maps.is_open(inputs[3], maps.head_dim)),
            (self.scale as f32).to_bits() as usize,
        ];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        let maps = Maps::new(self.counts(), inputs[0]);
        let open = maps.is_open(inputs[3], maps.head_dim);
        (output.len() * (2 * maps.head_dim * (1 + usize::from(open)) + 2)) as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        let maps = dice.maps();
        let (bias, key) = (
            dice.door(&maps, maps.heads),
            dice.door(&maps, maps.head_dim),
        );
        Sample {
            op: Self {
                models: maps.models,
                sequences: maps.sequences,
                heads: maps.heads,
                scale: 1.0 / (maps.head_dim as f64).sqrt(),
            }
            .into(),
            inputs: vec![
                dice.normal("q", maps.rows_shape()),
                dice.normal("k", maps.rows_shape()),
                dice.normal("bias", bias),
                dice.normal("key", key),
            ],
            tolerance: 1e-5,
        }
    }
}

/// One head's bias, by offset.
fn column<T: Real>(table: &Matrix<T>, head: usize, values: &mut [T]) {
    for (offset, value) in values.iter_mut().enumerate() {
        *value = table.row(offset)[head];
    }
}

/// Writes the sums of query i and eight keys from j on.
fn put<T: Real>(map: &mut [T], n: usize, (i, j): (usize, usize), sums: &[T; LANES]) {
    if i < n {
        let row = &mut map[i * n..][..n];
        let end = n.min(j + LANES);
        row[j..end].copy_from_slice(&sums[..end - j]);
    }
}

/// Adds the sums of query i and eight offsets from `offset` on to the keys that lie there.
fn add_by_offset<T: Real>(map: &mut [T], n: usize, (i, offset): (usize, usize), sums: &[T; LANES]) {
    // Key j lies at offset j - i + n - 1.
    let zero = n - 1 - i.min(n - 1);
    let before = zero.saturating_sub(offset);
    if i < n && before < LANES {
        let first = (offset + before - zero).min(n);
        let row = &mut map[i * n..][first..n];
        for (s, sum) in row.iter_mut().zip(&sums[before..]) {
            *s += *sum;
        }
    }
}

/// Scales a map and adds the bias of each pair's offset.
fn finish<T: Real>(map: &mut [T], n: usize, scale: T, bias: &[T]) {
    for (i, row) in map.chunks_exact_mut(n).enumerate() {
        for (s, bias) in row.iter_mut().zip(&bias[n - 1 - i..]) {
            *s = *s * scale + *bias;
        }
    }
}
