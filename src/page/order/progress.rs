//! What is said of a long run, and the button that stops it.

use crate::page::desk::Desk;
use crate::page::runner::Phase;
use leptos::prelude::*;
use std::time::Duration;

/// Nothing, while runs are short.
#[component]
pub(super) fn Progress() -> impl IntoView {
    let desk = Desk::here();
    let phase = Memo::new(move |_| desk.runner.phase());
    move || match phase.get() {
        Phase::Rest | Phase::Run => ().into_any(),
        Phase::LongRun => view! { <LongRun /> }.into_any(),
        Phase::Stopped => view! { <Stopped /> }.into_any(),
    }
}

/// What is computed that takes so long, for how long already, and a way out.
#[component]
fn LongRun() -> impl IntoView {
    let desk = Desk::here();
    let strings = move || &desk.strings().order;
    let (seconds, set_seconds) = signal(0);
    let clock = set_interval_with_handle(
        move || set_seconds.update(|seconds| *seconds += 1),
        Duration::from_secs(1),
    );
    // Without a clock only the seconds are missing.
    if let Ok(clock) = clock {
        on_cleanup(move || clock.clear());
    }
    let what = move || {
        if desk.runner.opening() {
            return desk.strings().machine.opening.to_owned();
        }
        let say = strings().running;
        desk.store
            .read(|state| say(state.whole("d_model"), state.whole("layers"), seconds.get()))
    };
    view! {
        <div class="progress">
            <progress aria-label=move || strings().busy></progress>
            <span>{what}</span>
            <button type="button" class="push" on:click=move |_| desk.runner.stop()>
                {move || strings().stop}
            </button>
        </div>
    }
}

/// What stands there after a stop.
#[component]
fn Stopped() -> impl IntoView {
    let desk = Desk::here();
    let strings = move || &desk.strings().order;
    view! {
        <div class="progress">
            <span role="status">{move || strings().stopped}</span>
            <button type="button" class="push" on:click=move |_| desk.runner.again()>
                {move || strings().again}
            </button>
        </div>
    }
}
