//! The encoding itself: what a scheme makes of positions, door by door, drawn from the engine's own buffers.

mod table;
mod words;

use super::choice::Choice;
use super::heatmap::Heatmap;
use super::latest::{Local, latest};
use super::say_below;
use super::unique::unique;
use crate::encoding::Ask;
use crate::page::Desk;
use crate::refusal::Refusal;
use leptos::html;
use leptos::prelude::*;
pub use table::{Table, compute, shared};

/// Positions that are shown at once.
pub const POSITIONS: i32 = 64;
/// The largest position that the exact path is made for.
const FARTHEST: i32 = 1 << 20;

/// What is asked of a scheme for its picture: [`POSITIONS`] positions from `from` on, in the model that is set. Reactive.
pub fn ask(desk: Desk, from: i32) -> Ask {
    desk.store.read(|state| {
        let config = state.model_config();
        Ask {
            positions: (from..from + POSITIONS).collect(),
            d_model: config.d_model,
            heads: config.heads,
            seed: config.seed,
        }
    })
}

/// Heat maps of the encoding that is set, whether or not it is switched on.
#[component]
pub fn EncodingTable() -> impl IntoView {
    let desk = Desk::here();
    let from = RwSignal::new(0_i32);
    let part = RwSignal::new(0_usize);
    let head = RwSignal::new(0_usize);
    let computed = computed(desk, from);
    let table: Local<Option<Table>> = Signal::derive_local(move || computed.get()?.ok());
    let shown = move || table.with(|table| table.as_ref()?.part(part.get()));
    let sheet = Signal::derive_local(move || {
        let table = table.get()?;
        let title = say_below(desk).encoding.title.to_owned();
        table.sheet((part.get(), head.get()), None, title, desk)
    });
    let caption = move || match (shown(), refusal(computed)) {
        (Some(shown), _) => (say_below(desk).encoding.caption)(shown.part).to_owned(),
        (None, Some(refusal)) => refusal.sentence(desk.language.get()),
        (None, None) => say_below(desk).encoding.nothing.to_owned(),
    };
    let naive = move || table.with(|table| table.as_ref().is_some_and(|table| table.naive));
    let title = unique("encoding");
    view! {
        <section class="fig encoding" aria-labelledby=title>
            <h2 class="fig-title" id=title.clone()>{move || say_below(desk).encoding.title}</h2>
            <Parts table part />
            <HeadChoice table part head />
            <Show when=move || shown().is_some() || refusal(computed).is_some()>
                <From from />
            </Show>
            <Show when=move || shown().is_some()>
                <Heatmap sheet />
            </Show>
            <p class="fig-caption">{caption}</p>
            <Show when=naive>
                <p class="fig-caption warn">{move || say_below(desk).encoding.naive}</p>
            </Show>
        </section>
    }
}

type Computed = Local<Option<Result<Table, Refusal>>>;

/// The table of the encoding that is set.
fn computed(desk: Desk, from: RwSignal<i32>) -> Computed {
    let ask = Memo::new(move |_| ask(desk, from.get()));
    latest(move || {
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
    })
}

/// Why the scheme takes none of the positions. Reactive.
fn refusal(computed: Computed) -> Option<Refusal> {
    computed.with(|computed| computed.as_ref()?.as_ref().err().cloned())
}

/// The choice between the parts of what a scheme lets in.
#[component]
pub fn Parts(
    /// The table.
    table: Local<Option<Table>>,
    /// Which part is chosen.
    part: RwSignal<usize>,
) -> impl IntoView {
    let desk = Desk::here();
    let names = Signal::derive(move || {
        let name = say_below(desk).encoding.part;
        table.with(|table| {
            let parts = table.iter().flat_map(|table| table.parts.iter());
            parts.map(|shown| name(shown.part).to_owned()).collect()
        })
    });
    view! { <Choice names chosen=part label=|desk| say_below(desk).encoding.choose /> }
}

/// The choice between heads, where each has a matrix of its own.
#[component]
fn HeadChoice(
    table: Local<Option<Table>>,
    part: RwSignal<usize>,
    head: RwSignal<usize>,
) -> impl IntoView {
    let desk = Desk::here();
    let heads = Memo::new(move |_| {
        table.with(|table| table.as_ref().map_or(0, |table| table.heads(part.get())))
    });
    let names = Signal::derive(move || {
        let name = say_below(desk).attention.head;
        (1..=heads.get()).map(name).collect::<Vec<_>>()
    });
    view! { <Choice names chosen=head label=|desk| say_below(desk).attention.heads /> }
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
            {move || say_below(desk).encoding.from}
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
