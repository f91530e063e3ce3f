//! What a view without the instrument keeps of it: everything but the encoding, in one fold.

use super::instrument::{FineGroup, MaskGroup, ModelGroup, TokenGroup};
use crate::page::machine::MachineLine;
use leptos::prelude::*;

/// The controls of mask, tokens, model and device.
#[component]
pub fn Settings(
    /// What stands on the fold.
    #[prop(into)]
    title: Signal<&'static str>,
) -> impl IntoView {
    view! {
        <details class="settings group">
            <summary><h2>{title}</h2></summary>
            <div class="instrument-groups instrument">
                <TokenGroup />
                <MaskGroup />
                <ModelGroup />
                <FineGroup />
            </div>
        </details>
        <MachineLine />
    }
}
