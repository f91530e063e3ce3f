//! The line-up as controls read and write it: the property `compare`.

use crate::experiment::lineup::{self, Entry, SIZES};
use crate::page::desk::Desk;
use leptos::prelude::*;

/// The line-up of one lab. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct LineUp {
    desk: Desk,
    text: Memo<String>,
}

impl LineUp {
    /// The line-up of `desk`'s lab.
    pub fn of(desk: Desk) -> Self {
        let text = Memo::new(move |_| desk.store.read(|state| state.get("compare")));
        Self { desk, text }
    }

    /// Its entries. Reactive.
    pub fn entries(self) -> Vec<Entry> {
        // The property takes nothing that can't be read.
        self.text
            .with(|text| lineup::parse(text))
            .unwrap_or_default()
    }

    /// One entry. Reactive.
    pub fn entry(self, index: usize) -> Option<Entry> {
        self.entries().into_iter().nth(index)
    }

    /// How many there are. Reactive.
    pub fn len(self) -> usize {
        self.entries().len()
    }

    /// Whether there may be one more. Reactive.
    pub fn has_room(self) -> bool {
        self.len() < *SIZES.end()
    }

    /// Whether there may be one less. Reactive.
    pub fn can_lose(self) -> bool {
        self.len() > *SIZES.start()
    }

    /// Changes the entries. A line-up that has become too long or too short isn't taken.
    pub fn change(self, change: impl FnOnce(&mut Vec<Entry>)) {
        let mut entries = untrack(|| self.entries());
        change(&mut entries);
        if SIZES.contains(&entries.len()) {
            self.desk.store.set("compare", &lineup::write_all(&entries));
        }
    }

    /// The name of an entry's encoding. Reactive.
    pub fn name(self, index: usize) -> &'static str {
        let language = self.desk.language.get();
        let entry = self.entry(index);
        entry.map_or("", |entry| entry.scheme.name().get(language))
    }
}
