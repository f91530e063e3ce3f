//! What the parts of one side share: its maps, its cursor, and what keys and pointers do to it.

use super::SideData;
use crate::figure::{Cell, Grid, Maps};
use crate::page::Desk;
use crate::page::figure::inspect::Target;
use crate::page::figure::latest::Local;
use crate::page::figure::plane::Reader;
use crate::page::figure::say;
use leptos::html;
use leptos::prelude::*;
use leptos::{ev, web_sys};

/// What the views of one side share.
#[derive(Clone, Copy)]
pub struct Field {
    /// The lab.
    pub desk: Desk,
    /// The maps.
    pub side: Local<Option<SideData>>,
    /// Where they stand, for both sides.
    pub layout: Local<Option<Maps>>,
    /// Where the keyboard's cursor is.
    pub cursor: RwSignal<Option<Cell>>,
    /// Where the pointer is.
    pub hover: RwSignal<Option<Cell>>,
    /// Where a chosen cell goes.
    pub target: RwSignal<Option<Target>>,
    /// Reads the maps' numbers.
    pub reader: StoredValue<Reader, LocalStorage>,
}

impl Field {
    /// Heads, and tokens by tokens. Reactive.
    pub fn grid(self) -> Grid {
        self.side.with(|side| match side {
            Some(side) => Grid {
                panels: side.heads.len(),
                rows: side.tokens.len(),
                columns: side.tokens.len(),
            },
            None => Grid::default(),
        })
    }

    /// Where this side's maps stand: the shared layout with this side's sizes. Reactive.
    pub fn maps(self) -> Option<Maps> {
        let grid = self.grid();
        let maps = self.layout.get().filter(|_| !grid.is_empty())?;
        // A shorter sentence keeps the distance between maps that the longer one has.
        let gap = maps.gap + maps.n - grid.rows;
        Some(Maps {
            panels: grid.panels,
            n: grid.rows,
            gap,
            ..maps
        })
    }

    /// The cell that is looked at: the pointer's, else the cursor's, as far as it exists. Reactive.
    pub fn looked_at(self) -> Option<Cell> {
        let grid = self.grid();
        let cell = self.hover.get().or_else(|| self.cursor.get())?;
        (!grid.is_empty()).then(|| grid.clamp(cell))
    }

    /// Chooses a cell.
    pub fn inspect(self, cell: Cell) {
        if let Some(side) = self.side.get_untracked() {
            self.target
                .set(side.target(cell.panel, cell.row, cell.column));
        }
    }

    /// What stands where no cell is looked at: said once for both sides. Reactive.
    pub fn hint(self) -> &'static str {
        let first = self
            .side
            .with(|side| side.as_ref().is_some_and(|side| side.index == 0));
        if first { say(self.desk).map.hint } else { "" }
    }

    /// What a key does.
    pub fn keyed(self, event: &ev::KeyboardEvent) {
        let name = event.key();
        let grid = self.grid();
        if grid.is_empty() {
            return;
        }
        let from = grid.clamp(self.cursor.get_untracked().unwrap_or_default());
        if matches!(name.as_str(), "Enter" | " ") {
            event.prevent_default();
            self.inspect(from);
        } else if let Some(next) = grid.step(from, &name, event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            self.hover.set(None);
            self.cursor.set(Some(next));
        }
    }

    /// The cell under a pointer over `node`.
    pub fn cell_at(self, node: NodeRef<html::Div>, event: &web_sys::MouseEvent) -> Option<Cell> {
        let bounds = node.get_untracked()?.get_bounding_client_rect();
        let x = f64::from(event.client_x()) - bounds.left();
        let y = f64::from(event.client_y()) - bounds.top();
        self.maps()?.at(x, y)
    }
}
