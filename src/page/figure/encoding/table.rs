//! What a scheme makes of positions, computed by the engine, and the words on its cells.

use super::words::{explain, names};
use crate::encoding::{Ask, Doors, InputDoor, Scheme, Values};
use crate::engine::paint::{ColourMap, Panel};
use crate::engine::{Data, Engine, Feeds, Run, TensorId};
use crate::experiment::anatomy::open_for_most;
use crate::figure::{Axis, Cells, largest_size};
use crate::model::{Part, exhibit};
use crate::page::Desk;
use crate::page::figure::plane::Plane;
use crate::page::figure::sheet::Sheet;
use crate::page::figure::{say, say_below};
use crate::refusal::Refusal;
use std::rc::Rc;

/// A part with its tensor and its colours.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Which part.
    pub part: Part,
    tensor: TensorId,
    /// Its own colour scale.
    pub map: ColourMap,
}

/// What a scheme makes of some positions. Cheap to clone.
#[derive(Clone)]
pub struct Table {
    run: Run,
    /// What there is to see, what tells most first; empty where the scheme lets nothing in.
    pub parts: Rc<[Shown]>,
    pub(super) doors: Rc<Doors>,
    pub(super) positions: Rc<[i32]>,
    pub(super) base: f64,
    /// Whether angles were taken in plain f32.
    pub naive: bool,
}

/// Computes it, for as many positions as the scheme takes. `None` where it can't be computed, which the page tells.
pub async fn compute(
    engine: Engine,
    scheme: &'static dyn Scheme,
    values: Values,
    ask: Ask,
    naive: bool,
) -> Option<Result<Table, Refusal>> {
    let (doors, positions) = match open_for_most(scheme, &values, &ask) {
        Ok(opened) => opened,
        Err(refusal) => return Some(Err(refusal)),
    };
    let laid = exhibit(&doors, &positions, naive).ok()?;
    let run = engine.run(&laid.program, &laid.feeds).await.ok()?;
    let shown = laid.parts.iter().map(|(part, tensor)| Shown {
        part: *part,
        tensor: *tensor,
        map: colours(*part, *tensor, &doors, &laid.feeds),
    });
    Some(Ok(Table {
        run,
        parts: shown.collect(),
        doors: Rc::new(doors),
        positions: positions.into(),
        base: values.real("base"),
        naive,
    }))
}

/// The scale of a part alone: 1 for sines and cosines, else the largest number that there is.
fn colours(part: Part, tensor: TensorId, doors: &Doors, feeds: &Feeds<f32>) -> ColourMap {
    let largest = match feeds.get(tensor) {
        Some(Data::Real(values)) => largest_size(values).max(1e-6),
        _ => 1.0,
    };
    match part {
        Part::Input if matches!(doors.input, Some(InputDoor::Waves(_))) => {
            ColourMap::Diverging { limit: 1.0 }
        }
        Part::Cosine | Part::Sine => {
            let factor = doors.rotation.as_ref().map(|door| door.attention_factor);
            ColourMap::Diverging {
                limit: factor.unwrap_or(1.0) as f32,
            }
        }
        Part::Growth | Part::Damping | Part::Gate | Part::Index => {
            ColourMap::Sequential { high: largest }
        }
        _ => ColourMap::Diverging { limit: largest },
    }
}

impl Table {
    /// Part `place`; the last where there are fewer.
    pub fn part(&self, place: usize) -> Option<Shown> {
        let last = self.parts.len().checked_sub(1)?;
        self.parts.get(place.min(last)).copied()
    }

    /// How many heads have a matrix of their own in part `place`.
    pub fn heads(&self, place: usize) -> usize {
        match self.part(place) {
            Some(Shown { part, tensor, .. }) if !is_turn(part) => {
                Plane::matrices(&self.run, tensor)
            }
            _ => 1,
        }
    }

    /// Part `place` of head `head` as a heat map called `title`, in the colours of `map`.
    pub fn sheet(
        &self,
        (place, head): (usize, usize),
        map: Option<ColourMap>,
        title: String,
        desk: Desk,
    ) -> Option<Sheet> {
        let strings = &say_below(desk).encoding;
        let shown = self.part(place)?;
        let head = head.min(self.heads(place) - 1);
        let plane = self.plane(shown, head);
        let by_pair = is_by_pair(shown.part);
        let positions = |count| Axis::Count {
            from: self.positions.first().map_or(0, |p| i64::from(*p)),
            count,
        };
        let (rows, columns) = (plane.panel.rows, plane.panel.columns);
        let table = self.clone();
        Some(Sheet {
            plane,
            title,
            rows: match is_vectors(shown.part) {
                true => Axis::count(rows),
                false => positions(rows),
            },
            columns: match by_pair {
                true => positions(columns),
                false => Axis::count(columns),
            },
            names: names(shown.part, &say(desk).map, strings),
            map: map.unwrap_or(shown.map),
            cells: match by_pair {
                true => Cells::Square,
                false => Cells::Free,
            },
            causal: false,
            explain: Some(Rc::new(move |row, column, value| {
                explain(&table, shown.part, (row, column), value, strings)
            })),
        })
    }

    fn plane(&self, shown: Shown, head: usize) -> Plane {
        if !is_turn(shown.part) {
            return Plane::matrix(&self.run, shown.tensor, head);
        }
        // The cosines or the sines of [n, pairs, 2].
        let axes = self.run.program().info(shown.tensor).shape.axes();
        let (rows, pairs) = (axes[0], axes[1]);
        Plane {
            run: self.run.clone(),
            tensor: shown.tensor,
            panel: Panel {
                offset: usize::from(shown.part == Part::Sine),
                rows,
                columns: pairs,
                row_stride: 2 * pairs,
                column_stride: 2,
            },
        }
    }
}

fn is_turn(part: Part) -> bool {
    matches!(part, Part::Cosine | Part::Sine)
}

/// Whether rows are queries and columns keys.
pub(super) fn is_by_pair(part: Part) -> bool {
    matches!(part, Part::Bias | Part::Damping | Part::Gate | Part::Index)
}

/// Whether rows are those of a table that positions look up.
pub(super) fn is_vectors(part: Part) -> bool {
    matches!(
        part,
        Part::Keys | Part::Queries | Part::Values | Part::Counted
    )
}

/// One scale for a part of several tables: the widest of theirs. Rows of tables are numbers of nothing that two encodings
/// share, so an index has none.
pub fn shared<'a>(tables: impl Iterator<Item = &'a Table>, part: Part) -> Option<ColourMap> {
    if part == Part::Index {
        return None;
    }
    let maps = tables.flat_map(|table| table.parts.iter());
    let maps = maps
        .filter(|shown| shown.part == part)
        .map(|shown| shown.map);
    maps.reduce(|a, b| match (a, b) {
        (ColourMap::Diverging { limit: a }, ColourMap::Diverging { limit: b }) => {
            ColourMap::Diverging { limit: a.max(b) }
        }
        (ColourMap::Sequential { high: a }, ColourMap::Sequential { high: b }) => {
            ColourMap::Sequential { high: a.max(b) }
        }
        (a, _) => a,
    })
}
