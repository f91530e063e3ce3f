//! Opening an encoding's doors for training: what it computes becomes numbers of slots, what it learns becomes rows of tables.

use super::entrant::{Entrant, Opened, Turning};
use super::slot::{NO_ROW, Slot};
use crate::encoding::grid::Grid;
use crate::encoding::{
    Ask, BiasDoor, ContentBias, Index, InputDoor, RelativeDoor, RotationDoor, sin_cos,
    transformer_xl,
};
use crate::language::Said;
use crate::refusal::Refusal;

impl Entrant {
    /// Opens the doors at `ask`'s positions, which count up by one where the encoding [goes by distance](Self::goes_by_distance).
    ///
    /// # Errors
    /// A [`Refusal`] of the scheme's own, or of positions that its table has no row for.
    pub fn open(&self, ask: &Ask) -> Result<Opened, Refusal> {
        let mut opened = Opened::default();
        match self.scheme.id() {
            "learned" => opened.whole(Slot::InputRows, self.table_rows(ask)?),
            "learned_2d" => opened.whole(Slot::PatchRows, self.patch_rows(ask)?),
            "kerple" => {
                let power = self.values.choice("variant") == "power";
                opened.whole(Slot::Kernel, vec![if power { 2 } else { 1 }]);
            }
            "fire" => {
                let positions = ask.positions.iter().map(|p| *p as f32);
                opened.real(Slot::Positions, positions.collect());
            }
            "transformer_xl" => {
                let n = ask.positions.len() as i64;
                let offsets: Vec<i64> = (1 - n..n).collect();
                let base = self.values.real("base");
                let rows = transformer_xl::distances(&offsets, ask.d_model, base);
                opened.real(Slot::Distances, narrow(&rows));
                opened.whole(Slot::Preference, vec![0]);
            }
            _ => self.open_scheme(ask, &mut opened)?,
        }
        Ok(opened)
    }

    /// Takes over what the scheme itself opens.
    fn open_scheme(&self, ask: &Ask, opened: &mut Opened) -> Result<(), Refusal> {
        let doors = self.scheme.open(ask, &self.values)?;
        let n = ask.positions.len();
        if let Some(door) = &doors.input {
            opened.real(Slot::Input, rows(door, ask));
        }
        if let Some(door) = &doors.rotation {
            turn(door, ask, opened);
        }
        if let Some(door) = &doors.bias {
            match self.scheme.id() {
                "t5" => opened.whole(Slot::BiasRows, by_offset(&door.index, n)),
                "swin_2d" => {
                    let pairs = door.index.dense(n);
                    opened.whole(Slot::WindowRows, pairs.repeat(ask.heads));
                }
                _ => opened.real(Slot::Bias, spread(door, ask)),
            }
        }
        if let Some(door) = &doors.relative {
            self.open_relative(door, n, opened);
        }
        match &doors.content {
            None => {}
            // s + s * mask.
            Some(ContentBias::Gate(mask)) => {
                let factors = factors(mask, n).into_iter().map(|mask| 1.0 + mask);
                opened.real(Slot::ScoreFactor, factors.collect());
            }
            Some(ContentBias::Counted { rows, .. }) => {
                opened.whole(Slot::CountedRows, (0..*rows as u32).collect());
            }
        }
        if let Some(door) = &doors.damping {
            opened.real(Slot::WeightFactor, factors(door, n));
        }
        if let Some(scale) = doors.score_scale {
            let factor = (scale * libm::sqrt(ask.head_dim() as f64)) as f32;
            opened.real(Slot::ScoreFactor, vec![factor; 2 * n - 1]);
        }
        Ok(())
    }

    fn open_relative(&self, door: &RelativeDoor, n: usize, opened: &mut Opened) {
        let index = by_offset(&door.index, n);
        match self.scheme.id() {
            // Inside, the door has a row for each bucket from -span to span; the tables that are learned have 2 span, and the
            // keys' lookup is mirrored: see the scheme.
            "deberta" => {
                let span = (door.rows as i64 - 1) / 2;
                let row = |bucket: i64| (bucket + span).clamp(0, 2 * span - 1) as u32;
                let bucket = |at: &u32| i64::from(*at) - span;
                let keys = index.iter().map(|at| row(bucket(at))).collect();
                let queries = index.iter().map(|at| row(-bucket(at))).collect();
                opened.whole(Slot::HeadsKeyRows, keys);
                opened.whole(Slot::HeadsQueryRows, queries);
            }
            // The last row is the zero beyond the window.
            "hybrid" => {
                let last = door.rows as u32 - 1;
                let row = |at: u32| if at == last { NO_ROW } else { at };
                opened.whole(Slot::KeyRows, index.into_iter().map(row).collect());
            }
            _ => {
                if door.value.is_some() {
                    opened.whole(Slot::ValueRows, index.clone());
                }
                opened.whole(Slot::KeyRows, index);
            }
        }
    }

    fn table_rows(&self, ask: &Ask) -> Result<Vec<u32>, Refusal> {
        let rows = usize::try_from(self.values.whole("max_len")).unwrap_or(0);
        let row = |p: &i32| u32::try_from(*p).ok().filter(|p| (*p as usize) < rows);
        let known: Option<Vec<u32>> = ask.positions.iter().map(row).collect();
        let allowed = || {
            let needed = ask.positions.iter().max().map_or(0, |p| i64::from(*p) + 1);
            Said::new(
                format!("训练要用到 {needed} 个位置，表里至少要有这么多行"),
                format!("training meets {needed} positions, so at least as many rows are needed"),
            )
        };
        known.ok_or_else(|| Refusal::new("max_len", rows, allowed()))
    }

    /// Each token's row of the grid, then its column.
    fn patch_rows(&self, ask: &Ask) -> Result<Vec<u32>, Refusal> {
        if !ask.d_model.is_multiple_of(2) {
            // The scheme's own words.
            self.scheme.open(ask, &self.values)?;
        }
        let grid = Grid::of(&self.values);
        let places = grid.places(&ask.positions)?;
        let pair = |(row, column): &(i32, i32)| [*row as u32, grid.rows as u32 + *column as u32];
        Ok(places.iter().flat_map(pair).collect())
    }
}

/// The row of each offset from -(n-1) to n - 1.
fn by_offset(index: &Index, n: usize) -> Vec<u32> {
    (0..2 * n - 1)
        .map(|offset| {
            let (i, j) = pair_at(offset, n);
            index.row(n, i, j)
        })
        .collect()
}

/// The first query that has a key at an offset, and that key.
fn pair_at(offset: usize, n: usize) -> (usize, usize) {
    ((n - 1).saturating_sub(offset), offset.saturating_sub(n - 1))
}

/// The bias of each offset and head, \[2n - 1, heads\].
fn spread(door: &BiasDoor, ask: &Ask) -> Vec<f32> {
    let n = ask.positions.len();
    let heads = door.heads();
    let mut table = Vec::with_capacity((2 * n - 1) * ask.heads);
    for offset in 0..2 * n - 1 {
        let (i, j) = pair_at(offset, n);
        table.extend((0..ask.heads).map(|head| door.at(n, head.min(heads - 1), i, j) as f32));
    }
    table
}

/// A factor that all heads share, by offset.
fn factors(door: &BiasDoor, n: usize) -> Vec<f32> {
    let at = |offset| {
        let (i, j) = pair_at(offset, n);
        door.at(n, 0, i, j) as f32
    };
    (0..2 * n - 1).map(at).collect()
}

/// The rows of door 1.
fn rows(door: &InputDoor, ask: &Ask) -> Vec<f32> {
    match door {
        InputDoor::Rows(rows) => narrow(rows),
        InputDoor::Waves(columns) => {
            let row = |p: &i32| {
                let p = *p;
                columns.iter().map(move |wave| wave.at(p) as f32)
            };
            ask.positions.iter().flat_map(row).collect()
        }
    }
}

/// (cos, sin) of every pair at every position, in f64 before they are rounded; where pairs grow, queries and keys differ.
fn turn(door: &RotationDoor, ask: &Ask, opened: &mut Opened) {
    let table = |sign: f64| {
        let mut table = Vec::with_capacity(ask.positions.len() * door.rotary_dim());
        for (token, position) in ask.positions.iter().enumerate() {
            for pair in 0..door.inv_freq.len() {
                let angle = door.angle(&ask.positions, token, pair);
                let growth = door.growth.get(pair).copied().unwrap_or(0.0);
                let factor =
                    door.attention_factor * libm::exp(sign * f64::from(*position) * growth);
                let [sine, cosine] = sin_cos(angle);
                table.push((cosine * factor) as f32);
                table.push((sine * factor) as f32);
            }
        }
        table
    };
    opened.rotation = Some(Turning {
        pairs: door.inv_freq.len(),
        pairing: door.pairing,
    });
    opened.real(Slot::QueryTurn, table(1.0));
    if !door.growth.is_empty() {
        opened.real(Slot::KeyTurn, table(-1.0));
    }
}

fn narrow(values: &[f64]) -> Vec<f32> {
    values.iter().map(|v| *v as f32).collect()
}
