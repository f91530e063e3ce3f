//! The instrument: controls in groups, the advanced ones folded.

use super::field::Field;
use crate::encoding::Door;
use crate::page::desk::Desk;
use crate::page::figure::House;
use crate::page::machine::MachineLine;
use crate::page::text::Control;
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

/// A heading of the moment's language.
fn heading(desk: Desk, which: fn(&Control) -> &'static str) -> impl Fn() -> &'static str + Copy {
    move || which(&desk.strings().control)
}

#[component]
fn EncodingGroup() -> impl IntoView {
    let desk = Desk::here();
    let scheme = Memo::new(move |_| desk.store.read(|state| state.scheme().id()));
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
        scheme.track();
        let parameters = desk.store.read(|state| state.scheme().parameters());
        parameters
            .iter()
            .map(|parameter| view! { <Field name=parameter.name /> })
            .collect_view()
    };
    let off = move || !desk.store.read(|state| state.positions_on());
    view! {
        <section>
            <h2>{heading(desk, |control| control.encoding)}</h2>
            <Show when=off>
                <p class="help">{heading(desk, |control| control.switched_off)}</p>
            </Show>
            <Field name="scheme" help=summary headed=true />
            <p class="help source">{source}</p>
            {parameters}
        </section>
    }
}

#[component]
fn MaskGroup() -> impl IntoView {
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
        <section>
            <h2>{heading(desk, |control| control.attention)}</h2>
            <Field name="mask" help=why headed=true />
        </section>
    }
}

#[component]
fn TokenGroup() -> impl IntoView {
    let desk = Desk::here();
    let by_id = move || desk.store.read(|state| state.choice("tokenizer") == "ids");
    view! {
        <section>
            <h2>{heading(desk, |control| control.tokens)}</h2>
            <Field name="tokenizer" headed=true />
            <Show when=by_id>
                <Field name="vocabulary" />
            </Show>
        </section>
    }
}

#[component]
fn ModelGroup() -> impl IntoView {
    let desk = Desk::here();
    let added = move || {
        desk.store
            .read(|state| state.scheme().doors().contains(&Door::Input))
    };
    view! {
        <details>
            <summary>{heading(desk, |control| control.model)}</summary>
            <Field name="d_model" />
            <Field name="heads" />
            <Field name="layers" />
            <Field name="seed" />
            <Field name="d_ff" />
            <Field name="embedding_std" />
            <Field name="scale_embedding" />
            <Show when=added>
                <Field name="add" />
            </Show>
        </details>
    }
}

#[component]
fn FineGroup() -> impl IntoView {
    let desk = Desk::here();
    view! {
        <details>
            <summary>{heading(desk, |control| control.fine)}</summary>
            <Field name="naive_trig" />
            <Field name="backend" />
            <button type="button" class="push" on:click=move |_| desk.store.reset()>
                {heading(desk, |control| control.reset)}
            </button>
        </details>
    }
}
