//! The control of one parameter of one entry.

use super::lineup::LineUp;
use crate::encoding::{Kind, Parameter};
use crate::experiment::lineup::Entry;
use crate::language::Bilingual;
use crate::page::control::RefusalLine;
use crate::page::desk::Desk;
use crate::page::figure::unique;
use crate::page::store::Draft;
use leptos::prelude::*;

/// One parameter of one entry. Cheap to copy.
#[derive(Clone, Copy)]
struct Slot {
    lineup: LineUp,
    index: usize,
    parameter: Parameter,
    /// What was typed and refused: it stays in its field until it is mended.
    draft: RwSignal<Option<Draft>>,
}

impl Slot {
    /// Its value as it would stand in a link. Reactive.
    fn text(self) -> String {
        let entry = self.lineup.entry(self.index);
        let value = entry.and_then(|entry| entry.values.get(self.parameter.name).cloned());
        value.map(|value| value.write()).unwrap_or_default()
    }

    /// Takes a text, or keeps it as a draft with the reason.
    fn set(self, text: &str) {
        match self.parameter.parse(text) {
            Ok(value) => {
                self.draft.set(None);
                self.lineup.change(|entries| {
                    if let Some(Entry { values, .. }) = entries.get_mut(self.index) {
                        values.set(self.parameter.name, value);
                    }
                });
            }
            Err(refusal) => {
                let text = text.to_owned();
                self.draft.set(Some(Draft { text, refusal }));
            }
        }
    }
}

/// Label, control, reason of a refusal and help.
#[component]
pub(super) fn ParameterField(lineup: LineUp, index: usize, parameter: Parameter) -> impl IntoView {
    let desk = Desk::here();
    let slot = Slot {
        lineup,
        index,
        parameter,
        draft: RwSignal::new(None),
    };
    let value = Memo::new(move |_| slot.text());
    // Another entry may have come into this place: what was typed in vain was meant for the one before.
    Effect::new(move |before: Option<String>| {
        let now = value.get();
        if before.is_some_and(|before| before != now) {
            slot.draft.set(None);
        }
        now
    });
    let id = unique(parameter.name);
    let refusal = Signal::derive(move || slot.draft.get().map(|draft| draft.refusal));
    let label = move || parameter.label.get(desk.language.get());
    let control = match parameter.kind {
        Kind::Flag => tick(slot, value, id.clone(), label).into_any(),
        Kind::Choice(words) => choice(desk, slot, value, id.clone(), words).into_any(),
        Kind::Whole { .. } | Kind::Real { .. } | Kind::Text { .. } => {
            text(slot, value, id.clone()).into_any()
        }
    };
    let is_line = matches!(parameter.kind, Kind::Whole { .. } | Kind::Real { .. });
    let has_label = parameter.kind != Kind::Flag;
    view! {
        <div class="control">
            <div class:line=is_line>
                {has_label.then(|| view! { <label for=id.clone()>{label}</label> })}
                {control}
            </div>
            <RefusalLine name=id.clone() refusal />
            <p class="help" id=format!("{id}-help")>{move || parameter.help.get(desk.language.get())}</p>
        </div>
    }
}

fn text(slot: Slot, value: Memo<String>, id: String) -> impl IntoView {
    let shown = move || {
        slot.draft
            .get()
            .map_or_else(|| value.get(), |draft| draft.text)
    };
    // Half a number ("1e") is no mistake yet: it is told only when the field is left or Enter is pressed.
    let typed = move |event| {
        let text = event_target_value(&event);
        if slot.parameter.parse(&text).is_ok() {
            slot.set(&text);
        }
    };
    let inputmode = match slot.parameter.kind {
        Kind::Whole { .. } => "numeric",
        Kind::Real { .. } => "decimal",
        _ => "text",
    };
    let described = format!("{id}-refusal {id}-help");
    view! {
        <input
            id=id
            type="text"
            inputmode=inputmode
            autocomplete="off"
            spellcheck="false"
            aria-describedby=described
            aria-invalid=move || slot.draft.get().is_some().then_some("true")
            prop:value=shown
            on:input=typed
            on:change=move |event| slot.set(&event_target_value(&event))
        />
    }
}

fn choice(
    desk: Desk,
    slot: Slot,
    value: Memo<String>,
    id: String,
    words: &'static [(&'static str, Bilingual)],
) -> impl IntoView {
    let options = words.iter().map(|(word, label)| {
        view! {
            <option value=*word selected=move || value.get() == *word>
                {move || label.get(desk.language.get())}
            </option>
        }
    });
    let described = format!("{id}-help");
    view! {
        <select
            id=id
            aria-describedby=described
            prop:value=move || value.get()
            on:change=move |event| slot.set(&event_target_value(&event))
        >
            {options.collect_view()}
        </select>
    }
}

fn tick(
    slot: Slot,
    value: Memo<String>,
    id: String,
    label: impl Fn() -> &'static str + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let take = move |event| {
        slot.set(if event_target_checked(&event) {
            "1"
        } else {
            "0"
        })
    };
    let described = format!("{id}-help");
    view! {
        <label class="tick">
            <input
                id=id
                type="checkbox"
                aria-describedby=described
                prop:checked=move || value.get() == "1"
                on:change=take
            />
            <span>{label}</span>
        </label>
    }
}
