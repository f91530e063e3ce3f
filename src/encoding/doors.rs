//! The four doors through which every positional encoding enters attention.

use super::sin_cos;
use serde::Serialize;

/// One of the four doors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Door {
    /// A row added to the token embedding, \[n, d_model\].
    Input,
    /// An angle by which query and key are turned, \[n, rotary_dim/2\].
    Rotation,
    /// A number added to the score, \[heads, n, n\].
    Bias,
    /// Vectors per offset that query, key or value meets, \[rows, head_dim\] with an index \[n, n\].
    Relative,
}

impl Door {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::Input, Self::Rotation, Self::Bias, Self::Relative];

    /// Its name in the API: "input".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Rotation => "rotation",
            Self::Bias => "bias",
            Self::Relative => "relative",
        }
    }

    /// 1 to 4.
    pub fn number(self) -> usize {
        self as usize + 1
    }
}

/// What a scheme lets in; a door that is `None` stays shut, which equals a table of zeros.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Doors {
    /// Door 1.
    pub input: Option<InputDoor>,
    /// Door 2.
    pub rotation: Option<RotationDoor>,
    /// Door 3.
    pub bias: Option<BiasDoor>,
    /// Door 3, where the bias depends on what query and key hold.
    pub content: Option<ContentBias>,
    /// Door 4.
    pub relative: Option<RelativeDoor>,
    /// A factor on the attention weights after the softmax, not renormalised.
    pub damping: Option<BiasDoor>,
    /// What multiplies q . k; `None` is 1 / sqrt(head_dim).
    pub score_scale: Option<f64>,
}

/// A bias that a scheme makes from query and key.
#[derive(Clone, Debug, PartialEq)]
pub enum ContentBias {
    /// score += (q_i . k_j) * scale * mask: the mask is a table by offset.
    Gate(BiasDoor),
    /// CoPE: p_ij sums the gates sigmoid(q_i . k_t) over t from j to i; score += q_i . vector at p_ij, interpolated
    /// between the rows \[rows, head_dim\]. The position that a key has is counted by content.
    Counted {
        /// Rows; counts are clipped to the last one.
        rows: usize,
        /// The vectors, \[rows, head_dim\].
        vectors: Vec<f64>,
    },
}

/// Door 1: a row added to each token's embedding.
#[derive(Clone, Debug, PartialEq)]
pub enum InputDoor {
    /// One wave for each of the d_model columns: the executor computes them from the positions.
    Waves(Vec<Wave>),
    /// The rows themselves, \[n, d_model\].
    Rows(Vec<f64>),
}

/// A sine wave over positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wave {
    /// Inverse frequency, in radians per position.
    pub inv_freq: f64,
    /// Whether it starts at its crest: a cosine.
    pub cosine: bool,
}

impl Wave {
    /// A column of zeros, where a layout leaves one over.
    pub const SILENT: Self = Self {
        inv_freq: 0.0,
        cosine: false,
    };

    /// The wave at `position`, in f64.
    pub fn at(self, position: i32) -> f64 {
        let [sine, cosine] = sin_cos(f64::from(position) * self.inv_freq);
        if self.cosine { cosine } else { sine }
    }
}

/// How a head's dimensions form the pairs that are turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pairing {
    /// Dimension i turns with i + rotary_dim/2 (GPT-NeoX, LLaMA).
    HalfSplit,
    /// Dimension 2i turns with 2i + 1 (the paper, GPT-J).
    Interleaved,
}

/// Door 2: pair i of a query or key is turned by an angle and scaled.
#[derive(Clone, Debug, PartialEq)]
pub struct RotationDoor {
    /// Inverse frequency of each pair, in radians per position, \[rotary_dim/2\].
    pub inv_freq: Vec<f64>,
    /// Which coordinate of a token each pair turns by.
    pub turned_by: TurnedBy,
    /// Which dimensions form a pair.
    pub pairing: Pairing,
    /// Factor on cos and sin (YaRN, LongRoPE); 1 otherwise.
    pub attention_factor: f64,
    /// Natural logarithm of the factor by which pair i of a query grows per position, and a key shrinks (xPos);
    /// empty where nothing grows.
    pub growth: Vec<f64>,
}

/// Which coordinate turns a pair.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnedBy {
    /// The token's position.
    Position,
    /// One coordinate list per pair, \[rotary_dim/2\] lists of n: rows for some pairs, columns for others.
    Coordinates(Vec<Vec<i32>>),
}

impl RotationDoor {
    /// A plain rotation: by the position, nothing scaled.
    pub fn plain(inv_freq: Vec<f64>, pairing: Pairing) -> Self {
        Self {
            inv_freq,
            turned_by: TurnedBy::Position,
            pairing,
            attention_factor: 1.0,
            growth: Vec::new(),
        }
    }

    /// How many dimensions of a head turn; the rest stays.
    pub fn rotary_dim(&self) -> usize {
        2 * self.inv_freq.len()
    }

    /// The coordinate of token `token` of `positions` that turns pair `pair`.
    pub fn coordinate(&self, positions: &[i32], token: usize, pair: usize) -> i32 {
        match &self.turned_by {
            TurnedBy::Position => positions[token],
            TurnedBy::Coordinates(lists) => lists[pair][token],
        }
    }

    /// The angle of pair `pair` at token `token` of `positions`, in radians, reduced to (-pi, pi].
    pub fn angle(&self, positions: &[i32], token: usize, pair: usize) -> f64 {
        use std::f64::consts::{PI, TAU};
        let coordinate = self.coordinate(positions, token, pair);
        let angle = libm::remainder(f64::from(coordinate) * self.inv_freq[pair], TAU);
        if angle <= -PI { angle + TAU } else { angle }
    }
}

/// Which row of a table query i and key j look up.
#[derive(Clone, Debug, PartialEq)]
pub enum Index {
    /// The row by offset j - i, from -(n-1) to n-1: positions count up by one, so n + n - 1 numbers say it all.
    ByOffset(Vec<u32>),
    /// The row by pair, \[n, n\].
    ByPair(Vec<u32>),
}

impl Index {
    /// The rows for `positions`, where `row` tells the row of an offset (key position minus query position).
    pub fn of(positions: &[i32], row: impl Fn(i64) -> u32) -> Self {
        let n = positions.len() as i64;
        if positions.windows(2).all(|w| w[1] == w[0].wrapping_add(1)) {
            return Self::ByOffset((1 - n..n).map(row).collect());
        }
        let pairs = positions.iter().flat_map(|i| {
            let row = &row;
            positions
                .iter()
                .map(move |j| row(i64::from(*j) - i64::from(*i)))
        });
        Self::ByPair(pairs.collect())
    }

    /// The rows for query i and each of n keys.
    pub fn query(&self, n: usize, i: usize) -> &[u32] {
        match self {
            Self::ByOffset(rows) => &rows[n - 1 - i..][..n],
            Self::ByPair(rows) => &rows[i * n..][..n],
        }
    }

    /// The row for query i and key j of n.
    pub fn row(&self, n: usize, i: usize, j: usize) -> u32 {
        self.query(n, i)[j]
    }

    /// All rows, \[n, n\].
    pub fn dense(&self, n: usize) -> Vec<u32> {
        (0..n)
            .map(|i| self.query(n, i))
            .collect::<Vec<_>>()
            .concat()
    }
}

/// The numbers of a bias.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// As computed.
    Exact(Vec<f64>),
    /// As executors read them, where there are millions: half of the memory, and nothing left to convert.
    Narrow(Vec<f32>),
}

impl Numbers {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Exact(numbers) => numbers.len(),
            Self::Narrow(numbers) => numbers.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    pub fn at(&self, place: usize) -> f64 {
        match self {
            Self::Exact(numbers) => numbers[place],
            Self::Narrow(numbers) => f64::from(numbers[place]),
        }
    }

    /// All of them as executors read them.
    pub fn narrow(&self) -> Vec<f32> {
        match self {
            Self::Exact(numbers) => numbers.iter().map(|number| *number as f32).collect(),
            Self::Narrow(numbers) => numbers.clone(),
        }
    }
}

/// Door 3: a number added to each score.
#[derive(Clone, Debug, PartialEq)]
pub struct BiasDoor {
    /// The numbers, \[heads, rows\].
    pub table: Numbers,
    /// Rows of the table for one head.
    pub rows: usize,
    /// Which row query i and key j look up.
    pub index: Index,
    /// One slope per head, where the bias is a slope times a distance (ALiBi).
    pub slopes: Option<Vec<f64>>,
    /// Whether the rows are the scheme's own (buckets, offsets of a grid), so that the index is worth showing.
    pub indexed: bool,
}

impl BiasDoor {
    /// A bias that depends on the head and on the offset (key position minus query position) alone.
    pub fn by_offset(positions: &[i32], heads: usize, bias: impl Fn(usize, i64) -> f64) -> Self {
        let offsets = Offsets::of(positions);
        let table = (0..heads).flat_map(|h| {
            let bias = &bias;
            offsets.distinct.iter().map(move |offset| bias(h, *offset))
        });
        Self {
            table: Numbers::Exact(table.collect()),
            rows: offsets.distinct.len(),
            index: offsets.index(positions),
            slopes: None,
            indexed: false,
        }
    }

    /// For how many heads there are numbers of their own.
    pub fn heads(&self) -> usize {
        self.table.len() / self.rows.max(1)
    }

    /// The bias of head h between query i and key j of n.
    pub fn at(&self, n: usize, h: usize, i: usize, j: usize) -> f64 {
        self.row(h, self.index.row(n, i, j) as usize)
    }

    /// The number of a head in a row.
    pub fn row(&self, head: usize, row: usize) -> f64 {
        self.table.at(head * self.rows + row)
    }
}

/// The distinct offsets between some positions, in rising order.
pub(super) struct Offsets {
    pub(super) distinct: Vec<i64>,
}

impl Offsets {
    pub(super) fn of(positions: &[i32]) -> Self {
        let n = positions.len() as i64;
        if positions.windows(2).all(|w| w[1] == w[0].wrapping_add(1)) {
            return Self {
                distinct: (1 - n..n).collect(),
            };
        }
        let all = positions
            .iter()
            .flat_map(|i| positions.iter().map(|j| i64::from(*j) - i64::from(*i)));
        Self {
            distinct: ascending(all),
        }
    }

    /// Adds `more` offsets before the first one: keys that lie further back.
    pub(super) fn reach_back(&mut self, more: i64) {
        let first = self.distinct.first().copied().unwrap_or(0);
        self.distinct.splice(0..0, first - more..first);
    }

    pub(super) fn index(&self, positions: &[i32]) -> Index {
        Index::of(positions, |offset| {
            self.distinct
                .binary_search(&offset)
                .map_or(0, |row| row as u32)
        })
    }
}

/// Door 4: vectors per row of a table, and the row that query i and key j look up.
#[derive(Clone, Debug, PartialEq)]
pub struct RelativeDoor {
    /// Rows of each table.
    pub rows: usize,
    /// Width of a row: head_dim where all heads share it, heads * head_dim where each has its own part.
    pub width: usize,
    /// Vectors that meet the query, \[rows, width\]: score += q_i . key\[index\].
    pub key: Option<Vec<f64>>,
    /// Vectors that meet the key, \[rows, width\]: score += k_j . query\[index\].
    pub query: Option<Vec<f64>>,
    /// Vectors that join the values, \[rows, width\]: output += attention * value\[index\].
    pub value: Option<Vec<f64>>,
    /// u: added to the query where it meets the key itself, \[width\] (Transformer-XL).
    pub content_bias: Option<Vec<f64>>,
    /// The row for query i and key j.
    pub index: Index,
}

/// The numbers in ascending order, each once.
pub(super) fn ascending(numbers: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
