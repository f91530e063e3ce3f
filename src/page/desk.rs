//! What the views of one mounted lab share.

use super::environment::Environment;
use super::runner::Runner;
use super::store::Store;
use super::text::{self, Strings};
use crate::experiment::{OrderReport, Trouble};
use crate::language::Language;
use crate::refusal::Refusal;
use leptos::prelude::*;
use std::rc::Rc;

/// The last report; none before the first. It lives on this thread, as everything does that holds a GPU.
pub type Report = Signal<Option<Rc<OrderReport>>, LocalStorage>;

/// Width from which the instrument stands beside the reading column, as in `style.css`.
const TWO_COLUMNS: i32 = 940;

/// What the views of one mounted lab share. Cheap to copy; each mounted lab has its own.
#[derive(Clone, Copy)]
pub struct Desk {
    /// What is set.
    pub store: Store,
    /// The language that the page speaks.
    pub language: Signal<Language>,
    /// Whether colours are for a dark page.
    pub dark: Signal<bool>,
    /// Whether there was room for two columns when the lab was mounted.
    pub roomy: bool,
    /// What computes.
    pub runner: Runner,
    /// The last report.
    pub report: Report,
    /// What a view beside the order view says went wrong: the host page hears of it, too.
    pub told: RwSignal<Option<String>>,
}

impl Desk {
    /// A desk over `store` in a place of `width` pixels, which starts to compute at once.
    pub fn new(store: Store, width: i32) -> Self {
        let environment = Environment::watch();
        let language = Signal::from(Memo::new(move |_| {
            store
                .read(|state| state.language())
                .unwrap_or(environment.language)
        }));
        let dark = Signal::from(Memo::new(move |_| {
            match store.read(|state| state.choice("theme")) {
                "light" => false,
                "dark" => true,
                _ => environment.dark.get(),
            }
        }));
        let runner = Runner::start(store, language);
        Self {
            store,
            language,
            dark,
            roomy: width >= TWO_COLUMNS,
            runner,
            report: runner.report(),
            told: RwSignal::new(None),
        }
    }

    /// The desk of the lab that the current component belongs to.
    pub fn here() -> Self {
        expect_context()
    }

    /// The page's sentences in the language of the moment. Reactive.
    pub fn strings(self) -> &'static Strings {
        text::of(self.language.get())
    }

    /// Whether a teacher hid this property's control. Reactive.
    pub fn hides(self, name: &str) -> bool {
        self.store.read(|state| state.is_hidden(name))
    }

    /// Why the value at this control doesn't stand: refused by the table, or by what it has to fit. Reactive.
    pub fn refusal_at(self, name: &str) -> Option<Refusal> {
        let of_the_run = || match self.runner.trouble() {
            Some(Trouble::Refused(refusal)) if refusal.property == name => Some(refusal),
            _ => None,
        };
        let draft = self.store.draft(name).map(|draft| draft.refusal);
        draft.or_else(of_the_run)
    }

    /// A refusal as it is told at its own control, where name and value stand already: what is allowed. Reactive.
    pub fn allowed(self, refusal: &Refusal) -> String {
        match self.language.get() {
            Language::Zh => format!("{}。", refusal.allowed.zh),
            Language::En => format!("{}.", capitalised(&refusal.allowed.en)),
        }
    }
}

/// A clause as a sentence. Names such as d_model keep their first letter.
fn capitalised(clause: &str) -> String {
    let first = clause.split(' ').next().unwrap_or_default();
    if !first.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return clause.to_owned();
    }
    // Our clauses are English: the tables for every script's letters would weigh more than the rest of this file.
    let mut sentence = clause.to_owned();
    if let Some(initial) = sentence.get_mut(..1) {
        initial.make_ascii_uppercase();
    }
    sentence
}
