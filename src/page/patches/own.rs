//! The visitor's own picture. The browser shows it from where it is; it never leaves the machine.

use super::say;
use crate::page::Desk;
use crate::page::file::first_file;
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::Url;

/// The button that takes a picture, and the one that brings the sample back.
#[component]
pub(super) fn OwnPicture(
    /// The address under which the browser shows it; none for the sample.
    own: RwSignal<Option<String>>,
) -> impl IntoView {
    let desk = Desk::here();
    let input = NodeRef::<html::Input>::new();
    let refused = RwSignal::new(false);
    let forget = move || {
        if let Some(Some(address)) = own.try_update_untracked(Option::take) {
            // Fails only for an address that isn't a string.
            let _gone = Url::revoke_object_url(&address);
        }
    };
    on_cleanup(forget);
    let take = move |_| {
        let Some(file) = input.get_untracked().and_then(|input| first_file(&input)) else {
            return;
        };
        let address = file
            .type_()
            .starts_with("image/")
            .then(|| Url::create_object_url_with_blob(&file).ok())
            .flatten();
        refused.set(address.is_none());
        if address.is_some() {
            forget();
            own.set(address);
        }
    };
    let back = move |_| {
        forget();
        own.set(None);
        refused.set(false);
        if let Some(input) = input.get_untracked() {
            input.set_value("");
        }
    };
    view! {
        <div class="patches-own">
            <label class="push">
                <input node_ref=input type="file" accept="image/*" class="unseen" on:change=take />
                {move || say(desk).own}
            </label>
            <Show when=move || own.get().is_some()>
                <button type="button" class="quiet" on:click=back>{move || say(desk).sample}</button>
            </Show>
            <small>{move || say(desk).stays}</small>
            <p class="refusal" role="status">{move || refused.get().then(|| say(desk).unreadable)}</p>
        </div>
    }
}
