//! A table of one's own: row p, as somebody wrote it, is added to the embedding at position p.
//!
//! Whatever adds a vector to each position is such a table (Vaswani et al. 2017, section 3.5; Gehring et al. 2017, section 3.1),
//! so one that was trained elsewhere, or made up, can be tried here. It starts as the idea that comes first: the position
//! itself, as a number in one dimension. Shapes: positions \[n\] -> rows \[n, d_model\] of a table \[rows, width\] with
//! width <= d_model; the dimensions that it leaves over get zeros. A position past the table has no row.

use super::learned::no_row;
use super::{Ask, Door, Doors, InputDoor, Kind, Opens, Parameter, Scheme, Values};
use crate::decimal;
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;

/// See the module.
pub struct Table;

/// 0 to 63, a row each.
const COUNTED: &str = "0;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;\
    25;26;27;28;29;30;31;32;33;34;35;36;37;38;39;40;41;42;43;44;45;46;47;\
    48;49;50;51;52;53;54;55;56;57;58;59;60;61;62;63";

const PARAMETERS: &[Parameter] = &[Parameter::new(
    "table",
    Kind::Text { most: 1 << 20 },
    COUNTED,
    Bilingual::new("表", "Table"),
    Bilingual::new(
        "每个位置一行，用分号隔开；行内的数用逗号隔开，例如 0,1;1,0。行比模型窄时，其余维度为 0。",
        "One row a position, with semicolons between; numbers with commas between, as in 0,1;1,0. Dimensions left over get 0.",
    ),
)];

impl Scheme for Table {
    fn id(&self) -> &'static str {
        "table"
    }

    fn name(&self) -> Bilingual {
        Bilingual::new("自备的表", "Your own table")
    }

    fn summary(&self) -> Bilingual {
        Bilingual::new(
            "你给一张表，第 p 行加到位置 p 的词向量上。一开始表里就是位置的序号：0、1、2……",
            "You give a table, and row p is added to the word at position p. It starts as the bare position: 0, 1, 2 ...",
        )
    }

    fn doors(&self) -> &'static [Door] {
        &[Door::Input]
    }

    fn source(&self) -> &'static str {
        "as in Gehring et al. 2017, section 3.1"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }
}

impl Opens for Table {
    fn open(&self, ask: &Ask, values: &Values) -> Result<Doors, Refusal> {
        let table = read(values.text("table"), ask.d_model)?;
        let mut rows = Vec::with_capacity(ask.positions.len() * ask.d_model);
        for position in &ask.positions {
            let row = usize::try_from(*position).ok().and_then(|p| table.get(p));
            let row = row.ok_or_else(|| no_row(*position, table.len()))?;
            let end = rows.len() + ask.d_model;
            rows.extend_from_slice(row);
            rows.resize(end, 0.0);
        }
        Ok(Doors {
            input: Some(InputDoor::Rows(rows)),
            ..Doors::default()
        })
    }
}

/// The rows of a written table: equally long, none wider than the model.
fn read(text: &str, d_model: usize) -> Result<Vec<Vec<f64>>, Refusal> {
    let lines = text.split([';', '；', '\n']).map(str::trim);
    let lines = lines.filter(|line| !line.is_empty()).enumerate();
    let table: Vec<Vec<f64>> = lines
        .map(|(at, line)| row(at, line))
        .collect::<Result<_, _>>()?;
    let Some(width) = table.first().map(Vec::len) else {
        let allowed = Said::new("至少要有一行", "at least one row is allowed");
        return Err(Refusal::new("table", text, allowed));
    };
    let shape = || format!("[{}, {width}]", table.len());
    if let Some(at) = table.iter().position(|row| row.len() != width) {
        let allowed = Said::new(
            format!(
                "各行要一样长：第 0 行有 {width} 个数，第 {at} 行有 {} 个",
                table[at].len()
            ),
            format!(
                "equally long rows are allowed, row 0 has {width} numbers and row {at} has {}",
                table[at].len()
            ),
        );
        return Err(Refusal::new("table", "ragged", allowed));
    }
    if width > d_model {
        let allowed = Said::new(
            format!("每行最多 {d_model} 个数（模型的宽度）"),
            format!("at most {d_model} numbers a row are allowed, as wide as the model"),
        );
        return Err(Refusal::new("table", shape(), allowed));
    }
    Ok(table)
}

/// The numbers of one row, which f32 can hold.
fn row(at: usize, line: &str) -> Result<Vec<f64>, Refusal> {
    let numbers = line.split([',', '，']).map(str::trim);
    let number = |word: &str| {
        let number = decimal::parse(word).filter(|number| (*number as f32).is_finite());
        number.ok_or_else(|| {
            let allowed = Said::new(
                format!("第 {at} 行要填用逗号隔开的数，例如 0.5,-1"),
                format!("numbers with commas between are allowed in row {at}, as in 0.5,-1"),
            );
            Refusal::new("table", word, allowed)
        })
    };
    numbers.map(number).collect()
}
