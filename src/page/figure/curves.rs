//! Curves over two axes: lines named at their ends, a cursor that reads them, and the numbers as a table.

mod parts;
mod table;

use super::canvas::px;
use super::room::{Line, width_of};
use super::unique::unique;
use crate::figure::curves::{Chart, Drawn, Series, Tick, draw, tick_text, y_ticks};
use crate::figure::{number, text_width};
use crate::page::Desk;
use crate::page::text::{CurveStrings, curves};
use leptos::html;
use leptos::prelude::*;
use leptos::{ev, web_sys};
use parts::{axes, cursor, labels, names};
use table::Table;

/// Size of what is written, in pixels.
const SIZE: f64 = 13.0;
/// Most room that the names at the ends take.
const NAMES: f64 = 128.0;
/// Room between the lines' ends and their names.
const LEADER: f64 = 18.0;
/// How many stops Page Up and Page Down skip.
const PAGE: usize = 10;

/// The state of one figure. Cheap to copy.
#[derive(Clone, Copy)]
struct Figure {
    chart: Signal<Chart>,
    stops: Memo<Vec<f64>>,
    /// The stop of the keyboard's cursor.
    cursor: RwSignal<Option<usize>>,
    /// The stop under the pointer.
    hover: RwSignal<Option<usize>>,
    /// The room that there is, in pixels.
    room: ReadSignal<f64>,
    height: f64,
    /// Room left of the lines, for the numbers of the y axis.
    left: Memo<f64>,
    /// Width of the lines' field.
    width: Memo<f64>,
    drawn: Memo<Drawn>,
}

impl Figure {
    /// The stop that is looked at: the pointer's, else the cursor's. Reactive.
    fn looked_at(self) -> Option<f64> {
        let stop = self.hover.get().or_else(|| self.cursor.get())?;
        self.stops.with(|stops| stops.get(stop).copied())
    }
}

/// Room left of the lines, for these numbers.
fn left(ticks: &[Tick]) -> f64 {
    let widths = ticks.iter().map(|tick| text_width(&tick.text, SIZE));
    widths.fold(0.0, f64::max).ceil() + 10.0
}

/// Room right of the lines, for their names.
fn right(chart: &Chart, room: f64) -> f64 {
    let widths = chart.series.iter().map(|line| text_width(&line.name, SIZE));
    match widths.fold(0.0, f64::max) {
        0.0 => 10.0,
        widest => (widest + LEADER).min(NAMES).min(room * 0.3).ceil(),
    }
}

/// Width of the lines' own field.
fn field(chart: &Chart, room: f64, left: f64) -> f64 {
    (room - left - right(chart, room)).max(40.0)
}

/// A figure of curves. It is drawn anew whenever `chart` changes, which may be several times a second.
#[component]
pub fn Curves(
    /// What it shows.
    #[prop(into)]
    chart: Signal<Chart>,
    /// Height of the lines' field, in pixels.
    #[prop(default = 280.0)]
    height: f64,
) -> impl IntoView {
    let desk = Desk::here();
    let line = NodeRef::<html::Div>::new();
    let room = width_of(line);
    let left = Memo::new(move |_| chart.with(|chart| left(&y_ticks(chart, height))));
    let width = Memo::new(move |_| chart.with(|chart| field(chart, room.get(), left.get())));
    let drawn = Memo::new(move |_| chart.with(|chart| draw(chart, width.get(), height)));
    let figure = Figure {
        chart,
        stops: Memo::new(move |_| chart.with(Chart::stops)),
        cursor: RwSignal::new(None),
        hover: RwSignal::new(None),
        room,
        height,
        left,
        width,
        drawn,
    };
    let words = Memo::new(move |_| reading(desk, figure));
    let shown = move || words.get().unwrap_or_else(|| say(desk).hint.into());
    let said = move || figure.cursor.get().and_then(|_| words.get());
    let described = unique("curves");
    let describes = described.clone();
    view! {
        <div class="fig curves">
            <Line line />
            <p class="curves-axis" aria-hidden="true">{move || chart.with(|c| c.y.name.clone())}</p>
            <Show when=move || { room.get() > 0.0 }>
                <Field figure described=described.clone() />
            </Show>
            <p class="curves-axis across" aria-hidden="true">{move || chart.with(|c| c.x.name.clone())}</p>
            <p class="fig-value" aria-hidden="true">{shown}</p>
            <p class="unseen" role="status">{said}</p>
            <p class="unseen" id=describes>{move || summary(desk, figure)}</p>
            <Table chart stops=figure.stops />
        </div>
    }
}

/// The field of the lines, with what is written around it.
#[component]
fn Field(figure: Figure, described: String) -> impl IntoView {
    let desk = Desk::here();
    let plot = NodeRef::<html::Div>::new();
    let key = move |event: ev::KeyboardEvent| {
        let last = figure.stops.with_untracked(Vec::len).saturating_sub(1);
        if let Some(next) = stepped(figure.cursor.get_untracked(), last, &event.key()) {
            event.prevent_default();
            figure.cursor.set(Some(next));
            figure.hover.set(None);
        }
    };
    let focus = move |_| {
        if figure.cursor.get_untracked().is_none() && figure.stops.with_untracked(|s| !s.is_empty())
        {
            figure.cursor.set(Some(0));
        }
    };
    let point = move |event: ev::PointerEvent| figure.hover.set(nearest(figure, plot, &event));
    let click = move |event: ev::MouseEvent| {
        if let Some(stop) = nearest(figure, plot, &event) {
            figure.cursor.set(Some(stop));
        }
    };
    view! {
        <div
            class="curves-field"
            style:height=px(figure.height)
            style:margin-left=move || px(figure.left.get())
            style:width=move || px(figure.width.get())
        >
            <div class="curves-lines" aria-hidden="true" inner_html=move || figure.drawn.with(|d| d.svg.clone())></div>
            {move || labels(figure)}
            {move || axes(figure)}
            {move || names(figure)}
            {move || cursor(figure)}
            <div
                class="curves-plot"
                node_ref=plot
                tabindex="0"
                role="application"
                aria-roledescription=move || say(desk).role
                aria-label=move || figure.chart.with(|chart| chart.title.clone())
                aria-describedby=described
                on:keydown=key
                on:focus=focus
                on:pointermove=point
                on:pointerleave=move |_| figure.hover.set(None)
                on:click=click
            ></div>
        </div>
    }
}

/// The words of curves in the language of the moment. Reactive.
fn say(desk: Desk) -> &'static CurveStrings {
    curves(desk.language.get())
}

/// The stop that a key leads to.
fn stepped(from: Option<usize>, last: usize, key: &str) -> Option<usize> {
    let from = from.unwrap_or(0).min(last);
    let next = match key {
        "ArrowLeft" => from.saturating_sub(1),
        "ArrowRight" => from + 1,
        "PageUp" => from.saturating_sub(PAGE),
        "PageDown" => from + PAGE,
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    Some(next.min(last))
}

/// The stop nearest to the pointer.
fn nearest(figure: Figure, plot: NodeRef<html::Div>, event: &web_sys::MouseEvent) -> Option<usize> {
    let bounds = plot.get_untracked()?.get_bounding_client_rect();
    let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
    let chart = figure.chart;
    figure.stops.with_untracked(|stops| {
        chart.with_untracked(|chart| {
            let away = |x: &f64| (chart.x.share(*x) - share).abs();
            let all = stops.iter().enumerate();
            let nearest = all.min_by(|(_, a), (_, b)| away(a).total_cmp(&away(b)));
            nearest.map(|(index, _)| index)
        })
    })
}

/// The lines' values where somebody looks. Reactive.
fn reading(desk: Desk, figure: Figure) -> Option<String> {
    let x = figure.looked_at()?;
    figure.chart.with(|chart| {
        let values = chart
            .series
            .iter()
            .filter_map(|line| Some((line.name.clone(), with_spread(line, x)?)));
        let values: Vec<_> = values.collect();
        Some((say(desk).value)(&chart.x.name, &tick_text(x), &values))
    })
}

/// A line's value at a stop, with the lowest and the highest where it has a band: "0.93 (0.9–0.95)".
fn with_spread(line: &Series, x: f64) -> Option<String> {
    let value = number(line.at(x)?);
    Some(match line.spread_at(x) {
        Some((low, high)) => format!("{value} ({}–{})", number(low), number(high)),
        None => value,
    })
}

/// What the figure shows, for those who don't see it. Reactive.
fn summary(desk: Desk, figure: Figure) -> String {
    let strings = say(desk);
    let line = |line: &Series| {
        let Some((first, last)) = line.finite().next().zip(line.finite().last()) else {
            return (strings.empty)(&line.name);
        };
        let place = |(x, y): (f64, f64)| [tick_text(x), number(y)];
        let ([x0, y0], [x1, y1]) = (place(first), place(last));
        (strings.line)(&line.name, [&x0, &y0], [&x1, &y1])
    };
    let lines = figure
        .chart
        .with(|chart| chart.series.iter().map(line).collect::<String>());
    format!("{lines}{}", strings.keys)
}
