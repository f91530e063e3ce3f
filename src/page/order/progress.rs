//! What is said of a long run, and the button that stops it.

use crate::page::desk::Desk;
use crate::page::runner::Phase;
use leptos::prelude::*;

/// Nothing, while runs are short.
#[component]
pub(super) fn Progress() -> impl IntoView {
    let desk = Desk::here();
    let strings = move || &desk.strings().order;
    move || match desk.runner.phase() {
        Phase::Rest | Phase::Run => ().into_any(),
        Phase::LongRun => view! {
            <div class="progress">
                <progress aria-label=strings().running></progress>
                <span>{strings().running}</span>
                <button type="button" class="push" on:click=move |_| desk.runner.stop()>
                    {strings().stop}
                </button>
            </div>
        }
        .into_any(),
        Phase::Stopped => view! {
            <div class="progress">
                <span role="status">{strings().stopped}</span>
                <button type="button" class="push" on:click=move |_| desk.runner.again()>
                    {strings().again}
                </button>
            </div>
        }
        .into_any(),
    }
}
