//! The part of a matrix that is drawn, and the cell that is looked at.

use crate::engine::paint::Ink;
use crate::figure::{Cell, Fit, Grid, fit};
use crate::page::figure::canvas::Shown;
use crate::page::figure::labels::row_room;
use crate::page::figure::latest::Local;
use crate::page::figure::sheet::Sheet;
use leptos::prelude::*;

/// What a scroll bar may take.
pub const SCROLL_BAR: f64 = 12.0;

/// The state of one heat map. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Window {
    /// What is shown.
    pub sheet: Local<Option<Sheet>>,
    /// The width that there is.
    pub room: ReadSignal<f64>,
    /// Most that it is high.
    pub height: f64,
    /// How much larger than needed a cell is drawn.
    pub zoom: RwSignal<f64>,
    /// Row and column of the first cell that is drawn.
    pub first: RwSignal<(usize, usize)>,
    /// Where the keyboard's cursor is.
    pub cursor: RwSignal<Option<Cell>>,
    /// Where the pointer is.
    pub hover: RwSignal<Option<Cell>>,
}

impl Window {
    /// A window on the beginning of whatever is shown.
    pub fn new(sheet: Local<Option<Sheet>>, room: ReadSignal<f64>, height: f64) -> Self {
        Self {
            sheet,
            room,
            height,
            zoom: RwSignal::new(1.0),
            first: RwSignal::new((0, 0)),
            cursor: RwSignal::new(None),
            hover: RwSignal::new(None),
        }
    }

    /// The cell that is looked at: the pointer's, else the cursor's, as far as it exists. Reactive.
    pub fn looked_at(self) -> Option<Cell> {
        let grid = self.grid();
        let cell = self.hover.get().or_else(|| self.cursor.get())?;
        (!grid.is_empty()).then(|| grid.clamp(cell))
    }

    /// Rows and columns. Reactive.
    pub fn grid(self) -> Grid {
        self.sheet.with(|sheet| match sheet {
            Some(sheet) => Grid {
                panels: 1,
                rows: sheet.plane.panel.rows,
                columns: sheet.plane.panel.columns,
            },
            None => Grid::default(),
        })
    }

    /// Size of cells and window; none before there is anything. Reactive.
    pub fn fit(self) -> Option<Fit> {
        let room = self.room.get();
        let zoom = self.zoom.get();
        self.sheet.with(|sheet| {
            let sheet = sheet.as_ref().filter(|_| room > 0.0)?;
            let panel = sheet.plane.panel;
            let width = room - row_room(&sheet.rows) - SCROLL_BAR;
            let cells = sheet.cells;
            Some(fit(
                panel.rows,
                panel.columns,
                width,
                self.height,
                cells,
                zoom,
            ))
        })
    }

    /// Whether not everything fits into the window. Reactive.
    pub fn is_cut(self) -> bool {
        let grid = self.grid();
        self.fit()
            .is_some_and(|fit| fit.rows < grid.rows || fit.columns < grid.columns)
    }

    /// The first cell, as far as the window can begin there. Reactive.
    pub fn start(self) -> (usize, usize) {
        let grid = self.grid();
        let (row, column) = self.first.get();
        match self.fit() {
            Some(fit) => (
                row.min(grid.rows - fit.rows),
                column.min(grid.columns - fit.columns),
            ),
            None => (0, 0),
        }
    }

    /// The picture of the window. Reactive.
    pub fn picture(self, ink: Ink) -> Option<Shown> {
        let fit = self.fit()?;
        let start = self.start();
        self.sheet.with(|sheet| {
            let sheet = sheet.as_ref()?;
            let panel = sheet.plane.window(start, fit.rows, fit.columns);
            Some(sheet.picture(panel, ink))
        })
    }
}
