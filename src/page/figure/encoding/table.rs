//! A scheme's table, computed by the engine, and the words on its cells.

use crate::encoding::{Ask, Doors, InputDoor, RotationDoor, Scheme, Values, Wave};
use crate::engine::paint::{ColourMap, Panel};
use crate::engine::{Engine, Run, TensorId};
use crate::figure::{Axis, Cells, number, wave_formula};
use crate::model::tables;
use crate::page::Desk;
use crate::page::figure::plane::Plane;
use crate::page::figure::say;
use crate::page::figure::sheet::Sheet;
use crate::page::text::EncodingStrings;
use std::rc::Rc;

/// Which door the table is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Door 1: rows that are added.
    Input,
    /// Door 2: angles.
    Rotation,
}

/// A computed table. Cheap to clone.
#[derive(Clone)]
pub struct Table {
    run: Run,
    tensor: TensorId,
    doors: Rc<Doors>,
    positions: Rc<[i32]>,
    base: f64,
    /// Whether angles were taken in plain f32.
    pub naive: bool,
}

impl Table {
    /// Which door it is of: the first open one.
    pub fn kind(&self) -> Kind {
        if self.doors.input.is_some() {
            Kind::Input
        } else {
            Kind::Rotation
        }
    }
}

/// Computes the table; none where the scheme has none, or where it can't be computed, which the page tells.
pub async fn compute(
    engine: Engine,
    scheme: &'static dyn Scheme,
    values: Values,
    ask: Ask,
    naive: bool,
) -> Option<Table> {
    let doors = scheme.open(&ask, &values).ok()?;
    let built = tables(&doors, &ask.positions, naive).ok()?;
    let tensor = built.input.or(built.rotation)?;
    let run = engine.run(&built.program, &built.feeds).await.ok()?;
    Some(Table {
        run,
        tensor,
        doors: Rc::new(doors),
        positions: ask.positions.into(),
        base: values.real("base"),
        naive,
    })
}

/// The table as a heat map; `sine` chooses which of a rotation's two planes.
pub fn sheet(table: Table, sine: bool, desk: Desk) -> Sheet {
    let strings = say(desk);
    let axes = table.run.program().info(table.tensor).shape.axes().to_vec();
    let (rows, columns) = (axes[0], axes[1]);
    let [position, dimension] = strings.map.position_dimension;
    let (panel, column_name) = match table.kind() {
        Kind::Input => (Panel::matrix(0, rows, columns), dimension),
        Kind::Rotation => (plane_of_pairs(rows, columns, sine), strings.encoding.pair),
    };
    let explained = table.clone();
    Sheet {
        plane: Plane {
            run: table.run.clone(),
            tensor: table.tensor,
            panel,
        },
        title: strings.encoding.title.into(),
        rows: Axis::Count {
            from: table.positions.first().map_or(0, |p| i64::from(*p)),
            count: rows,
        },
        columns: Axis::count(columns),
        names: [position, column_name],
        map: ColourMap::Diverging {
            limit: limit(&table.doors),
        },
        cells: Cells::Free,
        causal: false,
        explain: Some(Rc::new(move |row, column, value| {
            explain(&explained, sine, (row, column), value, &strings.encoding)
        })),
    }
}

/// The number that the strongest colour stands for: 1 for sines and cosines, the largest number of a learned table.
fn limit(doors: &Doors) -> f32 {
    match &doors.input {
        Some(InputDoor::Rows(rows)) => {
            rows.iter().fold(1e-3, |most: f64, v| most.max(v.abs())) as f32
        }
        _ => 1.0,
    }
}

/// The cosines or the sines of \[n, pairs, 2\].
fn plane_of_pairs(rows: usize, pairs: usize, sine: bool) -> Panel {
    Panel {
        offset: usize::from(sine),
        rows,
        columns: pairs,
        row_stride: 2 * pairs,
        column_stride: 2,
    }
}

/// "sin(3 / 10000^(2·4/32)) = 0.2955", and where angles are naive, how far that is from the truth.
fn explain(
    table: &Table,
    sine: bool,
    (row, column): (usize, usize),
    value: f32,
    strings: &EncodingStrings,
) -> String {
    let value_text = number(value);
    let Some((wave, width)) = wave(&table.doors, sine, column) else {
        return value_text;
    };
    let position = table.positions[row];
    let formula = wave_formula(wave, position, table.base, width);
    let mut text = format!("{formula} = {value_text}");
    if table.naive {
        let exact = wave.at(position);
        let difference = (f64::from(value) - exact).abs();
        text += " · ";
        text += &(strings.exact)(&number(exact), &number(difference));
    }
    text
}

/// The wave behind a column, and the width that its frequency is spread over.
fn wave(doors: &Doors, sine: bool, column: usize) -> Option<(Wave, usize)> {
    match &doors.input {
        Some(InputDoor::Waves(columns)) => return Some((*columns.get(column)?, columns.len())),
        Some(InputDoor::Rows(_)) => return None,
        None => {}
    }
    let door: &RotationDoor = doors.rotation.as_ref()?;
    let inv_freq = *door.inv_freq.get(column)?;
    Some((
        Wave {
            inv_freq,
            cosine: !sine,
        },
        door.rotary_dim(),
    ))
}
