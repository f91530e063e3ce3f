//! The instrument: controls in groups, from what changes most to what few ever touch.

use super::field::Field;
use super::group::Group;
use crate::encoding::{Door, Kind};
use crate::experiment::property;
use crate::page::desk::Desk;
use crate::page::figure::House;
use crate::page::machine::MachineLine;
use leptos::prelude::*;

/// Every control, grouped.
#[component]
pub fn Instrument() -> impl IntoView {
    let desk = Desk::here();
    view! {
        <aside class="instrument" aria-label=move || desk.strings().control.region>
            <House />
            <EncodingGroup />
            <MaskGroup />
            <TokenGroup />
            <ModelGroup />
            <FineGroup />
            <MachineLine />
        </aside>
    }
}

/// The label of what is chosen of a choice.
fn chosen(desk: Desk, name: &'static str) -> Signal<String> {
    Signal::derive(move || {
        let language = desk.language.get();
        let word = desk.store.read(|state| state.choice(name));
        let label = |kind| match kind {
            Kind::Choice(words) => words.iter().find(|(id, _)| *id == word),
            _ => None,
        };
        let row = property(name).ok();
        let label = row.and_then(|row| label(row.parameter.kind));
        label
            .map_or("", |(_, label)| label.get(language))
            .to_owned()
    })
}

#[component]
fn EncodingGroup() -> impl IntoView {
    let desk = Desk::here();
    // A new set of fields for another encoding, or for another choice that some of them depend on.
    let fields = Memo::new(move |_| {
        desk.store
            .read(|state| (state.scheme().id(), state.scheme_parameters()))
    });
    let summary = Signal::derive(move || {
        let language = desk.language.get();
        desk.store
            .read(|state| state.scheme().summary().get(language).to_owned())
    });
    let source = move || {
        let say = desk.strings().control.source;
        desk.store.read(|state| say(state.scheme().source()))
    };
    let parameters = move || {
        let (_, names) = fields.get();
        let field = |name| view! { <Field name /> };
        names.into_iter().map(field).collect_view()
    };
    let off = move || !desk.store.read(|state| state.positions_on());
    view! {
        <Group title=|control| control.encoding names=&["scheme"] chosen=chosen(desk, "scheme") open=true>
            <Show when=off>
                <p class="help">{move || desk.strings().control.switched_off}</p>
            </Show>
            <Field name="scheme" help=summary headed=true />
            <p class="help source">{source}</p>
            {parameters}
        </Group>
    }
}

#[component]
pub(super) fn MaskGroup() -> impl IntoView {
    let desk = Desk::here();
    let why = Signal::derive(move || {
        let strings = &desk.strings().control;
        let causal = desk.store.read(|state| state.is_causal());
        let why = if causal {
            strings.causal
        } else {
            strings.bidirectional
        };
        why.to_owned()
    });
    view! {
        <Group title=|control| control.attention names=&["mask"] chosen=chosen(desk, "mask") open=true>
            <Field name="mask" help=why headed=true />
        </Group>
    }
}

#[component]
pub(super) fn TokenGroup() -> impl IntoView {
    let desk = Desk::here();
    let by_id = move || desk.store.read(|state| state.choice("tokenizer") == "ids");
    view! {
        <Group title=|control| control.tokens names=&["tokenizer"] chosen=chosen(desk, "tokenizer")>
            <Field name="tokenizer" headed=true />
            <Show when=by_id>
                <Field name="vocabulary" />
            </Show>
        </Group>
    }
}

/// The model's sizes and choices, from what is changed most.
const MODEL: &[&str] = &[
    "d_model",
    "heads",
    "layers",
    "seed",
    "d_ff",
    "embedding_std",
    "scale_embedding",
];

#[component]
pub(super) fn ModelGroup() -> impl IntoView {
    let desk = Desk::here();
    let added = move || {
        desk.store
            .read(|state| state.scheme().doors().contains(&Door::Input))
    };
    let sizes = Signal::derive(move || {
        let say = desk.strings().control.sizes;
        desk.store
            .read(|state| say(["d_model", "heads", "layers"].map(|name| state.whole(name))))
    });
    view! {
        <Group title=|control| control.model names=MODEL chosen=sizes>
            {MODEL.iter().map(|name| view! { <Field name /> }).collect_view()}
            <Show when=added>
                <Field name="add" />
            </Show>
        </Group>
    }
}

#[component]
pub(super) fn FineGroup() -> impl IntoView {
    let desk = Desk::here();
    // Only a wave has an angle whose sine can be taken badly.
    let waves = move || {
        let doors = desk.store.read(|state| state.scheme().doors());
        doors.contains(&Door::Input) || doors.contains(&Door::Rotation)
    };
    view! {
        <Group title=|control| control.fine names=&["precision", "naive_trig", "backend"]>
            <Field name="precision" />
            <Show when=waves>
                <Field name="naive_trig" />
            </Show>
            <Field name="backend" />
            <button type="button" class="push" on:click=move |_| desk.store.reset()>
                {move || desk.strings().control.reset}
            </button>
        </Group>
    }
}
