//! The maps of long sentences: one head at a time, in a window that scrolls.

use super::{SideData, longest};
use crate::engine::paint::ColourMap;
use crate::figure::Cells;
use crate::page::Desk;
use crate::page::figure::choice::Choice;
use crate::page::figure::heatmap::Heatmap;
use crate::page::figure::inspect::Target;
use crate::page::figure::latest::Local;
use crate::page::figure::plane::Plane;
use crate::page::figure::sheet::Sheet;
use crate::page::figure::{say, say_below};
use leptos::prelude::*;

/// A weight so many times an even look's has the darkest colour.
const TIMES_EVEN: f32 = 10.0;

/// One head's maps of both sentences.
#[component]
pub fn LongMaps(
    /// The maps.
    sides: [Local<Option<SideData>>; 2],
    /// The layer that is looked at.
    layer: Memo<usize>,
    /// Where the cell goes that is chosen.
    target: RwSignal<Option<Target>>,
) -> impl IntoView {
    let desk = Desk::here();
    let head = RwSignal::new(0_usize);
    let names = Signal::derive(move || {
        let name = say_below(desk).attention.head;
        let of_heads = sides[0].with(|side| side.as_ref().map_or(1, |side| side.of_heads));
        (1..=of_heads).map(name).collect()
    });
    let partial = move || sides.iter().any(|side| side.with(is_partial));
    Effect::new(move |_| {
        let looked_at = (layer.get(), head.get());
        if partial() {
            desk.runner.look_at(looked_at.0, looked_at.1);
        }
    });
    let maps = sides.map(|side| {
        let sheet = Signal::derive_local(move || {
            Some(sheet(side.get()?, head.get(), longest(sides), desk))
        });
        let pick = move |(query, key): (usize, usize)| {
            if let Some(side) = side.get_untracked() {
                target.set(side.target(place(&side, head.get_untracked()), query, key));
            }
        };
        view! { <Heatmap sheet on_pick=pick /> }
    });
    view! {
        <Choice names chosen=head label=|desk| say_below(desk).attention.heads />
        <Show when=partial>
            <p class="fig-caption">{move || say_below(desk).attention.not_made}</p>
        </Show>
        {maps.into_iter().collect_view()}
    }
}

fn is_partial(side: &Option<SideData>) -> bool {
    side.as_ref().is_some_and(|side| !side.whole)
}

/// Where the map of `head` stands. While it is still being made, that of the one that is there; a head beyond the end
/// counts as the last.
fn place(side: &SideData, head: usize) -> usize {
    let found = side.heads.iter().position(|made| *made == head);
    found.unwrap_or(side.heads.len().saturating_sub(1))
}

/// One head's map as a sheet, in the scale that both sentences share: that of the longer one, of `longest` tokens.
fn sheet(side: SideData, head: usize, longest: usize, desk: Desk) -> Sheet {
    let place = place(&side, head);
    let head = side.heads.get(place).map_or(1, |head| head + 1);
    let sentence = desk.strings().order.sentences[side.index];
    let words = &say_below(desk).attention;
    let (layer, head) = ((words.layer)(side.layer + 1), (words.head)(head));
    // An even look gives each of n keys 1/n, which the scale of short sentences would leave as white as paper.
    let high = (TIMES_EVEN / longest.max(1) as f32).min(1.0);
    let map = ColourMap::Sequential { high };
    Sheet {
        plane: Plane::matrix(&side.plane.run, side.plane.tensor, place),
        title: format!("{sentence} · {layer} · {head}"),
        rows: side.tokens.clone(),
        columns: side.tokens,
        names: say(desk).map.query_key,
        map,
        cells: Cells::Square,
        causal: side.causal,
        explain: None,
    }
}
