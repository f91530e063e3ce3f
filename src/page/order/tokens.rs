//! The tokens of a sentence, as the model sees them.

use crate::experiment::{Token, Which};
use crate::page::desk::Desk;
use leptos::prelude::*;

/// Tokens that are shown one by one; of more, only the number is told.
const SHOWN: usize = 120;

/// The tokens of a sentence.
#[component]
pub(super) fn Tokens(which: Which, tokens: Signal<Vec<Token>>) -> impl IntoView {
    let desk = Desk::here();
    let tokens = Memo::new(move |_| match desk.refusal_at(which.property()) {
        Some(_) => Vec::new(),
        None => tokens.get(),
    });
    let count = move || (desk.strings().order.tokens)(tokens.with(Vec::len));
    let rest = move || tokens.with(|tokens| tokens.len() > SHOWN);
    view! {
        <ol class="tokens" aria-label=count tabindex=move || rest().then_some("0")>
            {move || tokens.get().into_iter().take(SHOWN).map(chip).collect_view()}
            <Show when=rest>
                <li class="count">"… "{count}</li>
            </Show>
        </ol>
    }
}

fn chip(token: Token) -> impl IntoView {
    view! { <li dir="auto" title=format!("id {}", token.id)>{token.text}</li> }
}
