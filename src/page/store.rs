//! The state that every control writes through, and what was typed but not taken.

use crate::experiment::State;
use crate::refusal::Refusal;
use leptos::prelude::*;

/// A text that the property table refused. It stays in its field, with the reason, until it is mended.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// What was typed.
    pub text: String,
    /// Why it wasn't taken.
    pub refusal: Refusal,
}

/// What is set, what was typed in vain, and what of the link was refused. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Store {
    state: RwSignal<State>,
    /// By property; few at a time.
    drafts: RwSignal<Vec<(&'static str, Draft)>>,
    notices: RwSignal<Vec<Refusal>>,
}

impl Store {
    /// A store that starts with `state`, and with what was refused of the link or the attributes.
    pub fn new(state: State, refusals: Vec<Refusal>) -> Self {
        Self {
            state: RwSignal::new(state),
            drafts: RwSignal::default(),
            notices: RwSignal::new(refusals),
        }
    }

    /// The state. Reactive.
    pub fn state(self) -> Signal<State> {
        self.state.into()
    }

    /// Something of the state. Reactive.
    pub fn read<T>(self, look: impl FnOnce(&State) -> T) -> T {
        self.state.with(look)
    }

    /// Writes a property. What is refused stands as the property's [`Draft`], and the state stays as it was.
    pub fn set(self, name: &'static str, text: &str) {
        let mut next = self.state.get_untracked();
        match next.set(name, text) {
            Ok(()) => {
                self.forget_draft(name);
                self.take(next);
            }
            Err(refusal) => {
                let text = text.to_owned();
                self.drafts.update(|drafts| {
                    drafts.retain(|(other, _)| *other != name);
                    drafts.push((name, Draft { text, refusal }));
                });
            }
        }
    }

    /// Whether a property takes this text.
    pub fn takes(self, name: &'static str, text: &str) -> bool {
        self.state.get_untracked().set(name, text).is_ok()
    }

    /// What was typed for a property in vain, if the last text was. Reactive.
    pub fn draft(self, name: &str) -> Option<Draft> {
        let of = |drafts: &Vec<(&str, Draft)>| {
            let found = drafts.iter().find(|(other, _)| *other == name);
            found.map(|(_, draft)| draft.clone())
        };
        self.drafts.with(of)
    }

    /// Everything at its default, but for the language, the theme, and what a teacher hid.
    pub fn reset(self) {
        let mut next = State::default();
        let old = self.state.get_untracked();
        for name in ["view", "lang", "theme", "hide"] {
            // A value that the state holds is always taken again.
            let _taken = next.set(name, &old.get(name));
        }
        self.replace(next, Vec::new());
    }

    /// Puts another state in place: the visitor went back, or the host page changed an attribute.
    pub fn replace(self, state: State, refusals: Vec<Refusal>) {
        self.drafts.update(Vec::clear);
        self.notices.set(refusals);
        self.take(state);
    }

    /// What was refused of the link or the attributes. Reactive.
    pub fn notices(self) -> Vec<Refusal> {
        self.notices.get()
    }

    /// Takes the notices away.
    pub fn dismiss(self) {
        self.notices.update(Vec::clear);
    }

    /// Sets the state only where it changes, so that nothing computes twice.
    fn take(self, state: State) {
        if self.state.with_untracked(|old| *old != state) {
            self.state.set(state);
        }
    }

    fn forget_draft(self, name: &str) {
        let has = |drafts: &Vec<(&str, Draft)>| drafts.iter().any(|(other, _)| *other == name);
        if self.drafts.with_untracked(has) {
            let other = |(other, _): &(&str, Draft)| *other != name;
            self.drafts.update(|drafts| drafts.retain(other));
        }
    }
}
