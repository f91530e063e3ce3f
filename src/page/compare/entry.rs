//! The head of a card: which encoding, with which parameters, and its place in the line-up.

use super::field::ParameterField;
use super::lineup::LineUp;
use crate::encoding::{Kind, Parameter, SCHEMES, Value, Values, find};
use crate::experiment::lineup::Entry;
use crate::language::Language;
use crate::page::desk::Desk;
use crate::page::figure::unique;
use crate::page::text::compare;
use leptos::html;
use leptos::prelude::*;

/// A step in the line-up, and so the button that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Before the one before it.
    Earlier,
    /// Behind the one behind it.
    Later,
}

/// The choice of the encoding, buttons that move and remove it, and its parameters, folded.
#[component]
pub(super) fn EntryHead(
    lineup: LineUp,
    /// Its place, from 0.
    index: usize,
    /// The button that gets the focus: it follows a moved entry.
    focus: RwSignal<Option<(usize, Step)>>,
    /// Called when an entry went and the focus with it.
    on_gone: Callback<()>,
) -> impl IntoView {
    let desk = Desk::here();
    let strings = move || compare(desk.language.get());
    let id = unique("entry");
    let scheme = Memo::new(move |_| lineup.entry(index).map_or("", |entry| entry.scheme.id()));
    let choose = move |event| {
        if let Some(scheme) = find(&event_target_value(&event)) {
            let values = Values::defaults(scheme.parameters());
            lineup.change(|entries| {
                if let Some(entry) = entries.get_mut(index) {
                    *entry = Entry { scheme, values };
                }
            });
        }
    };
    let options = SCHEMES.iter().map(|offered| {
        view! {
            <option value=offered.id() selected=move || scheme.get() == offered.id()>
                {move || offered.name().get(desk.language.get())}
            </option>
        }
    });
    let remove = move |_| {
        let was_last = untrack(|| lineup.len()) == index + 1;
        lineup.change(|entries| {
            entries.remove(index);
        });
        if was_last {
            on_gone.run(());
        }
    };
    view! {
        <div class="entry">
            <div class="entry-line">
                <label class="unseen" for=id.clone()>{move || (strings().entry)(index + 1)}</label>
                <select id=id prop:value=move || scheme.get() on:change=choose>
                    {options.collect_view()}
                </select>
                <Move lineup index step=Step::Earlier focus />
                <Move lineup index step=Step::Later focus />
                <button
                    type="button"
                    class="quiet"
                    disabled=move || !lineup.can_lose()
                    aria-label=move || (strings().remove)(lineup.name(index))
                    on:click=remove
                >
                    "×"
                </button>
            </div>
            <Parameters lineup index />
        </div>
    }
}

/// A button that moves the entry by one place.
#[component]
fn Move(
    lineup: LineUp,
    index: usize,
    step: Step,
    focus: RwSignal<Option<(usize, Step)>>,
) -> impl IntoView {
    let desk = Desk::here();
    let button = NodeRef::<html::Button>::new();
    let target = move || match step {
        Step::Earlier => index.checked_sub(1),
        Step::Later => Some(index + 1).filter(|next| *next < lineup.len()),
    };
    let go = move |_| {
        if let Some(target) = untrack(target) {
            lineup.change(|entries| entries.swap(index, target));
            focus.set(Some((target, step)));
        }
    };
    // At the end of the line the button of the other direction takes the focus, as this one is off.
    Effect::new(move |_| {
        let Some((place, wanted)) = focus.get() else {
            return;
        };
        let can = |step| match step {
            Step::Earlier => place > 0,
            Step::Later => place + 1 < untrack(|| lineup.len()),
        };
        let mine = place == index && (wanted == step || !can(wanted)) && can(step);
        if let (true, Some(button)) = (mine, button.get()) {
            // Refused only by a button that is not on the page.
            let _focused = button.focus();
            focus.set(None);
        }
    });
    let label = move || {
        let strings = compare(desk.language.get());
        let say = match step {
            Step::Earlier => strings.earlier,
            Step::Later => strings.later,
        };
        say(lineup.name(index))
    };
    let arrow = match step {
        Step::Earlier => "←",
        Step::Later => "→",
    };
    view! {
        <button
            type="button"
            class="quiet"
            node_ref=button
            disabled=move || target().is_none()
            aria-label=label
            on:click=go
        >
            {arrow}
        </button>
    }
}

/// The parameters that matter, folded; folded, what differs from the defaults is told.
#[component]
fn Parameters(lineup: LineUp, index: usize) -> impl IntoView {
    let desk = Desk::here();
    // New fields for another encoding, or for another choice that some of them depend on.
    let names = Memo::new(move |_| {
        let entry = lineup.entry(index);
        entry.map_or(("", Vec::new()), |entry| {
            let mattering = mattering(&entry).map(|parameter| parameter.name);
            (entry.scheme.id(), mattering.collect())
        })
    });
    let fields = move || {
        let (id, names) = names.get();
        let all = find(id).map_or(&[][..], |scheme| scheme.parameters());
        let shown = all
            .iter()
            .filter(|parameter| names.contains(&parameter.name));
        let field = |parameter: &Parameter| {
            let parameter = *parameter;
            view! { <ParameterField lineup index parameter /> }
        };
        shown.map(field).collect_view()
    };
    let told = move || {
        let entry = lineup.entry(index)?;
        Some(changed(&entry, desk.language.get()))
    };
    view! {
        <details class="group" hidden=move || names.with(|(_, names)| names.is_empty())>
            <summary>
                <span>{move || compare(desk.language.get()).parameters}</span>
                <span class="chosen">{told}</span>
            </summary>
            {fields}
        </details>
    }
}

/// The parameters that matter at the entry's values.
fn mattering(entry: &Entry) -> impl Iterator<Item = &'static Parameter> + '_ {
    entry.scheme.parameters().iter().filter(|parameter| {
        let other =
            |(name, words): (&str, &'static [&str])| words.contains(&entry.values.choice(name));
        parameter.when.is_none_or(other)
    })
}

/// What differs from the defaults: "Base 500000".
fn changed(entry: &Entry, language: Language) -> String {
    let told = mattering(entry).filter_map(|parameter| {
        let value = entry.values.get(parameter.name)?;
        let label = parameter.label.get(language);
        let told = match (parameter.kind, value) {
            (Kind::Choice(words), Value::Choice(word)) => {
                let (_, name) = words.iter().find(|(id, _)| id == word)?;
                name.get(language).to_owned()
            }
            (Kind::Flag, Value::Flag(_)) => label.to_owned(),
            _ => format!("{label} {}", value.write()),
        };
        (*value != parameter.default_value()).then_some(told)
    });
    told.collect::<Vec<_>>().join(" · ")
}
