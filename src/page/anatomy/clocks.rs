//! The frequencies as clocks: a hand for position p, another for p + k.

use super::slider::Sliders;
use super::{Scene, say};
use crate::experiment::anatomy::{Hand, hands};
use crate::figure::{hand_tip, number, spread};
use crate::page::Desk;
use leptos::prelude::*;
use std::f64::consts::TAU;

/// Most clocks that are drawn.
const MOST: usize = 16;

/// One clock: its pair, and where its two hands stand.
#[derive(Clone, Copy, PartialEq)]
struct Clock {
    hand: Hand,
    /// The angle of the second hand.
    ahead: f64,
    wavelength: f64,
}

/// The clocks and the sliders that turn them.
#[component]
pub(super) fn Clocks(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let clocks = Memo::new(move |_| {
        let (at, offset) = desk
            .store
            .read(|state| (state.whole("at"), state.whole("offset")));
        scene.spectrum.with(|spectrum| {
            let Some(spectrum) = spectrum else {
                return Vec::new();
            };
            let now = hands(spectrum, at as i32);
            let later = hands(spectrum, (at + offset) as i32);
            let clock = |pair: usize| Clock {
                hand: now[pair],
                ahead: later[pair].angle,
                wavelength: TAU / spectrum.inv_freq[pair],
            };
            spread(now.len(), MOST).into_iter().map(clock).collect()
        })
    });
    let pairs = move || {
        let of = scene
            .spectrum
            .with(|s| s.as_ref().map_or(0, |s| s.inv_freq.len()));
        (say(desk).clocks.caption)(of.min(MOST), of)
    };
    let count = Memo::new(move |_| clocks.with(Vec::len));
    let dials = move || {
        let dial = |index| view! { <Dial clocks index /> };
        (0..count.get()).map(dial).collect_view()
    };
    view! {
        <section class="fig">
            <h2 class="fig-title">{move || say(desk).clocks.title}</h2>
            <Sliders />
            <ol class="clocks">{dials}</ol>
            <p class="fig-caption">{pairs}</p>
        </section>
    }
}

/// One clock. Its hands move; the rest of it stays.
#[component]
fn Dial(clocks: Memo<Vec<Clock>>, index: usize) -> impl IntoView {
    let desk = Desk::here();
    let clock = Memo::new(move |_| clocks.with(|clocks| clocks.get(index).copied()));
    let tip = move |angle: fn(&Clock) -> f64| {
        let angle = clock.get().map_or(0.0, |clock| angle(&clock));
        let (x, y) = hand_tip(angle, 17.0);
        format!("M20 20L{:.2} {:.2}", 20.0 + x, 20.0 + y)
    };
    let said = move || {
        let at = desk.store.read(|state| state.whole("at"));
        clock.get().map(|Clock { hand, .. }| {
            let degrees = format!("{:.0}", hand.angle.to_degrees());
            let turns = format!("{:.0}", hand.turns.floor());
            (say(desk).clocks.said)(hand.pair, at, &degrees, &turns)
        })
    };
    let name = move || {
        clock
            .get()
            .map(|clock| (say(desk).clocks.pair)(clock.hand.pair))
    };
    let wavelength = move || {
        clock
            .get()
            .map(|clock| (say(desk).clocks.wavelength)(&number(clock.wavelength)))
    };
    view! {
        <li>
            <svg viewBox="0 0 40 40" role="img" aria-label=said>
                <circle cx="20" cy="20" r="18" />
                <path class="noon" d="M20 2v3" />
                <path class="ahead" d=move || tip(|clock| clock.ahead) />
                <path class="hand" d=move || tip(|clock| clock.hand.angle) />
            </svg>
            <b>{name}</b>
            <small>{wavelength}</small>
        </li>
    }
}
