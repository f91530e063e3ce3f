//! The doors of several models side by side: what is computed, and which rows of a learned table stand where.

use super::Size;
use super::entrant::{Door, Learned, Opened, Turning};
use super::weights::Start;
use crate::encoding::Pairing;
use crate::language::Said;
use crate::model::config::Config;
use crate::random::normals;
use crate::refusal::Refusal;

/// The id of a row that no table has: zeros, and no gradient.
pub const NO_ROW: u32 = u32::MAX;

/// A table of what several encodings learn, one part a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name: "table.input".
    pub name: String,
    /// Rows of each part: those of the model that has most.
    pub rows: usize,
    /// Width of a row.
    pub width: usize,
    /// How each model's part starts; a model without a table starts from zeros, which it never reads.
    pub starts: Vec<Start>,
}

impl Table {
    /// The numbers that it starts with, \[G, rows, width\]. Parts of equal spread start alike.
    pub fn first(&self, seed: u64) -> Vec<f32> {
        let len = self.rows * self.width;
        let part = |start: &Start| match start {
            Start::Normal(std) => normals(seed, &self.name, len, *std),
            Start::Constant(value) => vec![*value; len],
            Start::Uniform(bound) => crate::random::uniforms(seed, &self.name, len, *bound),
        };
        let parts = self.starts.iter().flat_map(part);
        parts.map(|v| v as f32).collect()
    }
}

/// One door of every model: fixed numbers and rows of a table are added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stacked {
    /// \[G, len, width\], where any model's numbers are computed.
    pub fixed: Option<Vec<f32>>,
    /// \[G, len\], where any model's rows are learned; [`NO_ROW`] for the others.
    pub rows: Option<Vec<u32>>,
}

impl Stacked {
    /// Whether some model opens this door.
    pub fn is_open(&self) -> bool {
        self.fixed.is_some() || self.rows.is_some()
    }

    fn of<'a>(doors: impl Iterator<Item = Option<&'a Door>>, len: usize, width: usize) -> Self {
        let doors: Vec<_> = doors.collect();
        let fixed = |door: &Option<&Door>| match door {
            Some(Door::Fixed(numbers)) => Some(numbers.clone()),
            _ => None,
        };
        let rows = |door: &Option<&Door>| match door {
            Some(Door::Rows(rows)) => Some(rows.clone()),
            _ => None,
        };
        Self {
            fixed: side_by_side(doors.iter().map(fixed), len * width, 0.0),
            rows: side_by_side(doors.iter().map(rows), len, NO_ROW),
        }
    }
}

/// Every door of every model.
#[derive(Clone, Debug, PartialEq)]
pub struct DoorNumbers {
    /// Door 1, \[G, n, d_model\].
    pub input: Stacked,
    /// Door 2, \[G, n, pairs, 2\]; a model that doesn't turn has angles of zero.
    pub rotation: Option<Turning>,
    /// Door 3, \[G, 2n - 1, heads\].
    pub bias: Stacked,
    /// Door 4, rows \[G, 2n - 1\] that meet the query.
    pub key: Option<Vec<u32>>,
    /// Door 4, rows \[G, 2n - 1\] that join the values.
    pub value: Option<Vec<u32>>,
    /// The tables that are learned.
    pub tables: Vec<Table>,
}

impl DoorNumbers {
    /// Puts the doors of all models side by side; `learned` says what of each is learned.
    ///
    /// # Errors
    /// A [`Refusal`] where two models pair their dimensions in different ways: one program has one way.
    pub fn stack(
        opened: &[Opened],
        learned: &[Option<Learned>],
        config: &Config,
        size: &Size,
    ) -> Result<Self, Refusal> {
        let (n, offsets) = (size.tokens, 2 * size.tokens - 1);
        let relative = |wants_values: bool| {
            let rows = opened.iter().zip(learned).map(|(opened, learned)| {
                let has = match learned {
                    Some(Learned::Relative { values, .. }) => !wants_values || *values,
                    _ => false,
                };
                opened.relative.clone().filter(|_| has)
            });
            side_by_side(rows, offsets, NO_ROW)
        };
        let input = opened.iter().map(|opened| opened.input.as_ref());
        let bias = opened.iter().map(|opened| opened.bias.as_ref());
        Ok(Self {
            input: Stacked::of(input, n, config.d_model),
            rotation: stack_rotations(opened, n)?,
            bias: Stacked::of(bias, offsets, config.heads),
            key: relative(false),
            value: relative(true),
            tables: tables(learned, config),
        })
    }
}

/// The parts after each other, those that are missing filled with `blank`; none where all are missing.
fn side_by_side<T: Copy>(
    parts: impl Iterator<Item = Option<Vec<T>>>,
    len: usize,
    blank: T,
) -> Option<Vec<T>> {
    let parts: Vec<_> = parts.collect();
    if parts.iter().all(Option::is_none) {
        return None;
    }
    let filled = parts
        .into_iter()
        .flat_map(|part| part.unwrap_or_else(|| vec![blank; len]));
    Some(filled.collect())
}

fn stack_rotations(opened: &[Opened], n: usize) -> Result<Option<Turning>, Refusal> {
    let turning = |opened: &Opened| opened.rotation.as_ref().map(|t| (t.pairs, t.pairing));
    let mut ways = opened.iter().filter_map(turning);
    let Some((pairs, pairing)) = ways.next() else {
        return Ok(None);
    };
    if let Some((other, other_pairing)) = ways.find(|way| *way != (pairs, pairing)) {
        return Err(mixed(pairs != other, other, other_pairing));
    }
    let tables = opened.iter().flat_map(|opened| match &opened.rotation {
        Some(turning) => turning.table.clone(),
        None => [1.0, 0.0].repeat(n * pairs),
    });
    Ok(Some(Turning {
        pairs,
        pairing,
        table: tables.collect(),
    }))
}

fn mixed(by_count: bool, pairs: usize, pairing: Pairing) -> Refusal {
    let allowed = Said::new(
        "一起训练的模型要用同一种配对，旋转的维数也要一样",
        "models that train together must pair their dimensions alike and turn equally many",
    );
    match (by_count, pairing) {
        (true, _) => Refusal::new("rotary_dim", 2 * pairs, allowed),
        (false, Pairing::HalfSplit) => Refusal::new("pairing", "half_split", allowed),
        (false, Pairing::Interleaved) => Refusal::new("pairing", "interleaved", allowed),
    }
}

fn tables(learned: &[Option<Learned>], config: &Config) -> Vec<Table> {
    let table = |name: String, width: usize, part: &dyn Fn(&Learned) -> Option<(usize, Start)>| {
        let parts: Vec<_> = learned.iter().map(|l| l.as_ref().and_then(part)).collect();
        let rows = parts.iter().flatten().map(|(rows, _)| *rows).max()?;
        let start = |part: &Option<(usize, Start)>| part.map_or(Start::Constant(0.0), |p| p.1);
        Some(Table {
            name,
            rows,
            width,
            starts: parts.iter().map(start).collect(),
        })
    };
    let input = |l: &Learned| match l {
        Learned::Input { rows, std } => Some((*rows, Start::Normal(*std))),
        _ => None,
    };
    let bias = |l: &Learned| match l {
        Learned::Bias { rows } => Some((*rows, Start::Constant(0.0))),
        _ => None,
    };
    // As a linear layer's weights: a product with a query keeps its spread.
    let relative = Start::Normal(1.0 / libm::sqrt(config.head_dim() as f64));
    let key = |l: &Learned| match l {
        Learned::Relative { rows, .. } => Some((*rows, relative)),
        _ => None,
    };
    let value = |l: &Learned| match l {
        Learned::Relative { rows, values: true } => Some((*rows, relative)),
        _ => None,
    };
    let mut tables = vec![
        table("table.input".into(), config.d_model, &input),
        table("table.bias".into(), config.heads, &bias),
    ];
    for layer in 0..config.layers {
        let head_dim = config.head_dim();
        tables.push(table(format!("table.key.{layer}"), head_dim, &key));
        tables.push(table(format!("table.value.{layer}"), head_dim, &value));
    }
    tables.into_iter().flatten().collect()
}
