//! What stands around and over one side's maps: names, labels, grid lines, hatching.

use super::NAME;
use super::field::Field;
use crate::figure::{Axis, Maps, forbidden};
use crate::page::Desk;
use crate::page::figure::canvas::px;
use crate::page::figure::labels::{column_labels, column_room, row_labels};
use crate::page::figure::latest::Local;
use crate::page::figure::say_below;
use leptos::prelude::*;

/// From this size on, lines part the cells.
const LINED: f64 = 8.0;

/// What stands around the maps, whatever their numbers: it is built anew only where it changes.
#[derive(Clone, PartialEq)]
pub struct Frame {
    maps: Maps,
    heads: Vec<usize>,
    tokens: Axis,
    causal: bool,
}

impl Frame {
    /// What it is for `field`; none before the first run. Reactive.
    pub fn of(field: Field) -> Option<Self> {
        let maps = field.maps()?;
        field.side.with(|side| {
            let side = side.as_ref()?;
            Some(Self {
                maps,
                heads: side.heads.clone(),
                tokens: side.tokens.clone(),
                causal: side.causal,
            })
        })
    }
}

/// Names, labels, grid lines and hatching of every map.
pub fn panels(desk: Desk, frame: Frame, entropy: Local<Option<Vec<f64>>>) -> impl IntoView {
    let Frame {
        maps,
        heads,
        tokens,
        causal,
    } = frame;
    let lined = maps.cell >= LINED;
    let views = heads.into_iter().enumerate().map(|(panel, head)| {
        let (x, y) = maps.origin(panel);
        let top = y - column_room(&tokens, maps.cell);
        let name = move || (say_below(desk).attention.head)(head + 1);
        let nats = move || {
            let nats = entropy.with(|all| all.as_ref()?.get(panel).copied())?;
            Some((say_below(desk).attention.entropy)(&format!(
                "{:.2}",
                nats.abs()
            )))
        };
        let hatch = causal.then(|| {
            view! { <i class="fig-hatch" style:clip-path=forbidden(maps.n)></i> }
        });
        view! {
            <div class="maps-name" aria-hidden="true" style:left=px(x) style:top=px(top - NAME)>
                <b>{name}</b>
                <span>{nats}</span>
            </div>
            <div class="maps-columns" style:left=px(x) style:top=px(top)>
                {column_labels(&tokens, 0..maps.n, maps.cell)}
            </div>
            <div class="maps-rows" style:left=px(x) style:top=px(y)>
                {row_labels(&tokens, 0..maps.n, maps.cell)}
            </div>
            <div
                class="maps-panel"
                class:lined=lined
                style=("--cell", px(maps.cell))
                style:left=px(x)
                style:top=px(y)
                style:width=px(maps.side())
                style:height=px(maps.side())
            >
                {hatch}
            </div>
        }
    });
    views.collect_view()
}
