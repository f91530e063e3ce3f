//! The colour scale of one figure, or of several that share it.

use super::say;
use crate::engine::paint::{ColourMap, Ink, Rgb, STOPS};
use crate::figure::number;
use crate::page::Desk;
use leptos::prelude::*;

/// A bar of colours with the numbers at its ends, and at zero.
#[component]
pub fn Legend(
    /// The colours that it explains.
    #[prop(into)]
    map: Signal<Option<ColourMap>>,
) -> impl IntoView {
    let desk = Desk::here();
    let ends = move || map.get().map(ends).unwrap_or_default();
    let colours = move || map.get().map(|map| gradient(map, &ink(desk)));
    let said = move || map.get().map(|map| (say(desk).map.legend)(&spoken(map)));
    view! {
        <div class="fig-legend" role="img" aria-label=said>
            <i style:background-image=colours></i>
            <span aria-hidden="true">{move || ends().into_iter().map(|n| view! { <b>{n}</b> }).collect_view()}</span>
        </div>
    }
}

/// The theme's colours. Reactive.
pub fn ink(desk: Desk) -> Ink {
    if desk.dark.get() {
        Ink::DARK
    } else {
        Ink::LIGHT
    }
}

/// The colour of one value.
pub fn colour(map: ColourMap, ink: &Ink, value: f64) -> String {
    let place = match map {
        ColourMap::Diverging { limit } => value / f64::from(limit) / 2.0 + 0.5,
        ColourMap::Sequential { high } => value / f64::from(high),
    };
    // A scale without extent gives no number here: such a value has zero's place.
    let place = if place.is_nan() {
        0.5
    } else {
        place.clamp(0.0, 1.0)
    };
    let stop = (place * (STOPS - 1) as f64).round() as usize;
    css(map.legend(ink)[stop])
}

fn gradient(map: ColourMap, ink: &Ink) -> String {
    let stops = map.legend(ink).map(css);
    format!("linear-gradient(to right,{})", stops.join(","))
}

fn css([r, g, b]: Rgb) -> String {
    format!("rgb({r},{g},{b})")
}

fn ends(map: ColourMap) -> Vec<String> {
    match map {
        ColourMap::Diverging { limit } => vec![number(-limit), number(0.0), number(limit)],
        ColourMap::Sequential { high } => vec![number(0.0), at_least(high)],
    }
}

fn spoken(map: ColourMap) -> [String; 2] {
    match map {
        ColourMap::Diverging { limit } => [number(-limit), number(limit)],
        ColourMap::Sequential { high } => [number(0.0), at_least(high)],
    }
}

/// The dark end of weights, which reach 1: where the scale ends before, all that is above has the same colour.
fn at_least(high: f32) -> String {
    let number = number(high);
    if high < 1.0 {
        format!("≥{number}")
    } else {
        number
    }
}
