//! Ids: several labs stand on one page, so an id is never written by hand.

use std::cell::Cell;

thread_local! {
    static NEXT: Cell<u32> = const { Cell::new(0) };
}

/// An id that no other element has, beginning with `stem`.
pub fn unique(stem: &str) -> String {
    let number = NEXT.replace(NEXT.get() + 1);
    format!("{stem}-{number}")
}
