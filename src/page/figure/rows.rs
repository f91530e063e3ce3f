//! The output rows of both sentences as strips, with lines that join equal rows.

mod strip;

use super::canvas::px;
use super::labels::SIZE;
use super::latest::Local;
use super::legend::Legend;
use super::maps::tokens;
use super::room::{Line, width_of};
use super::say;
use super::unique::unique;
use crate::engine::paint::ColourMap;
use crate::experiment::{OrderReport, Why};
use crate::figure::{Strips, largest_size};
use crate::page::Desk;
use crate::page::text::FigureStrings;
use leptos::html;
use leptos::prelude::*;
use std::rc::Rc;
use strip::Strip;

/// Size of the tokens beside the rows, larger than a map's labels.
const TOKEN: f64 = 16.0;
/// Longest room of a token.
const LONGEST: f64 = 104.0;

/// The last report, where there is one.
type Report = Local<Option<Rc<OrderReport>>>;

/// The output rows of both sentences.
#[component]
pub fn RowLines(
    /// What is shown.
    #[prop(into)]
    report: Report,
) -> impl IntoView {
    let desk = Desk::here();
    let line = NodeRef::<html::Div>::new();
    let room = width_of(line);
    let strips = Memo::new(move |_| report.with(|report| lay(report.as_ref()?, room.get())));
    let map = Memo::new(move |_| report.with(|report| report.as_ref().map(|report| scale(report))));
    let caption = move || report.with(|report| Some(caption(report.as_ref()?, say(desk))));
    let cut = move || report.with(|report| Some(cut(report.as_ref()?, &strips.get()?, say(desk))));
    let title = unique("rows");
    view! {
        <section class="fig rows" aria-labelledby=title>
            <Line line />
            <h2 class="fig-title" id=title.clone()>{move || say(desk).rows.title}</h2>
            <div class="rows-field" style:height=move || px(strips.get().map_or(0.0, |s| s.height))>
                <Strip report index=0 strips=strips.into() map=map.into() />
                {move || links(report, strips.get()?)}
                <Strip report index=1 strips=strips.into() map=map.into() />
            </div>
            <Legend map />
            <p class="fig-caption">{caption}</p>
            <p class="fig-caption soft">{cut}</p>
            {move || pairs(report, desk)}
        </section>
    }
}

fn lay(report: &OrderReport, room: f64) -> Option<Strips> {
    let sides = &report.sides;
    let label = sides.iter().map(|side| tokens(side).widest(TOKEN) + SIZE);
    let label = label.fold(0.0, f64::max).min(LONGEST);
    let rows = [0, 1].map(|i: usize| sides[i].tokens.len());
    let columns = sides[0].output.shape.width();
    (room > 0.0).then(|| Strips::lay(rows, columns, room, label))
}

/// One scale for both sentences, symmetric about zero.
fn scale(report: &OrderReport) -> ColourMap {
    let sizes = report
        .sides
        .iter()
        .map(|side| largest_size(&side.output.values));
    ColourMap::Diverging {
        limit: sizes.fold(0.0, f32::max),
    }
}

/// The lines between equal rows. Reactive.
fn links(report: Report, strips: Strips) -> Option<impl IntoView> {
    let pairs = report.with(|report| report.as_ref().map(|report| report.equal_rows.clone()))?;
    let drawn = |(a, b): &(usize, usize)| *a < strips.blocks[0].rows && *b < strips.blocks[1].rows;
    let paths = pairs.into_iter().filter(drawn).map(|(a, b)| {
        view! { <path d=strips.links.path(a, b) /> }
    });
    Some(view! {
        <svg
            class="rows-links"
            aria-hidden="true"
            width=strips.links.width
            height=strips.height
            style:left=px(strips.links_x)
        >
            {paths.collect_view()}
        </svg>
    })
}

/// One sentence on what is seen.
fn caption(report: &OrderReport, strings: &FigureStrings) -> String {
    let strings = &strings.rows;
    let pairs = &report.equal_rows;
    let most = report
        .sides
        .iter()
        .map(|side| side.tokens.len())
        .max()
        .unwrap_or(0);
    let causal_alone = report.why == Why::CausalMask;
    match (pairs.len(), causal_alone) {
        (0, true) => strings.causal.into(),
        (0, false) => strings.none.into(),
        (equal, _) if equal == most && pairs.iter().all(|(a, b)| a == b) => strings.same.into(),
        (equal, _) if equal == most => strings.permuted.into(),
        (equal, true) => (strings.causal_some)(equal, most),
        (equal, false) => (strings.some)(equal, most),
    }
}

/// What is left out of the drawing; empty where nothing is.
fn cut(report: &OrderReport, strips: &Strips, strings: &FigureStrings) -> String {
    let width = report.sides[0].output.shape.width();
    let rows = report
        .sides
        .iter()
        .map(|side| side.tokens.len())
        .max()
        .unwrap_or(0);
    let drawn = strips.blocks[0].rows.max(strips.blocks[1].rows);
    let mut text = String::new();
    if strips.columns < width {
        text += &(strings.rows.cut)(strips.columns, width);
    }
    if drawn < rows {
        text += &(strings.rows.cut_rows)(drawn, rows);
    }
    text
}

/// Most pairs that are listed for screen readers.
const LISTED: usize = 40;

/// The joined rows as a list, for those who don't see the lines. Reactive.
fn pairs(report: Report, desk: Desk) -> Option<impl IntoView> {
    let strings = &say(desk).rows;
    let report = report.get()?;
    let [a, b] = [0, 1].map(|i: usize| tokens(&report.sides[i]));
    let items = report.equal_rows.iter().take(LISTED).map(|(i, j)| {
        view! { <li>{(strings.pair)(&a.exact(*i), &b.exact(*j))}</li> }
    });
    Some(view! { <ul class="unseen">{items.collect_view()}</ul> })
}
