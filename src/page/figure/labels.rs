//! Labels beside rows and above columns.

use super::canvas::px;
use crate::figure::{Axis, every_row, lettering};
use leptos::prelude::*;
use std::ops::Range;

/// Size of their type, in pixels.
pub const SIZE: f64 = 12.0;
/// Longest that a label may be; a longer one ends in an ellipsis.
const LONGEST: f64 = 88.0;
/// Size of their type where cells are narrow, in pixels.
const SMALL: f64 = 11.0;
/// Room between a label and its cell.
const AIR: f64 = 8.0;

/// Room that row labels take.
pub fn row_room(axis: &Axis) -> f64 {
    (axis.widest(SIZE) + AIR).min(LONGEST).ceil()
}

/// Room that column labels take above cells of this width.
pub fn column_room(axis: &Axis, cell: f64) -> f64 {
    if lettering(axis, cell, SIZE).turned {
        (axis.widest(SIZE) + AIR).min(LONGEST).ceil()
    } else {
        18.0
    }
}

/// Labels of some rows, each `cell` pixels high.
pub fn row_labels(axis: &Axis, shown: Range<usize>, cell: f64) -> impl IntoView + use<> {
    let every = every_row(cell, SIZE);
    let start = shown.start;
    let labels = shown.filter(|i| i % every == 0).map(|i| {
        let middle = (i - start) as f64 * cell + cell / 2.0;
        view! { <span dir="auto" style:top=px(middle)>{axis.label(i)}</span> }
    });
    view! {
        <div
            class="fig-rows"
            aria-hidden="true"
            style:width=px(row_room(axis))
            style:font-size=px(cell.clamp(SMALL, SIZE))
        >
            {labels.collect_view()}
        </div>
    }
}

/// Labels of some columns, each `cell` pixels wide.
pub fn column_labels(axis: &Axis, shown: Range<usize>, cell: f64) -> impl IntoView + use<> {
    let set = lettering(axis, cell, SIZE);
    let start = shown.start;
    let width = shown.len() as f64 * cell;
    let labels = shown.filter(|i| i % set.every == 0).map(|i| {
        let middle = (i - start) as f64 * cell + cell / 2.0;
        view! { <span dir="auto" style:left=px(middle)>{axis.label(i)}</span> }
    });
    view! {
        <div
            class="fig-columns"
            class:turned=set.turned
            aria-hidden="true"
            style:width=px(width)
            style:height=px(column_room(axis, cell))
            style:font-size=px(cell.clamp(SMALL, SIZE))
        >
            {labels.collect_view()}
        </div>
    }
}
