//! Scores of many sequences: s\[m, i, j\] = (q_i . k_j + q_i . key\[o\]) * scale + bias\[o, h\] with o = j - i + n - 1, for map m of a sequence
//! and its head h.
//!
//! Shapes: q and k \[G * B * n, heads * head_dim\], bias \[G, 2n - 1, heads\], key \[G, 2n - 1, head_dim\] -> s \[G * B * heads, n, n\].
//! Vaswani et al. 2017, section 3.2.1; the key table is Shaw et al. 2018, equation 4; the bias by offset is Raffel et al. 2020,
//! section 2.1. `scores` does the same for one sequence and any index. It is the gradient of `pair_mix` to its weights, too.

use super::maps::{Maps, push_door};
use super::{Dice, Kernel, OffsetMix, OffsetSum, Operation, PairMix, Sample};
use crate::engine::tensor::{Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::{Matrix, Real, Target};

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
    /// Whether door 3 is open; shut, its table isn't read, and any real operand may stand in its place.
    pub bias: bool,
    /// Whether door 4's key table is open; shut, as for the bias.
    pub key: bool,
}

impl PairScores {
    fn counts(&self) -> [usize; 3] {
        [self.models, self.sequences, self.heads]
    }
}

impl Operation for PairScores {
    const NAME: &'static str = "pair_scores";
    const WANTS: &'static str = "q and k [models * sequences * n, heads * head_dim], bias [models, 2n - 1, heads] and key [models, 2n - 1, head_dim]; any real operand for a door that is shut";
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
            && maps.takes_door(bias, maps.heads, self.bias)
            && maps.takes_door(key, maps.head_dim, self.key);
        fits.then(|| maps.maps_shape().into())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let maps = Maps::new(self.counts(), inputs[0].shape);
        let (q, k, scale) = (inputs[0].real(), inputs[1].real(), T::from_f64(self.scale));
        let (mut keys, mut offsets) = (Vec::new(), Vec::new());
        let mut bias = vec![T::ZERO; maps.offsets()];
        let mut products = vec![T::ZERO; maps.tokens * maps.offsets()];
        for model in 0..maps.models {
            let table = maps.door(self.key, inputs[3], model);
            if let Some(table) = &table {
                T::pack_rows(table, &mut offsets);
            }
            for head in 0..maps.heads {
                if self.bias {
                    let table = maps.table(inputs[2], model, maps.heads);
                    column(&table, head, &mut bias);
                }
                for sequence in maps.sequences_of(model) {
                    let map = &mut output[maps.map(sequence, head)];
                    let queries = maps.head(q, sequence, head);
                    if self.bias {
                        T::add_by_offset(&maps.by_offset(&bias, 0), T::ONE, map);
                    }
                    T::pack_rows(&maps.head(k, sequence, head), &mut keys);
                    T::add_product(&queries, &keys, scale, &mut Target::dense(map, maps.tokens));
                    if table.is_some() {
                        let columns = maps.offsets();
                        T::product(
                            &queries,
                            &offsets,
                            &mut Target::dense(&mut products, columns),
                        );
                        T::add_by_offset(&maps.by_offset(&products, columns), scale, map);
                    }
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
            usize::from(self.bias),
            usize::from(self.key),
            (self.scale as f32).to_bits() as usize,
        ];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        let head_dim = inputs[0].width() / self.heads;
        let products = 1 + usize::from(self.key);
        (output.len() * (2 * head_dim * products + 2)) as u64
    }

    /// dq is a `pair_mix` of k and the key table by ds, dk one of q by ds transposed; the tables gather from all sequences.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        ds: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let &[q, k, bias, key] = inputs else {
            return Ok(Vec::new());
        };
        let [models, sequences, heads] = self.counts();
        let mix = |transpose| PairMix {
            models,
            sequences,
            heads,
            transpose,
            scale: self.scale,
            value: self.key && !transpose,
        };
        let by_offset = OffsetMix {
            models,
            sequences,
            heads,
            scale: self.scale,
        };
        let sum = OffsetSum {
            models,
            sequences,
            heads,
        };
        Ok(vec![
            tape.push_needed(q, mix(false), &[ds, k, key])?,
            tape.push_needed(k, mix(true), &[ds, q, key])?,
            push_door(tape, bias, self.bias, sum, &[ds])?,
            push_door(tape, key, self.key, by_offset, &[ds, q])?,
        ])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let maps = dice.maps();
        let (bias, key) = (dice.coin(), dice.coin());
        Sample {
            op: Self {
                models: maps.models,
                sequences: maps.sequences,
                heads: maps.heads,
                scale: 1.0 / (maps.head_dim as f64).sqrt(),
                bias,
                key,
            }
            .into(),
            inputs: vec![
                dice.normal("q", maps.rows_shape()),
                dice.normal("k", maps.rows_shape()),
                dice.door("bias", &maps, maps.heads, bias),
                dice.door("key", &maps, maps.head_dim, key),
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
