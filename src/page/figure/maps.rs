//! The attention maps of every head, for both sentences, on one colour scale.

mod field;
mod frame;
mod long;
mod side;
mod words;

use super::choice::Choice;
use super::inspect::{Inspect, Target};
use super::labels::{SIZE, column_room, row_room};
use super::latest::{Local, latest};
use super::legend::Legend;
use super::plane::Plane;
use super::room::{Line, width_of};
use super::say_below;
use super::unique::unique;
use crate::engine::paint::ColourMap;
use crate::experiment::{OrderReport, Side};
use crate::figure::{Axis, Maps, entropy_limit};
use crate::model::Look;
use crate::page::Desk;
use leptos::html;
use leptos::prelude::*;
use long::LongMaps;
use side::SideMaps;
use std::rc::Rc;

/// Attention weights: white is none, ink is all.
pub const WEIGHTS: ColourMap = ColourMap::Sequential { high: 1.0 };

/// Width from which the two sentences stand side by side.
const BESIDE: f64 = 600.0;
/// Room between the two sentences.
const BETWEEN: f64 = 32.0;
/// Longest sentence whose maps all stand side by side; of longer ones, one head's map at a time.
const LONGEST: usize = 96;
/// Room for a head's name above its map.
const NAME: f64 = 20.0;

/// Both sentences' tokens as axes.
pub fn tokens(side: &Side) -> Axis {
    Axis::Tokens(side.tokens.iter().map(|token| token.text.clone()).collect())
}

/// One sentence's maps of one layer.
#[derive(Clone)]
pub struct SideData {
    /// 0 or 1.
    pub index: usize,
    /// The layer, from 0.
    pub layer: usize,
    /// The whole tensor of weights.
    pub plane: Plane,
    /// The heads whose maps it holds, from 0.
    pub heads: Vec<usize>,
    /// How many heads there are.
    pub of_heads: usize,
    /// Whether every head's map was made; of a long text one is.
    pub whole: bool,
    /// The tokens.
    pub tokens: Axis,
    /// Whether the mask is causal.
    pub causal: bool,
}

impl SideData {
    /// What there is of `layer`, or of the only layer that was made.
    fn of(report: &OrderReport, index: usize, layer: usize) -> Option<Self> {
        let side = &report.sides[index];
        let layer = match side.built.look {
            Look::Map { layer, .. } => layer,
            _ => layer,
        };
        let tensor = side.built.program.find(&format!("attention.{layer}"))?;
        let heads = 0..side.config.heads;
        let made = heads.filter(|head| side.built.look.place(layer, *head).is_some());
        Some(Self {
            index,
            layer,
            plane: Plane::matrix(&side.run, tensor, 0),
            heads: made.collect(),
            of_heads: side.config.heads,
            whole: side.built.look == Look::Everything,
            tokens: tokens(side),
            causal: side.config.causal,
        })
    }

    /// A cell of the map in place `place`; none where there is no such map.
    fn target(&self, place: usize, query: usize, key: usize) -> Option<Target> {
        Some(Target {
            side: self.index,
            layer: self.layer,
            head: *self.heads.get(place)?,
            query,
            key,
        })
    }
}

/// The maps of all heads of both sentences.
#[component]
pub fn AttentionMaps(
    /// What is shown.
    #[prop(into)]
    report: Local<Option<Rc<OrderReport>>>,
) -> impl IntoView {
    let desk = Desk::here();
    let line = NodeRef::<html::Div>::new();
    let room = width_of(line);
    let layer = RwSignal::new(0);
    let target = RwSignal::new(None::<Target>);
    let layers = Memo::new(move |_| {
        report.with(|report| {
            report
                .as_ref()
                .map_or(1, |report| report.sides[0].config.layers)
        })
    });
    let seen = Memo::new(move |_| layer.get().min(layers.get() - 1));
    let of = move |index: usize| {
        Signal::derive_local(move || {
            report.with(|report| SideData::of(report.as_ref()?, index, seen.get()))
        })
    };
    let sides = [of(0), of(1)];
    let layout = Signal::derive_local(move || layout(room.get(), sides));
    let is_long = Memo::new(move |_| longest(sides) > LONGEST);
    let entropies = entropies(report, seen, is_long);
    let layer_names = move || {
        let name = say_below(desk).attention.layer;
        (1..=layers.get()).map(name).collect::<Vec<_>>()
    };
    let causal = move || sides[0].with(|side| side.as_ref().is_some_and(|side| side.causal));
    let title = unique("maps");
    view! {
        <section class="fig maps" aria-labelledby=title>
            <Line line />
            <h2 class="fig-title" id=title.clone()>{move || say_below(desk).attention.title}</h2>
            <Choice
                names=Signal::derive(layer_names)
                chosen=layer
                label=|desk| say_below(desk).attention.layers
            />
            <Show
                when=move || is_long.get()
                fallback=move || view! { <ShortMaps room sides layout entropies target /> }
            >
                <LongMaps sides layer=seen target />
            </Show>
            <p class="fig-caption">{move || say_below(desk).attention.caption}</p>
            <Show when=causal>
                <p class="fig-caption"><i class="fig-hatch key"></i>{move || say_below(desk).attention.masked}</p>
            </Show>
            <Inspect report target />
        </section>
    }
}

/// All heads' maps, as small multiples.
#[component]
fn ShortMaps(
    room: ReadSignal<f64>,
    sides: [Local<Option<SideData>>; 2],
    layout: Local<Option<Maps>>,
    entropies: Local<Option<Entropies>>,
    target: RwSignal<Option<Target>>,
) -> impl IntoView {
    let maps = sides.into_iter().enumerate().map(|(index, side)| {
        let entropy = Signal::derive_local(move || {
            entropies.with(|found| found.as_ref().map(|found| found[index].clone()))
        });
        view! { <SideMaps side layout entropy target /> }
    });
    let desk = Desk::here();
    view! {
        <div class="maps-sides" class:beside=move || { room.get() >= BESIDE }>
            {maps.collect_view()}
        </div>
        <Legend map=Some(WEIGHTS) />
        <p class="fig-caption soft">{move || entropy_line(desk, sides)}</p>
    }
}

/// Tokens of the longer sentence. Reactive.
fn longest(sides: [Local<Option<SideData>>; 2]) -> usize {
    let n = |side: Local<Option<SideData>>| side.with(|s| s.as_ref().map_or(0, |s| s.tokens.len()));
    sides.map(n).into_iter().max().unwrap_or(0)
}

/// One layout for both sides, so that cells are equally large. Reactive.
fn layout(room: f64, sides: [Local<Option<SideData>>; 2]) -> Option<Maps> {
    let sides = sides.map(|side| side.get());
    let known = || sides.iter().flatten();
    let n = known()
        .map(|side| side.tokens.len())
        .max()
        .filter(|_| room > 0.0)?;
    let panels = known().map(|side| side.heads.len()).max()?;
    let width = if room >= BESIDE {
        (room - BETWEEN) / 2.0
    } else {
        room
    };
    let left = known()
        .map(|side| row_room(&side.tokens))
        .fold(0.0, f64::max);
    let above = |cell: f64| {
        let rooms = known().map(|side| column_room(&side.tokens, cell));
        NAME + rooms.fold(SIZE, f64::max)
    };
    // How labels are set depends on the cells' size, and that on the room that labels take: once around is enough.
    let first = Maps::lay(panels, n, width, left, above(MIDDLE));
    Some(Maps::lay(panels, n, width, left, above(first.cell)))
}

/// A middling cell, to begin with.
const MIDDLE: f64 = 24.0;

type Entropies = [Vec<f64>; 2];

/// The entropy of every head of one layer, for both sentences.
fn entropies(
    report: Local<Option<Rc<OrderReport>>>,
    layer: Memo<usize>,
    is_long: Memo<bool>,
) -> Local<Option<Entropies>> {
    latest(move || {
        let report = report.get().filter(|_| !is_long.get())?;
        let layer = layer.get();
        Some(async move {
            let mut found = Entropies::default();
            for (entropies, side) in found.iter_mut().zip(&report.sides) {
                // Without a GPU there is no number until the page has run everything again.
                let layers = side.entropy().await.ok()?;
                *entropies = layers.into_iter().nth(layer).unwrap_or_default();
            }
            Some(found)
        })
    })
}

/// What entropy is. Reactive.
fn entropy_line(desk: Desk, sides: [Local<Option<SideData>>; 2]) -> Option<String> {
    let limit = |side: SideData| entropy_limit(side.tokens.len(), side.causal);
    let limits: Vec<f64> = sides
        .iter()
        .filter_map(|side| side.get())
        .map(limit)
        .collect();
    let most = limits.iter().copied().fold(0.0, f64::max);
    let texts = limits.iter().map(|limit| format!("{limit:.2}"));
    let mut texts: Vec<String> = texts.collect();
    texts.dedup();
    (most > 0.0).then(|| (say_below(desk).attention.entropy_is)(&texts.join(" / ")))
}
