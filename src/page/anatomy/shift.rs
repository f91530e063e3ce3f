//! PE(p + k) = R_k PE(p): the matrix of one pair, and the check over all of them.

use super::{Scene, say};
use crate::experiment::anatomy::shift_check;
use crate::figure::{Math, number, rough};
use crate::page::Desk;
use leptos::prelude::*;

/// The positions that the check covers.
const POSITIONS: i32 = 1024;

/// The matrix and the check.
#[component]
pub(super) fn Shift(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let pair = RwSignal::new(0_usize);
    let pairs = Memo::new(move |_| {
        scene
            .spectrum
            .with(|s| s.as_ref().map_or(0, |s| s.inv_freq.len()))
    });
    let offset = Memo::new(move |_| desk.store.read(|state| state.whole("offset")));
    let at = Memo::new(move |_| desk.store.read(|state| state.whole("at")));
    let check = Memo::new(move |_| {
        scene.spectrum.with(|spectrum| {
            let spectrum = spectrum.as_ref()?;
            Some(shift_check(spectrum, offset.get() as i32, POSITIONS))
        })
    });
    let chosen = move || pair.get().min(pairs.get().saturating_sub(1));
    let formula = move || {
        let pair = chosen();
        let frequency = scene
            .spectrum
            .with(|s| s.as_ref()?.inv_freq.get(pair).copied())?;
        let block = check.with(|check| check.as_ref()?.blocks.get(pair).copied())?;
        Some(equation(
            at.get() as f64,
            offset.get() as f64,
            frequency,
            block,
        ))
    };
    let checked = move || {
        check.with(|check| {
            let check = check.as_ref()?;
            let error = rough(check.largest_error);
            Some((say(desk).shift.checked)(
                check.blocks.len(),
                check.positions,
                &error,
            ))
        })
    };
    let choose = move |event| {
        if let Ok(number) = event_target_value(&event).parse() {
            pair.set(number);
        }
    };
    let label = move || (say(desk).clocks.pair)(chosen());
    view! {
        <section class="fig shift">
            <h2 class="fig-title">{move || say(desk).shift.title}</h2>
            <label class="slide">
                <span>{label}</span>
                <input
                    type="range"
                    min="0"
                    max=move || pairs.get().saturating_sub(1)
                    prop:value=move || chosen().to_string()
                    on:input=choose
                />
            </label>
            <div class="formula" tabindex="0" role="group" aria-label=move || say(desk).shift.title inner_html=formula></div>
            <p class="fig-caption">{move || (say(desk).shift.caption)(chosen(), offset.get())}</p>
            <p class="fig-caption">{checked}</p>
        </section>
    }
}

/// (sin, cos)(p + k) = R_k (sin, cos)(p), in numbers.
fn equation(at: f64, offset: f64, frequency: f64, block: [[f64; 2]; 2]) -> String {
    let column = |position: f64| {
        let (sin, cos) = (position * frequency).sin_cos();
        Math::matrix(&[vec![number(sin)], vec![number(cos)]])
    };
    let rows = block.map(|row| row.map(number).to_vec());
    column(at + offset)
        .sign("=")
        .then(Math::matrix(&rows))
        .then(column(at))
        .block()
}
