//! What is written and drawn over the lines: the numbers of the axes, labels, names, the cursor.

use super::Figure;
use crate::figure::curves::Chart;
use crate::page::figure::canvas::px;
use leptos::prelude::*;

/// The numbers along both axes.
pub(super) fn axes(figure: Figure) -> impl IntoView {
    let drawn = figure.drawn.get();
    let up = drawn.y_ticks.into_iter().map(|tick| {
        view! { <span style:top=px(tick.at)>{tick.text}</span> }
    });
    let across = drawn.x_ticks.into_iter().map(|tick| {
        view! { <span style:left=px(tick.at)>{tick.text}</span> }
    });
    view! {
        <div class="curves-up" aria-hidden="true">{up.collect_view()}</div>
        <div class="curves-across" aria-hidden="true">{across.collect_view()}</div>
    }
}

/// What zones and marks are.
pub(super) fn labels(figure: Figure) -> impl IntoView {
    let labels = figure.drawn.with(|drawn| drawn.labels.clone());
    let labels = labels.into_iter().map(|label| {
        view! {
            <span
                class="curves-label"
                class:above={label.top <= 0.0}
                class:flipped={label.room < 60.0}
                style:left=px(label.left)
                style:top=px(label.top)
                style:max-width=px(label.room.max(60.0))
            >
                {label.text}
            </span>
        }
    });
    view! { <div aria-hidden="true">{labels.collect_view()}</div> }
}

/// The lines' names at their ends, with a leader where a name had to give way.
pub(super) fn names(figure: Figure) -> impl IntoView {
    let width = figure.width.get();
    let ends = figure.drawn.with(|drawn| drawn.ends.clone());
    let room = figure
        .chart
        .with(|chart| super::right(chart, figure.room.get()));
    let leaders = ends.iter().map(|end| {
        let path = format!(
            "M{width:.1} {:.1}L{:.1} {:.1}",
            end.end,
            width + super::LEADER - 4.0,
            end.name
        );
        let class = figure.chart.with(|chart| line_class(chart, end.series));
        view! { <path class=class d=path /> }
    });
    let leaders = leaders.collect_view();
    let names = ends.iter().map(|end| {
        let (name, class) = figure.chart.with(|chart| {
            let line = chart.series.get(end.series);
            let name = line.map(|line| line.name.clone()).unwrap_or_default();
            (name, line_class(chart, end.series))
        });
        view! {
            <span class=class style:top=px(end.name) style:left=px(width + super::LEADER) style:max-width=px(room - super::LEADER)>
                {name}
            </span>
        }
    });
    view! {
        <svg class="curves-leaders" aria-hidden="true" width="1" height="1">{leaders}</svg>
        <div class="curves-names" aria-hidden="true">{names.collect_view()}</div>
    }
}

fn line_class(chart: &Chart, series: usize) -> String {
    let look = chart
        .series
        .get(series)
        .map(|line| line.look)
        .unwrap_or_default();
    let strong = if look.strong { " strong" } else { "" };
    format!("line hue-{} dash-{}{strong}", look.hue, look.dash)
}

/// The line and the dots where somebody looks.
pub(super) fn cursor(figure: Figure) -> impl IntoView {
    let x = figure.looked_at()?;
    let (width, height) = (figure.width.get(), figure.height);
    figure.chart.with(|chart| {
        let left = chart.x.share(x) * width;
        let dots = chart.series.iter().filter_map(|line| {
            let share = chart.y.share(line.at(x)?);
            let inside = (-0.001..=1.001).contains(&share);
            let class = format!("dot hue-{}", line.look.hue);
            inside.then(|| view! { <b class=class style:top=px((1.0 - share) * height)></b> })
        });
        let dots = dots.collect_view();
        Some(view! {
            <i class="curves-cursor" aria-hidden="true" style:left=px(left)>{dots}</i>
        })
    })
}
