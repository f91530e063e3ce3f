//! The anatomy view: what one encoding does, taken apart. Every figure is there only where the encoding has what it shows.

mod clocks;
mod likeness;
mod lines;
mod shift;
mod slider;
mod terms;

use super::control::Field;
use super::desk::Desk;
use super::figure::EncodingTable;
use super::later::Part;
use super::look::OF_VIEWS;
use super::text::{AnatomyStrings, anatomy, figure};
use crate::chunk::chunk;
use crate::experiment::State;
use crate::experiment::anatomy::{Opened, Spectrum, open, spectrum};
use clocks::Clocks;
use leptos::prelude::*;
use likeness::LikenessCurve;
use lines::{Slopes, Stairs, Wavelengths};
use shift::Shift;
use terms::Terms;

chunk! { anatomy:
    /// The chunk of the view.
    pub fn anatomy_chunk() -> Part {
        Part::new(whole, OF_VIEWS)
    }
}

/// Positions over which the doors are opened for the curves.
const POSITIONS: usize = 128;

/// What the figures show.
#[derive(Clone, Copy)]
struct Scene {
    /// The doors from position 0 on; none where the encoding refuses the sizes.
    opened: Memo<Option<Opened>>,
    /// The frequencies; none where the encoding has none.
    spectrum: Memo<Option<Spectrum>>,
    /// The hue of the first door.
    hue: Memo<u8>,
}

impl Scene {
    fn new(desk: Desk) -> Self {
        let asked = Memo::new(move |_| desk.store.read(asked));
        let opened = Memo::new(move |_| asked.with(|state| open(state, 0, POSITIONS).ok()));
        let spectrum = Memo::new(move |_| {
            opened.with(|opened| opened.as_ref().and_then(|opened| spectrum(&opened.doors)))
        });
        let hue = Memo::new(move |_| {
            let doors = desk.store.read(|state| state.scheme().doors());
            doors.first().map_or(0, |door| door.number() as u8)
        });
        Self {
            opened,
            spectrum,
            hue,
        }
    }

    /// Whether the encoding has what `look` looks for. Reactive.
    fn has(self, look: impl Fn(&Opened) -> bool + Send + Sync + 'static) -> Memo<bool> {
        Memo::new(move |_| {
            self.opened
                .with(|opened| opened.as_ref().is_some_and(&look))
        })
    }
}

/// The state without what only looks: a slider that moves opens nothing anew.
fn asked(state: &State) -> State {
    let mut state = state.clone();
    for name in ["at", "offset", "view", "theme", "hide", "lang", "text-b"] {
        state.reset(name);
    }
    state
}

fn say(desk: Desk) -> &'static AnatomyStrings {
    anatomy(desk.language.get())
}

fn whole() -> AnyView {
    let desk = Desk::here();
    let scene = Scene::new(desk);
    let door = move || match scene.hue.get() {
        0 => None,
        number => Some(number.to_string()),
    };
    let waves = Memo::new(move |_| scene.spectrum.with(Option::is_some));
    let stairs = scene.has(lines::has_stairs);
    let slopes = scene.has(lines::has_slopes);
    let alike = scene.has(likeness::is_there);
    let termed = Memo::new(move |_| {
        let id = desk.store.read(|state| state.scheme().id());
        terms::SCHEMES.contains(&id)
    });
    view! {
        <div class="lab" data-door=door>
            <section class="bench" aria-label=move || say(desk).region>
                <Summary />
                <EncodingTable />
            </section>
            <Controls />
            <div class="figures">
                <Show when=move || waves.get()>
                    <Clocks scene />
                    <Shift scene />
                    <Wavelengths scene />
                </Show>
                <Show when=move || slopes.get()>
                    <Slopes scene />
                </Show>
                <Show when=move || stairs.get()>
                    <Stairs scene />
                </Show>
                <Show when=move || alike.get()>
                    <LikenessCurve scene />
                </Show>
                <Show when=move || termed.get()>
                    <Terms />
                </Show>
            </div>
        </div>
    }
    .into_any()
}

/// What the encoding does, and by which doors it comes in.
#[component]
fn Summary() -> impl IntoView {
    let desk = Desk::here();
    let summary = move || {
        let language = desk.language.get();
        desk.store
            .read(|state| state.scheme().summary().get(language))
    };
    let doors = move || {
        let house = &figure(desk.language.get()).house;
        let doors = desk.store.read(|state| state.scheme().doors());
        let names = doors.iter().map(|door| house.doors[door.number() - 1]);
        (say(desk).doors)(&names.collect::<Vec<_>>())
    };
    let source = Signal::derive(move || {
        let say = desk.strings().control.source;
        desk.store.read(|state| say(state.scheme().source()))
    });
    view! {
        <div class="narrow centred">
            <Field name="scheme" help=source headed=true />
        </div>
        <p class="reading anatomy-name">
            <span>{summary}</span>
            <small>{doors}</small>
        </p>
    }
}

/// The encoding and the sizes that it is shown at.
#[component]
fn Controls() -> impl IntoView {
    let desk = Desk::here();
    // A new set of fields for another encoding, or for another choice that some of them depend on.
    let names = Memo::new(move |_| desk.store.read(State::scheme_parameters));
    let parameters = move || {
        let field = |name| view! { <Field name /> };
        names.get().into_iter().map(field).collect_view()
    };
    view! {
        <aside class="instrument" aria-label=move || say(desk).model>
            <section>
                <h2>{move || say(desk).model}</h2>
                {parameters}
                {["d_model", "heads", "seed"].map(|name| view! { <Field name /> }).collect_view()}
            </section>
        </aside>
    }
}
