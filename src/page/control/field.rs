//! A control for any property, by its kind.

use super::choice::ChoiceField;
use super::number::NumberField;
use super::text::TextField;
use super::tick::TickField;
use crate::encoding::Kind;
use crate::page::desk::Desk;
use leptos::prelude::*;

/// The control of the property `name`; nothing where a teacher hid it, or no property has this name.
#[component]
pub fn Field(
    name: &'static str,
    /// Said under the control instead of the table's own help.
    #[prop(optional, into)]
    help: Option<Signal<String>>,
    /// Whether a heading right above says the same as the label, which is then for screen readers only.
    #[prop(optional)]
    headed: bool,
) -> impl IntoView {
    let desk = Desk::here();
    let parameter = desk
        .store
        .state()
        .with_untracked(|state| state.parameter(name))?;
    let help = help.unwrap_or_else(|| {
        Signal::derive(move || parameter.help.get(desk.language.get()).to_owned())
    });
    let control = move || match parameter.kind {
        Kind::Whole { .. } | Kind::Real { .. } => view! { <NumberField parameter /> }.into_any(),
        Kind::Flag => view! { <TickField parameter /> }.into_any(),
        Kind::Choice(words) => view! { <ChoiceField parameter words headed /> }.into_any(),
        Kind::Text { .. } => view! { <TextField parameter /> }.into_any(),
    };
    Some(view! {
        <Show when=move || !desk.hides(name)>
            <div class="control">
                {control}
                <super::RefusalLine name refusal=Signal::derive(move || desk.refusal_at(name)) />
                <p class="help" id=format!("{name}-help")>{help}</p>
            </div>
        </Show>
    })
}
