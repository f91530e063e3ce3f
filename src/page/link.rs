//! The link in the address bar: it follows the state, and the state follows it when the visitor goes back.

use super::store::Store;
use super::wait::wait;
use crate::encoding::Kind;
use crate::experiment::{Group, PROPERTIES, Property, State};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Clipboard;

/// Browsers refuse more than some 200 changes of the address in half a minute.
const PAUSE: Duration = Duration::from_millis(250);

/// The query of the address bar.
pub fn query() -> String {
    // Only a detached document has no address, and there is nothing to read then.
    window().location().search().unwrap_or_default()
}

/// The page's address with this query.
pub fn address(query: &str) -> String {
    let location = window().location();
    let path = location.pathname().unwrap_or_default();
    let origin = location.origin().unwrap_or_default();
    match query {
        "" => format!("{origin}{path}"),
        query => format!("{origin}{path}?{query}"),
    }
}

/// Ties the address bar to `store` as long as the current owner lives.
pub fn follow(store: Store) {
    let bar = StoredValue::new(Bar {
        state: store.state().get_untracked(),
        last: None,
        due: None,
    });
    Effect::new(move |_| {
        let state = store.state().get();
        if bar.try_update_value(|bar| bar.note(state)) == Some(true) {
            spawn_local(async move {
                wait(PAUSE).await;
                // The page may be gone by now, and its bar with it.
                bar.try_update_value(Bar::write_due);
            });
        }
    });
    let back = window_event_listener(ev::popstate, move |_| {
        let (state, refusals) = State::from_query(&query());
        bar.update_value(|bar| {
            bar.state = state.clone();
            bar.last = None;
            bar.due = None;
        });
        store.replace(state, refusals);
    });
    on_cleanup(move || back.remove());
}

/// What the address bar shows.
struct Bar {
    state: State,
    /// The property that the last step changed, where it was one alone.
    last: Option<&'static str>,
    /// The state that is to be written after a pause.
    due: Option<State>,
}

impl Bar {
    /// Notes what is to be written, and whether somebody has to see to that. What was done in a view that is left is written
    /// at once, so that going back leads to it.
    fn note(&mut self, state: State) -> bool {
        let waits = self.due.is_some();
        if self
            .due
            .as_ref()
            .is_some_and(|due| due.choice("view") != state.choice("view"))
        {
            self.write_due();
        }
        let changed = self.state != state;
        if waits || changed {
            self.due = Some(state);
        }
        changed && !waits
    }

    fn write_due(&mut self) {
        if let Some(state) = self.due.take() {
            self.write(state);
        }
    }

    /// Writes `state`. Typing on in one field mends the entry, and so does a change of looks; anything else is a step
    /// that the visitor can go back on.
    fn write(&mut self, state: State) {
        let changed: Vec<_> = PROPERTIES
            .iter()
            .filter(|row| self.state.value(row.name()) != state.value(row.name()))
            .collect();
        let typed_on = match changed.as_slice() {
            [row] => self.last == Some(row.name()) && is_typed(row.parameter.kind),
            _ => false,
        };
        let is_look = |row: &&Property| row.group == Group::View && row.name() != "view";
        let looks = changed.iter().all(is_look);
        let address = address(&state.query());
        if let Ok(history) = window().history() {
            let nothing = JsValue::NULL;
            // A sandboxed frame may not write its address; everything else works there all the same.
            let _refused = if typed_on || looks {
                history.replace_state_with_url(&nothing, "", Some(&address))
            } else {
                history.push_state_with_url(&nothing, "", Some(&address))
            };
        }
        self.last = match changed.as_slice() {
            [row] => Some(row.name()),
            _ => None,
        };
        self.state = state;
    }
}

/// Whether a control of this kind is typed into.
fn is_typed(kind: Kind) -> bool {
    !matches!(kind, Kind::Choice(_) | Kind::Flag)
}

/// Copies a text; false where the browser doesn't let us.
pub async fn copy(text: &str) -> bool {
    let navigator = window().navigator();
    // Missing on pages that aren't https, though the types don't say so.
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into());
    let Some(clipboard) = clipboard.ok().and_then(|c| c.dyn_into::<Clipboard>().ok()) else {
        return false;
    };
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}
