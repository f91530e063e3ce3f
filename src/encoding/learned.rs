//! Learned absolute positions: row p of a table, added to the embedding.
//!
//! Devlin et al. 2018 (BERT), Radford et al. 2019 (GPT-2); Gehring et al. 2017, section 3.1. Shapes: positions \[n\] -> rows
//! \[n, d_model\] of a table \[max_len, d_model\]. Before training the table holds seeded N(0, std^2), and any two rows are as
//! unrelated as two words; or it starts from the sinusoid (`init`), as some implementations do. A position past the table has no row. The default refuses it; each workaround seen
//! in the wild is offered by name, so that its damage can be seen: `clamp` gives every late token the last row, `wrap`
//! starts over, `interpolate` squeezes all positions into the table.

use super::parameter::MAX_LEN;
use super::{
    Ask, Door, Doors, InputDoor, Kind, Opens, Parameter, Scheme, Values, inverse_frequencies,
    push_waves,
};
use crate::language::{Bilingual, Said};
use crate::random::NormalTable;
use crate::refusal::Refusal;

/// See the module.
pub struct Learned;

/// Standard deviation of a table that training would learn.
pub(super) const STD: Parameter = Parameter::real(
    "std",
    (0.0, 10.0),
    "0.5",
    Bilingual::new("初始标准差", "Initial spread"),
    Bilingual::new(
        "训练之前，表里的数取自均值为 0、标准差为此值的正态分布。",
        "Before training, the table's numbers come from a normal distribution with this standard deviation.",
    ),
);

const PARAMETERS: &[Parameter] = &[
    MAX_LEN,
    Parameter::new(
        "init",
        Kind::Choice(&[
            ("normal", Bilingual::new("随机", "at random")),
            ("sinusoid", Bilingual::new("正弦", "as the sinusoid")),
        ]),
        "normal",
        Bilingual::new("从什么开始", "Starts"),
        Bilingual::new(
            "训练之前表里是什么：随机数，还是正弦编码（底数 10000）的各行。",
            "What the table holds before training: random numbers, or the rows of the sinusoid of base 10,000.",
        ),
    ),
    STD.when("init", &["normal"]),
    Parameter::new(
        "beyond",
        Kind::Choice(&[
            ("refuse", Bilingual::new("拒绝", "refuse")),
            (
                "clamp",
                Bilingual::new("都用最后一行", "repeat the last row"),
            ),
            ("wrap", Bilingual::new("从头再数", "start over")),
            (
                "interpolate",
                Bilingual::new("压缩进表里", "squeeze into the table"),
            ),
        ]),
        "refuse",
        Bilingual::new("超出表时", "Past the end"),
        Bilingual::new(
            "位置超出表的最后一行怎么办。只有“拒绝”是诚实的，其余是常见的补救。",
            "What happens to a position past the last row. Only refusing is honest; the others are workarounds in use.",
        ),
    ),
];

impl Scheme for Learned {
    fn id(&self) -> &'static str {
        "learned"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("可学习的位置表", "Learned table")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "每个位置一行可训练的数，查表加到词向量上。表有多长，就只认识多少个位置。",
            "Each position has a trainable row, looked up and added. The table knows as many positions as it has rows.",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Input]
    }

    fn source(&self) -> &'static str {
        "Gehring et al. 2017, section 3.1; Devlin et al. 2018 (BERT)"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Learned {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let max_len = usize::try_from(values.whole("max_len")).unwrap_or(1).max(1);
        let lookups = lookups(&ask.positions, max_len, values.choice("beyond"))?;
        let d = ask.d_model;
        // Rows that nobody reads are not made.
        let rows = match values.choice("init") {
            "sinusoid" => {
                let inv_freq = inverse_frequencies(d, 10_000.0);
                let wave = |at: usize, row: &mut Vec<f64>| push_waves(row, at as f64, &inv_freq, d);
                read(&lookups, d, wave)
            }
            _ => {
                let table = NormalTable::new(ask.seed, "learned", values.real("std"));
                let drawn = |at: usize, row: &mut Vec<f64>| {
                    let first = (at * d) as u64;
                    row.extend((first..first + d as u64).map(|place| table.at(place)));
                };
                read(&lookups, d, drawn)
            }
        };
        Ok(Doors {
            input: Some(InputDoor::Rows(rows)),
            ..Doors::default()
        })
    }
}

/// The rows that lookups read, \[lookups, d_model\]; `push` appends a row of the table.
fn read(lookups: &[Lookup], d_model: usize, push: impl Fn(usize, &mut Vec<f64>)) -> Vec<f64> {
    let mut rows = Vec::with_capacity((lookups.len() + 1) * d_model);
    let mut next_row = Vec::with_capacity(d_model + 1);
    for Lookup { row, next, share } in lookups {
        let start = rows.len();
        push(*row, &mut rows);
        if *share > 0.0 {
            next_row.clear();
            push(*next, &mut next_row);
            let low = rows[start..].iter_mut();
            low.zip(&next_row)
                .for_each(|(low, high)| *low += (high - *low) * share);
        }
    }
    rows
}

/// The first rows of the interleaved sinusoid of base 10,000, \[rows, d_model\]: a table that starts from it.
pub fn sinusoid(rows: usize, d_model: usize) -> Vec<f64> {
    let inv_freq = inverse_frequencies(d_model, 10_000.0);
    let mut table = Vec::with_capacity(rows * (d_model + 1));
    for position in 0..rows {
        push_waves(&mut table, position as f64, &inv_freq, d_model);
    }
    table
}

/// Where a position reads the table: row, the row after it, and how far between the two.
struct Lookup {
    row: usize,
    next: usize,
    share: f64,
}

fn lookups(positions: &[i32], max_len: usize, beyond: &str) -> Result<Vec<Lookup>, Refusal> {
    let last = max_len - 1;
    let largest = positions.iter().copied().max().unwrap_or(0).max(0) as usize;
    let squeeze = if largest > last {
        last as f64 / largest as f64
    } else {
        1.0
    };
    let lookup = |position: &i32| {
        let p = usize::try_from(*position).map_err(|_| no_row(*position, max_len))?;
        let whole = |row| Lookup {
            row,
            next: row,
            share: 0.0,
        };
        match beyond {
            "clamp" => Ok(whole(p.min(last))),
            "wrap" => Ok(whole(p % max_len)),
            "interpolate" => {
                let at = p as f64 * squeeze;
                let row = (at as usize).min(last);
                let next = (row + 1).min(last);
                Ok(Lookup {
                    row,
                    next,
                    share: at - row as f64,
                })
            }
            _ if p > last => Err(no_row(*position, max_len)),
            _ => Ok(whole(p)),
        }
    };
    positions.iter().map(lookup).collect()
}

/// The refusal of a position that a table of `rows` rows has no row for.
pub(super) fn no_row(position: i32, rows: usize) -> Refusal {
    let allowed = Said::new(
        format!(
            "位置 {position} 没有对应的行（表里只有 {rows} 行），可用 0 到 {}",
            rows - 1
        ),
        format!(
            "position {position} has no row (the table holds {rows}), 0 to {} are allowed",
            rows - 1
        ),
    );
    Refusal::new("position", position, allowed)
}
