//! An encoding in a race: what it lets in through the doors, and what of it is learned.

use crate::encoding::{
    Ask, BiasDoor, Doors, Index, InputDoor, Pairing, RotationDoor, Scheme, TurnedBy, Values,
};
use crate::language::Said;
use crate::refusal::Refusal;

/// A scheme with its parameters' values.
#[derive(Clone)]
pub struct Entrant {
    /// The scheme.
    pub scheme: &'static dyn Scheme,
    /// Its parameters' values.
    pub values: Values,
}

/// The table that a scheme learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Learned {
    /// Rows of door 1, \[rows, d_model\], drawn from N(0, std^2).
    Input {
        /// Rows.
        rows: usize,
        /// Spread at the start.
        std: f64,
    },
    /// A number a bucket and head, \[rows, heads\], 0 at the start; all layers share it.
    Bias {
        /// Buckets.
        rows: usize,
    },
    /// Vectors that join keys and, if asked, values, \[rows, head_dim\]; each layer has its own, all heads share it.
    Relative {
        /// Rows.
        rows: usize,
        /// Whether values get one too.
        values: bool,
    },
}

/// What an encoding lets in at n positions that count up by one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opened {
    /// Door 1: numbers \[n, d_model\] or rows \[n\].
    pub input: Option<Door>,
    /// Door 2.
    pub rotation: Option<Turning>,
    /// Door 3: numbers \[2n - 1, heads\] or rows \[2n - 1\].
    pub bias: Option<Door>,
    /// Door 4: rows \[2n - 1\].
    pub relative: Option<Vec<u32>>,
}

/// What stands in a door.
#[derive(Clone, Debug, PartialEq)]
pub enum Door {
    /// Computed numbers, which stay as they are.
    Fixed(Vec<f32>),
    /// Rows of the table that is learned.
    Rows(Vec<u32>),
}

/// Door 2: (cos, sin) of every pair, \[n, pairs, 2\].
#[derive(Clone, Debug, PartialEq)]
pub struct Turning {
    /// Pairs of a head that turn.
    pub pairs: usize,
    /// Which dimensions form a pair.
    pub pairing: Pairing,
    /// (cos, sin), times the attention factor.
    pub table: Vec<f32>,
}

impl std::fmt::Debug for Entrant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entrant")
            .field("scheme", &self.scheme.id())
            .field("values", &self.values)
            .finish()
    }
}

impl Entrant {
    /// What is learned of it, besides the model. KERPLE's and FIRE's numbers, which their papers learn, stay as they are drawn.
    pub fn learned(&self) -> Option<Learned> {
        let count = |name| usize::try_from(self.values.whole(name)).unwrap_or(0);
        match self.scheme.id() {
            "learned" => Some(Learned::Input {
                rows: count("max_len"),
                std: self.values.real("std"),
            }),
            "t5" => Some(Learned::Bias {
                rows: count("buckets"),
            }),
            "shaw" => Some(Learned::Relative {
                rows: 2 * count("clip") + 1,
                values: self.values.flag("values"),
            }),
            _ => None,
        }
    }

    /// Opens the doors at `ask`'s positions, which count up by one.
    ///
    /// # Errors
    /// A [`Refusal`] of the scheme's own, or of a scheme that training doesn't cover.
    pub fn open(&self, ask: &Ask) -> Result<Opened, Refusal> {
        if let Some(Learned::Input { rows, .. }) = self.learned() {
            return self.open_table(ask, rows);
        }
        let doors = self.scheme.open(ask, &self.values)?;
        self.check(&doors)?;
        let input = doors.input.map(|door| Door::Fixed(rows(&door, ask)));
        let bias = match (doors.bias, self.learned()) {
            (Some(door), Some(_)) => Some(Door::Rows(self.by_offset(door.index)?)),
            (Some(door), None) => Some(Door::Fixed(self.spread(&door, ask)?)),
            (None, _) => None,
        };
        let relative = match doors.relative {
            Some(door) => Some(self.by_offset(door.index)?),
            None => None,
        };
        Ok(Opened {
            input,
            rotation: doors.rotation.map(|door| turning(&door, &ask.positions)),
            bias,
            relative,
        })
    }

    fn open_table(&self, ask: &Ask, rows: usize) -> Result<Opened, Refusal> {
        let row = |p: &i32| u32::try_from(*p).ok().filter(|p| (*p as usize) < rows);
        let known: Option<Vec<u32>> = ask.positions.iter().map(row).collect();
        let allowed = || {
            let needed = ask.positions.iter().max().map_or(0, |p| i64::from(*p) + 1);
            Said::new(
                format!("训练要用到 {needed} 个位置，表里至少要有这么多行"),
                format!("training meets {needed} positions, so at least as many rows are needed"),
            )
        };
        let known = known.ok_or_else(|| Refusal::new("max_len", rows, allowed()))?;
        Ok(Opened {
            input: Some(Door::Rows(known)),
            ..Opened::default()
        })
    }

    /// Refuses what the doors of training can't hold.
    fn check(&self, doors: &Doors) -> Result<(), Refusal> {
        let plain = doors.content.is_none()
            && doors.damping.is_none()
            && doors.score_scale.is_none()
            && (doors.relative.is_none() || self.learned().is_some());
        let known = TRAINABLE.contains(&self.scheme.id());
        let turns_plainly = doors
            .rotation
            .as_ref()
            .is_none_or(|door| door.growth.is_empty() && door.turned_by == TurnedBy::Position);
        if known && plain && turns_plainly {
            return Ok(());
        }
        Err(self.refused())
    }

    fn refused(&self) -> Refusal {
        let allowed = Said::new(
            format!(
                "它暂时不能训练；能训练的有 {}（distance_decay 要读成加在分数上）",
                TRAINABLE.join("、")
            ),
            format!(
                "it can't be trained here; {} can (distance_decay where it is read as a bias on the scores)",
                TRAINABLE.join(", ")
            ),
        );
        let reading = match self.scheme.id() {
            "distance_decay" => format!(" ({})", self.values.choice("reading")),
            _ => String::new(),
        };
        Refusal::new("scheme", format!("{}{reading}", self.scheme.id()), allowed)
    }

    /// The row of each offset from -(n-1) to n - 1.
    fn by_offset(&self, index: Index) -> Result<Vec<u32>, Refusal> {
        match index {
            Index::ByOffset(rows) => Ok(rows),
            Index::ByPair(_) => Err(self.refused()),
        }
    }

    /// The bias of each offset and head, \[2n - 1, heads\]. A bias given by pair is taken where it depends on the offset alone.
    fn spread(&self, door: &BiasDoor, ask: &Ask) -> Result<Vec<f32>, Refusal> {
        let n = ask.positions.len();
        let heads = door.table.len() / door.rows.max(1);
        let at = |head: usize, i, j| door.at(n, head.min(heads - 1), i, j) as f32;
        let mut table = Vec::with_capacity((2 * n - 1) * ask.heads);
        for offset in 0..2 * n - 1 {
            // The first query that has a key at this offset.
            let (i, j) = ((n - 1).saturating_sub(offset), offset.saturating_sub(n - 1));
            table.extend((0..ask.heads).map(|head| at(head, i, j)));
        }
        if let Index::ByPair(_) = door.index {
            let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
            let same = |(i, j): (usize, usize)| {
                let row = &table[(j + n - 1 - i) * ask.heads..][..ask.heads];
                row.iter().enumerate().all(|(h, bias)| *bias == at(h, i, j))
            };
            if !pairs.into_iter().all(same) {
                return Err(self.refused());
            }
        }
        Ok(table)
    }
}

/// The ids of what can be trained.
const TRAINABLE: &[&str] = &[
    "none",
    "sinusoidal",
    "learned",
    "dynamic",
    "rope",
    "alibi",
    "t5",
    "kerple",
    "fire",
    "distance_decay",
    "shaw",
];

/// The rows of door 1.
fn rows(door: &InputDoor, ask: &Ask) -> Vec<f32> {
    match door {
        InputDoor::Rows(rows) => rows.iter().map(|v| *v as f32).collect(),
        InputDoor::Waves(columns) => {
            let row = |p: &i32| {
                let p = *p;
                columns.iter().map(move |wave| wave.at(p) as f32)
            };
            ask.positions.iter().flat_map(row).collect()
        }
    }
}

/// (cos, sin) of every pair at every position, in f64 before they are rounded.
fn turning(door: &RotationDoor, positions: &[i32]) -> Turning {
    let (pairs, factor) = (door.inv_freq.len(), door.attention_factor);
    let mut table = Vec::with_capacity(positions.len() * pairs * 2);
    for token in 0..positions.len() {
        for pair in 0..pairs {
            let angle = door.angle(positions, token, pair);
            table.push((libm::cos(angle) * factor) as f32);
            table.push((libm::sin(angle) * factor) as f32);
        }
    }
    Turning {
        pairs,
        pairing: door.pairing,
        table,
    }
}
