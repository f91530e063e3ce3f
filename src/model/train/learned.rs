//! What encodings learn: tables that are trained like any weight, and how they start.
//!
//! A table of the training program holds a part for each model; models that don't learn it have a part of zeros that nothing
//! reads. Layers have tables of their own where the papers' models do: the vectors that meet queries, keys and values.

use super::weights::Start;
use crate::engine::op::Fire;
use crate::model::config::Config;

/// A kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableKind {
    /// Rows by position, \[rows, d_model\] (`learned`).
    Input,
    /// Rows of a grid's rows, then of its columns, \[rows, d_model / 2\] (`learned_2d`).
    Patches,
    /// A number by bucket and head, \[rows, heads\] (`t5`).
    Bias,
    /// A kernel's two numbers by head, \[heads, 2\] (`kerple`).
    Kernel,
    /// The numbers of [`Fire`], \[1, P\] (`fire`).
    Fire,
    /// A number by head and offset of a window, \[heads, rows, 1\] (`swin_2d`).
    Window,
    /// Vectors that join keys, \[rows, head_dim\] (`shaw`, `hybrid`).
    Key,
    /// Vectors that join values, \[rows, head_dim\] (`shaw`).
    Value,
    /// Vectors that queries meet, \[rows, d_model\] (`deberta`).
    HeadsKey,
    /// Vectors that keys meet, \[rows, d_model\] (`deberta`).
    HeadsQuery,
    /// u, which joins the query where it meets keys, \[1, d_model\] (`transformer_xl`).
    Content,
    /// v, which joins the query where it meets distances, \[1, d_model\] (`transformer_xl`).
    Preference,
    /// W_kR, which projects the sinusoids of distances, \[d_model, d_model\] (`transformer_xl`).
    Projection,
    /// Vectors at whole counts, \[rows, head_dim\] (`cope`).
    Counted,
}

impl TableKind {
    /// Every kind.
    pub const ALL: [Self; 14] = [
        Self::Input,
        Self::Patches,
        Self::Bias,
        Self::Kernel,
        Self::Fire,
        Self::Window,
        Self::Key,
        Self::Value,
        Self::HeadsKey,
        Self::HeadsQuery,
        Self::Content,
        Self::Preference,
        Self::Projection,
        Self::Counted,
    ];

    /// The stem of its name: "input" of "table.input".
    pub const fn stem(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Patches => "patches",
            Self::Bias => "bias",
            Self::Kernel => "kernel",
            Self::Fire => "fire",
            Self::Window => "window",
            Self::Key => "key",
            Self::Value => "value",
            Self::HeadsKey => "heads_key",
            Self::HeadsQuery => "heads_query",
            Self::Content => "u",
            Self::Preference => "v",
            Self::Projection => "r",
            Self::Counted => "counted",
        }
    }

    /// Whether each layer has its own.
    pub const fn is_by_layer(self) -> bool {
        matches!(
            self,
            Self::Key
                | Self::Value
                | Self::HeadsKey
                | Self::HeadsQuery
                | Self::Projection
                | Self::Counted
        )
    }

    /// The axes of one model's part with `rows` rows.
    pub fn axes(self, rows: usize, config: &Config) -> Vec<usize> {
        match self {
            Self::Patches => vec![rows, config.d_model / 2],
            Self::Bias => vec![rows, config.heads],
            Self::Kernel => vec![config.heads, 2],
            Self::Fire => vec![1, fire(config.heads).numbers()],
            Self::Window => vec![config.heads, rows, 1],
            Self::Key | Self::Value | Self::Counted => vec![rows, config.head_dim()],
            Self::Content | Self::Preference => vec![1, config.d_model],
            Self::Input | Self::HeadsKey | Self::HeadsQuery | Self::Projection => {
                vec![rows, config.d_model]
            }
        }
    }
}

/// FIRE's operation for so many heads.
pub(super) fn fire(heads: usize) -> Fire {
    Fire {
        heads,
        width: crate::encoding::fire::WIDTH,
        length: crate::encoding::fire::LENGTH,
    }
}

/// A table that an encoding learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// Which kind.
    pub kind: TableKind,
    /// Its rows.
    pub rows: usize,
    /// How it starts.
    pub start: Start,
}

impl Learned {
    /// How many numbers are learned, over all layers.
    pub fn numbers(&self, config: &Config) -> usize {
        let layers = if self.kind.is_by_layer() {
            config.layers
        } else {
            1
        };
        layers * self.kind.axes(self.rows, config).iter().product::<usize>()
    }
}

/// A table of several models' parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name: "table.input", "table.key.0".
    pub name: String,
    /// Axes of each part: as many rows as the model has that has most.
    pub axes: Vec<usize>,
    /// How each model's part starts; a model without it starts from zeros, which it never reads.
    pub starts: Vec<Start>,
}

impl Table {
    /// The numbers that it starts with, \[G, ...\]. Parts of equal spread start alike.
    pub fn first(&self, seed: u64) -> Vec<f32> {
        let len = self.axes.iter().product();
        let parts = self.starts.iter();
        let numbers = parts.flat_map(|start| start.numbers(seed, &self.name, len));
        numbers.map(|v| v as f32).collect()
    }
}

/// The tables of models that learn these.
pub(super) fn tables(learned: &[Vec<Learned>], config: &Config) -> Vec<Table> {
    let mut tables = Vec::new();
    for kind in TableKind::ALL {
        let own = |learned: &Vec<Learned>| learned.iter().find(|l| l.kind == kind).cloned();
        let parts: Vec<_> = learned.iter().map(own).collect();
        let Some(rows) = parts.iter().flatten().map(|part| part.rows).max() else {
            continue;
        };
        let layers = match kind.is_by_layer() {
            true => (0..config.layers).map(|l| format!(".{l}")).collect(),
            false => vec![String::new()],
        };
        let start = |part: &Option<Learned>| {
            let start = part.as_ref().map(|part| part.start.clone());
            start.unwrap_or(Start::Constant(0.0))
        };
        tables.extend(layers.into_iter().map(|layer| Table {
            name: format!("table.{}{layer}", kind.stem()),
            axes: kind.axes(rows, config),
            starts: parts.iter().map(start).collect(),
        }));
    }
    tables
}
