//! The four doors through which every positional encoding enters attention.

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
    /// Door 4.
    pub relative: Option<RelativeDoor>,
}

/// Door 1: one column of the added table is sin(position * inv_freq + phase).
#[derive(Clone, Debug, PartialEq)]
pub struct InputDoor {
    /// One wave for each of the d_model columns.
    pub columns: Vec<Wave>,
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
        let angle = f64::from(position) * self.inv_freq;
        if self.cosine {
            libm::cos(angle)
        } else {
            libm::sin(angle)
        }
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

/// Door 2: pair i of a query or key is turned by position * inv_freq\[i\] and scaled by the attention factor.
#[derive(Clone, Debug, PartialEq)]
pub struct RotationDoor {
    /// Inverse frequency of each pair, in radians per position, \[rotary_dim/2\].
    pub inv_freq: Vec<f64>,
    /// Which dimensions form a pair.
    pub pairing: Pairing,
    /// Factor on cos and sin (YaRN); 1 otherwise.
    pub attention_factor: f64,
}

impl RotationDoor {
    /// How many dimensions of a head turn; the rest stays.
    pub fn rotary_dim(&self) -> usize {
        2 * self.inv_freq.len()
    }

    /// The angle of pair `pair` at `position`, in radians, reduced to (-pi, pi].
    pub fn angle(&self, position: i32, pair: usize) -> f64 {
        use std::f64::consts::{PI, TAU};
        let angle = libm::remainder(f64::from(position) * self.inv_freq[pair], TAU);
        if angle <= -PI { angle + TAU } else { angle }
    }
}

/// Door 3: a number added to each score, \[heads | 1, n | 1, n | 1\], query by key.
#[derive(Clone, Debug, PartialEq)]
pub struct BiasDoor {
    /// Length of each axis, each either whole or 1.
    pub axes: [usize; 3],
    /// The numbers, row-major.
    pub values: Vec<f64>,
    /// One slope per head, where the bias is a slope times a distance.
    pub slopes: Option<Vec<f64>>,
}

impl BiasDoor {
    /// The numbers for these axes, row-major: an axis of length 1 is repeated.
    pub fn broadcast(&self, axes: [usize; 3]) -> impl Iterator<Item = f64> + '_ {
        let own = self.axes;
        let place = move |axis: usize, at: usize| if own[axis] == 1 { 0 } else { at };
        (0..axes[0] * axes[1] * axes[2]).map(move |at| {
            let head = place(0, at / (axes[1] * axes[2]));
            let query = place(1, at / axes[2] % axes[1]);
            let key = place(2, at % axes[2]);
            self.values[(head * own[1] + query) * own[2] + key]
        })
    }

    /// The same bias for the last `queries` queries alone, as a cache meets it.
    pub fn last_queries(&self, queries: usize) -> Self {
        let [heads, rows, columns] = self.axes;
        let kept = rows.min(queries);
        let last_rows = |head: &[f64]| head[(rows - kept) * columns..].to_vec();
        Self {
            axes: [heads, kept, columns],
            values: self
                .values
                .chunks(rows * columns)
                .flat_map(last_rows)
                .collect(),
            slopes: self.slopes.clone(),
        }
    }
}

/// Door 4: vectors per row of a table, and the row that query i and key j look up.
#[derive(Clone, Debug, PartialEq)]
pub struct RelativeDoor {
    /// Rows of each table.
    pub rows: usize,
    /// Vectors that meet the query, \[rows, head_dim\]: score += q_i . key\[index\].
    pub key: Option<Vec<f64>>,
    /// Vectors that meet the key, \[rows, head_dim\]: score += k_j . query\[index\].
    pub query: Option<Vec<f64>>,
    /// Vectors that join the values, \[rows, head_dim\]: output += attention * value\[index\].
    pub value: Option<Vec<f64>>,
    /// The row for query i and key j, \[n, n\].
    pub index: Vec<u32>,
}
