//! The encoding itself: what a scheme makes of positions, position by dimension, drawn from the engine's own buffer.

mod table;

use super::heatmap::Heatmap;
use super::latest::{Local, latest};
use super::say;
use super::unique::unique;
use crate::encoding::Ask;
use crate::page::Desk;
use leptos::html;
use leptos::prelude::*;
use table::{Kind, Table, compute, sheet};

/// Positions that are shown at once.
const POSITIONS: i32 = 64;
/// The largest position that the exact path is made for.
const FARTHEST: i32 = 1 << 20;

/// A heat map of the encoding that is set, whether or not it is switched on.
#[component]
pub fn EncodingTable() -> impl IntoView {
    let desk = Desk::here();
    let from = RwSignal::new(0_i32);
    let sine = RwSignal::new(false);
    let ask = Memo::new(move |_| {
        desk.store.read(|state| {
            let config = state.model_config();
            Ask {
                positions: (from.get()..from.get() + POSITIONS).collect(),
                d_model: config.d_model,
                heads: config.heads,
                seed: config.seed,
            }
        })
    });
    let table: Local<Option<Table>> = latest(move || {
        let engine = desk.runner.engine()?;
        let (scheme, values, naive, fits) = desk.store.read(|state| {
            let fits = state.model_config().check().is_ok();
            (
                state.scheme(),
                state.scheme_values(),
                state.flag("naive_trig"),
                fits,
            )
        });
        let ask = ask.get();
        let values = values.ok().filter(|_| fits)?;
        Some(compute(engine, scheme, values, ask, naive))
    });
    let shown = Signal::derive_local(move || Some(sheet(table.get()?, sine.get(), desk)));
    let kind = move || table.with(|table| table.as_ref().map(|table| table.kind()));
    let caption = move || match kind() {
        Some(Kind::Input) => say(desk).encoding.input,
        Some(Kind::Rotation) => say(desk).encoding.rotation,
        None => say(desk).encoding.nothing,
    };
    let naive = move || table.with(|table| table.as_ref().is_some_and(|table| table.naive));
    let title = unique("encoding");
    view! {
        <section class="fig encoding" aria-labelledby=title>
            <h2 class="fig-title" id=title.clone()>{move || say(desk).encoding.title}</h2>
            <div class="fig-choice" hidden=move || kind().is_none()>
                <From from />
                <Show when=move || kind() == Some(Kind::Rotation)>
                    <CosSin sine />
                </Show>
            </div>
            <Show when=move || kind().is_some()>
                <Heatmap sheet=shown />
            </Show>
            <p class="fig-caption">{caption}</p>
            <Show when=naive>
                <p class="fig-caption warn">{move || say(desk).encoding.naive}</p>
            </Show>
        </section>
    }
}

/// The field for the first position.
#[component]
fn From(from: RwSignal<i32>) -> impl IntoView {
    let desk = Desk::here();
    let field = NodeRef::<html::Input>::new();
    let take = move |_| {
        let Some(field) = field.get_untracked() else {
            return;
        };
        if let Ok(position) = field.value().trim().parse::<i32>() {
            from.set(position.clamp(-FARTHEST, FARTHEST));
        }
        // What was refused or clamped doesn't stay in the field.
        field.set_value(&from.get_untracked().to_string());
    };
    view! {
        <label class="fig-from">
            {move || say(desk).encoding.from}
            <input
                node_ref=field
                type="number"
                min=-FARTHEST
                max=FARTHEST
                step=POSITIONS
                prop:value=move || from.get().to_string()
                on:change=take
            />
        </label>
    }
}

/// The choice between cosine and sine of a rotation's angles.
#[component]
fn CosSin(sine: RwSignal<bool>) -> impl IntoView {
    let desk = Desk::here();
    let buttons = [false, true].map(|which| {
        view! {
            <button
                type="button"
                class="quiet"
                aria-pressed=move || (sine.get() == which).to_string()
                on:click=move |_| sine.set(which)
            >
                {move || say(desk).encoding.cos_sin[usize::from(which)]}
            </button>
        }
    });
    view! { {buttons.into_iter().collect_view()} }
}
