//! Weighted sums of many sequences: y_i = scale * sum over j of a\[m, i, j\] * (v_j + value\[o\]) with o = j - i + n - 1, for map m of a
//! sequence and its head; transposed, y_j = scale * sum over i of a\[m, i, j\] * v_i.
//!
//! Shapes: a \[G * B * heads, n, n\], v \[G * B * n, heads * head_dim\], value \[G, 2n - 1, head_dim\] -> y like v. Transposed, the value
//! table has to be shut. Vaswani et al. 2017, section 3.2.1; the value table is Shaw et al. 2018, equation 3. `weighted_sum` does the
//! same for one sequence and any index. It is the gradient of `pair_scores` to q and, transposed, to k.

use super::maps::{Maps, push_door};
use super::{Dice, Kernel, OffsetMix, Operation, PairScores, Sample};
use crate::engine::tensor::{Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::{Matrix, Real, Skewed};

/// Rows of every sequence, weighted by its maps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairMix {
    /// G: how many models there are.
    pub models: usize,
    /// B: how many sequences each model takes.
    pub sequences: usize,
    /// How many heads v holds.
    pub heads: usize,
    /// Whether the maps are read transposed: keys take from queries.
    pub transpose: bool,
    /// Factor on the sums.
    pub scale: f64,
    /// Whether door 4's value table is open; shut, it isn't read, and any real operand may stand in its place.
    pub value: bool,
}

impl PairMix {
    fn maps(&self, v: &Shape) -> Maps {
        Maps::new([self.models, self.sequences, self.heads], v)
    }
}

impl Operation for PairMix {
    const NAME: &'static str = "pair_mix";
    const WANTS: &'static str = "attention [models * sequences * heads, n, n], v [models * sequences * n, heads * head_dim] and value [models, 2n - 1, head_dim], or any real operand where that door is shut, which it is where transposed";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/pair_mix.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main", "main4"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [weights, v, value] = inputs else {
            return None;
        };
        let maps = Maps::of([self.models, self.sequences, self.heads], v)?;
        let fits = maps.takes_maps(weights)
            && maps.takes_door(value, maps.head_dim, self.value)
            && !(self.transpose && self.value);
        fits.then(|| v.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (weights, v) = (inputs[0].real(), inputs[1].real());
        let (maps, scale) = (self.maps(inputs[1].shape), T::from_f64(self.scale));
        let (mut columns, mut values, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
        let mut skewed = Skewed::new(maps.tokens);
        for model in 0..maps.models {
            let table = maps.door(self.value, inputs[2], model);
            if let Some(table) = &table {
                T::pack_columns(table, &mut offsets);
            }
            for sequence in maps.sequences_of(model) {
                for head in 0..maps.heads {
                    let map = Matrix::dense(&weights[maps.map(sequence, head)], maps.tokens);
                    let y = &mut maps.head_mut(output, sequence, head);
                    T::pack_columns(&maps.head(v, sequence, head), &mut values);
                    if self.transpose {
                        T::add_transposed(&map, &mut columns, &values, scale, y);
                    } else {
                        T::add_product(&map, &values, scale, y);
                    }
                    if table.is_some() {
                        skewed.lay(map.values);
                        T::add_product(&skewed.rows(), &offsets, scale, y);
                    }
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let maps = self.maps(inputs[1]);
        let (entry, threads) = if maps.head_dim.is_multiple_of(4) {
            let blocks = maps.all_sequences() * maps.tokens.div_ceil(4);
            ("main4", blocks * (maps.width() / 4))
        } else {
            ("main", output.len())
        };
        let [to, from] = if self.transpose {
            [1, maps.tokens]
        } else {
            [maps.tokens, 1]
        };
        let constants = [
            maps.all_sequences(),
            maps.tokens,
            maps.head_dim,
            maps.heads,
            maps.sequences,
            to,
            from,
            usize::from(self.value),
            (self.scale as f32).to_bits() as usize,
        ];
        Kernel::linear(entry, constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64 {
        let products = 1 + usize::from(self.value);
        (2 * products * inputs[0].width() * output.len()) as u64
    }

    /// da holds the scores of dy against v and the value table, dv is what dy gives back by the same maps the other way round.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let &[weights, v, value] = inputs else {
            return Ok(Vec::new());
        };
        let scores = PairScores {
            models: self.models,
            sequences: self.sequences,
            heads: self.heads,
            scale: self.scale,
            bias: false,
            key: self.value,
        };
        let back = Self {
            transpose: !self.transpose,
            value: false,
            ..*self
        };
        let by_offset = OffsetMix {
            models: self.models,
            sequences: self.sequences,
            heads: self.heads,
            scale: self.scale,
        };
        let [queries, keys] = if self.transpose { [v, dy] } else { [dy, v] };
        Ok(vec![
            tape.push_needed(weights, scores, &[queries, keys, value, value])?,
            tape.push_needed(v, back, &[weights, dy, value])?,
            push_door(tape, value, self.value, by_offset, &[weights, dy])?,
        ])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (maps, transpose) = (dice.maps(), dice.coin());
        let value = !transpose && dice.coin();
        Sample {
            op: Self {
                models: maps.models,
                sequences: maps.sequences,
                heads: maps.heads,
                transpose,
                scale: 1.0 / (maps.head_dim as f64).sqrt(),
                value,
            }
            .into(),
            inputs: vec![
                dice.normal("attention", maps.maps_shape()),
                dice.normal("v", maps.rows_shape()),
                dice.door("value", &maps, maps.head_dim, value),
            ],
            tolerance: 1e-4,
        }
    }
}
