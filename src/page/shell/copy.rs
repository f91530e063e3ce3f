//! The button that copies the link.

use crate::page::desk::Desk;
use crate::page::link;
use crate::page::wait::wait;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;

/// How long the button says how it went.
const SAID: Duration = Duration::from_secs(3);

/// What the button says.
#[derive(Clone, Copy, PartialEq)]
enum Said {
    Copy,
    Copied,
    Refused,
}

/// The button.
#[component]
pub(super) fn CopyLink() -> impl IntoView {
    let desk = Desk::here();
    let said = RwSignal::new(Said::Copy);
    let copy = move |_| {
        let address = link::address(&desk.store.read(|state| state.query()));
        spawn_local(async move {
            let copied = link::copy(&address).await;
            said.try_set(if copied { Said::Copied } else { Said::Refused });
            wait(SAID).await;
            said.try_set(Said::Copy);
        });
    };
    let words = move || {
        let strings = &desk.strings().site;
        match said.get() {
            Said::Copy => strings.copy,
            Said::Copied => strings.copied,
            Said::Refused => strings.copy_refused,
        }
    };
    view! {
        <button type="button" class="push" id="copy-link" aria-live="polite" on:click=copy>
            {words}
        </button>
    }
}
