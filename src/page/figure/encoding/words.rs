//! The words on an encoding's cells.

use super::table::{Table, is_by_pair, is_vectors};
use crate::encoding::{Doors, InputDoor, RotationDoor, TurnedBy, Wave};
use crate::figure::{number, wave_formula};
use crate::model::Part;
use crate::page::text::{EncodingStrings, MapStrings};

/// What a row and a column of a part are called.
pub fn names(part: Part, map: &MapStrings, strings: &EncodingStrings) -> [&'static str; 2] {
    let [position, dimension] = map.position_dimension;
    match part {
        Part::Cosine | Part::Sine | Part::Growth => [position, strings.pair],
        _ if is_by_pair(part) => strings.query_key,
        _ if is_vectors(part) => [strings.row, dimension],
        _ => [position, dimension],
    }
}

/// What is said of a cell: "sin(3 / 10000^(2·4/32)) = 0.2955", and where angles are naive, how far that is from the truth;
/// "row 7"; "−0.25 × 3 = −0.75" of a slope.
pub fn explain(
    table: &Table,
    part: Part,
    (row, column): (usize, usize),
    value: f32,
    strings: &EncodingStrings,
) -> String {
    let text = number(value);
    match part {
        Part::Index => (strings.look_up)(value as usize),
        Part::Input | Part::Cosine | Part::Sine => {
            let angle = wave(&table.doors, part, column);
            let formula = angle.map(|(wave, width)| {
                let position = table.positions[row];
                let formula = wave_formula(wave, position, table.base, width);
                (formula, wave.at(position))
            });
            match formula {
                None => text,
                Some((formula, exact)) if table.naive => {
                    let off = number((f64::from(value) - exact).abs());
                    format!(
                        "{formula} = {text} · {}",
                        (strings.exact)(&number(exact), &off)
                    )
                }
                Some((formula, _)) => format!("{formula} = {text}"),
            }
        }
        _ => text,
    }
}

/// The wave behind a column, and the width that its frequency is spread over; none where rows are not waves.
fn wave(doors: &Doors, part: Part, column: usize) -> Option<(Wave, usize)> {
    if part == Part::Input {
        return match &doors.input {
            Some(InputDoor::Waves(columns)) => Some((*columns.get(column)?, columns.len())),
            _ => None,
        };
    }
    let door: &RotationDoor = doors.rotation.as_ref()?;
    // A patch turns by its row or its column, and a scaled rotation isn't a cosine alone.
    if door.turned_by != TurnedBy::Position || door.attention_factor != 1.0 {
        return None;
    }
    let inv_freq = *door.inv_freq.get(column)?;
    let wave = Wave {
        inv_freq,
        cosine: part == Part::Cosine,
    };
    Some((wave, door.rotary_dim()))
}
