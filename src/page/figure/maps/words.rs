//! What is told of one side's maps: of the cell that is looked at, and of the whole.

use super::field::Field;
use crate::figure::{extent, number};
use crate::page::figure::latest::{Local, latest};
use crate::page::figure::plane::{Plane, Reader};
use crate::page::figure::{say, say_below};
use leptos::prelude::*;

/// The words on the cell that is looked at.
pub fn readout(field: Field) -> Local<Option<String>> {
    let found = latest(move || {
        let side = field.side.get()?;
        let cell = field.looked_at()?;
        let reader = field.reader.get_value();
        Some(async move {
            let row = cell.panel * side.tokens.len() + cell.row;
            let values = reader.cells(&side.plane, &[(row, cell.column)]).await?;
            Some((side, cell, *values.first()?))
        })
    });
    Signal::derive_local(move || {
        let (side, cell, value) = found.get()?;
        let hidden = side.causal && cell.column > cell.row;
        let value = if hidden {
            say(field.desk).map.hidden.into()
        } else {
            number(value)
        };
        let (query, key) = (side.tokens.exact(cell.row), side.tokens.exact(cell.column));
        let head = side.heads.get(cell.panel).map_or(1, |head| head + 1);
        Some((say_below(field.desk).attention.cell)(
            head, &query, &key, &value,
        ))
    })
}

/// What the maps show, for those who don't see them: each head's largest weight.
pub fn summary(
    field: Field,
    sentence: impl Fn() -> Option<&'static str> + Copy + Send + Sync + 'static,
) -> Local<String> {
    let found = latest(move || {
        let side = field.side.get()?;
        Some(async move {
            let n = side.tokens.len();
            let mut largest = Vec::new();
            for panel in 0..side.heads.len() {
                let plane = Plane::matrix(&side.plane.run, side.plane.tensor, panel);
                let values = Reader::default().all(&plane).await?;
                largest.extend(extent(&values).map(|e| (e.max_at / n, e.max_at % n, e.max)));
            }
            Some((side, largest))
        })
    });
    Signal::derive_local(move || {
        let (Some((side, largest)), Some(sentence)) = (found.get(), sentence()) else {
            return String::new();
        };
        let strings = &say_below(field.desk).attention;
        let mut text = (strings.side)(sentence, side.heads.len(), side.tokens.len());
        for (head, (query, key, weight)) in side.heads.iter().zip(largest) {
            let (query, key) = (side.tokens.exact(query), side.tokens.exact(key));
            text += &(strings.largest)(head + 1, &query, &key, &number(weight));
        }
        text + say(field.desk).map.keys_open
    })
}
