//! Rotate: each pair (x1, x2) of a head's dimensions is turned by its angle, (x1 c - x2 s, x1 s + x2 c).
//!
//! Shapes: x \[n, heads * head_dim\], table \[n | 1, pairs, 2\] of (cos, sin) -> y like x. For G models that take several sequences each,
//! x is \[G * B * n, heads * head_dim\] and table \[G | 1, n | 1, pairs, 2\]. Dimensions past 2 * pairs of each head pass through. Door 2
//! enters here; shut, the table is one row of (1, 0). A head of a single dimension has no pair: it takes a table of one pair, which
//! turns nothing. Su et al. 2021, section 3.4.2. Turned back (`inverse`), it is its own gradient: a rotation's transposed is its inverse.

use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Operand, Shape, TensorId, TensorInfo};
use crate::engine::{EngineError, Tape};
use poslab_numbers::Real;

/// Which two dimensions of a head form pair i.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Dimensions i and i + pairs (GPT-NeoX, LLaMA).
    HalfSplit,
    /// Dimensions 2i and 2i + 1 (the paper, GPT-J).
    Interleaved,
}

/// Turns the pairs of every head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotate {
    /// Dimensions of a head.
    pub head_dim: usize,
    /// Which dimensions form a pair.
    pub pairing: Pairs,
    /// Whether it turns back: by the opposite angles.
    pub inverse: bool,
}

/// Which row of a table a row of x meets: (row / per_model) * tokens + row % tokens.
struct Rows {
    per_model: usize,
    tokens: usize,
}

impl Rows {
    /// Of a table [tokens, pairs, 2] or [models, tokens, pairs, 2].
    fn new(rows: usize, table: &Shape) -> Self {
        let (models, tokens) = match table.axes() {
            [models, tokens, _, _] => (*models, *tokens),
            axes => (1, axes[0]),
        };
        Self {
            per_model: rows / models,
            tokens,
        }
    }

    fn of(&self, row: usize) -> usize {
        row / self.per_model * self.tokens + row % self.tokens
    }
}

impl Rotate {
    /// How many pairs of a head turn under a table of this shape.
    fn pairs(&self, table: &Shape) -> usize {
        pairs_in(table).min(self.head_dim / 2)
    }

    /// Pair i is (i * step, i * step + apart).
    fn steps(&self, pairs: usize) -> (usize, usize) {
        match self.pairing {
            Pairs::HalfSplit => (1, pairs),
            Pairs::Interleaved => (2, 1),
        }
    }
}

/// The pairs of a table's row.
fn pairs_in(table: &Shape) -> usize {
    table.axes().iter().rev().nth(1).copied().unwrap_or(0)
}

/// Whether rows of x meet the table's rows: one each, or those of a model's sequences in turn.
fn takes_table(rows: usize, table: &TensorInfo) -> bool {
    match *table.shape.axes() {
        [tokens, pairs, 2] => {
            (tokens == rows || tokens == 1) && rule::real(table, &[tokens, pairs, 2])
        }
        [models, tokens, pairs, 2] => {
            rows.is_multiple_of(models * tokens) && rule::real(table, &[models, tokens, pairs, 2])
        }
        _ => false,
    }
}

impl Operation for Rotate {
    const NAME: &'static str = "rotate";
    const WANTS: &'static str = "x [n, heads * head_dim] and table [n | 1, pairs, 2], or x [models * sequences * n, heads * head_dim] and table [models | 1, n | 1, pairs, 2], with 2 * pairs <= head_dim";
    const INPUTS: usize = 2;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/rotate.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];
    const WRITES_ALL: bool = true;

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [x, table] = inputs else { return None };
        let [n, d] = rule::matrix(x)?;
        let fits = self.head_dim > 0
            && d.is_multiple_of(self.head_dim)
            && pairs_in(&table.shape) <= (self.head_dim / 2).max(1)
            && takes_table(n, table);
        fits.then(|| x.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (x, table) = (inputs[0], inputs[1]);
        let (width, pairs) = (x.shape.width(), self.pairs(table.shape));
        let (step, apart) = self.steps(pairs);
        let (row_len, rows) = (
            pairs_in(table.shape),
            Rows::new(x.shape.rows(), table.shape),
        );
        let (turns, _) = table.real().as_chunks::<2>();
        let sign = if self.inverse { -T::ONE } else { T::ONE };
        // Most models of a race turn nothing.
        let still = |turns: &[[T; 2]]| turns.iter().all(|turn| *turn == [T::ONE, T::ZERO]);
        let still: Vec<_> = turns.chunks_exact(row_len).map(still).collect();
        output.copy_from_slice(x.real());
        for (i, row) in output.chunks_exact_mut(width).enumerate() {
            let of = rows.of(i);
            if still[of] {
                continue;
            }
            let turns = &turns[of * row_len..][..pairs];
            for head in row.chunks_exact_mut(self.head_dim) {
                for (pair, [cos, sin]) in turns.iter().enumerate() {
                    let sin = sign * *sin;
                    let (a, b) = (pair * step, pair * step + apart);
                    let (x1, x2) = (head[a], head[b]);
                    head[a] = x1 * *cos - x2 * sin;
                    head[b] = x1 * sin + x2 * *cos;
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let rows = Rows::new(output.rows(), inputs[1]);
        let pairs = self.pairs(inputs[1]);
        let (step, apart) = self.steps(pairs);
        // Two dimensions a thread: its pair, or two that pass through.
        let per_head = self.head_dim.div_ceil(2);
        let threads = output.len() / self.head_dim * per_head;
        let sign: f32 = if self.inverse { -1.0 } else { 1.0 };
        let heads = output.width() / self.head_dim;
        let constants = [
            threads,
            per_head,
            heads,
            self.head_dim,
            pairs,
            step,
            apart,
            pairs_in(inputs[1]),
            rows.per_model,
            rows.tokens,
            sign.to_bits() as usize,
        ];
        Kernel::linear("main", constants.map(|c| c as u32).to_vec(), threads)
    }

    fn flops(&self, _: &[&Shape], output: &Shape) -> u64 {
        3 * output.len() as u64
    }

    /// The rotation by the opposite angles; the table, which is computed, has no gradient.
    fn gradient(
        &self,
        tape: &mut Tape<'_>,
        inputs: &[TensorId],
        _: TensorId,
        dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        let &[x, table] = inputs else {
            return Ok(Vec::new());
        };
        let back = Self {
            inverse: !self.inverse,
            ..*self
        };
        Ok(vec![tape.push_needed(x, back, &[dy, table])?, None])
    }

    fn sample(dice: &mut Dice) -> Sample {
        let (n, heads, head_dim) = (dice.axis(), 1 + dice.below(4), dice.axis());
        let pairs = 1 + dice.below((head_dim / 2).max(1));
        let (models, sequences) = (1 + dice.below(3), 1 + dice.below(3));
        let (rows, table) = if dice.coin() {
            (n, Shape::from([dice.broadcast(n), pairs, 2]))
        } else {
            let table = [dice.broadcast(models), dice.broadcast(n), pairs, 2];
            (models * sequences * n, table.into())
        };
        let pairing = if dice.coin() {
            Pairs::HalfSplit
        } else {
            Pairs::Interleaved
        };
        Sample {
            op: Self {
                head_dim,
                pairing,
                inverse: dice.coin(),
            }
            .into(),
            inputs: vec![
                dice.normal("x", [rows, heads * head_dim]),
                dice.normal("table", table),
            ],
            tolerance: 1e-6,
        }
    }
}
