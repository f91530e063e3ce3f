//! What the views of one mounted lab share.

use super::environment::Environment;
use super::runner::Runner;
use super::store::Store;
use super::text::{self, Strings};
use crate::experiment::OrderReport;
use crate::language::Language;
use leptos::prelude::*;
use std::rc::Rc;

/// The last report; none before the first. It lives on this thread, as everything does that holds a GPU.
pub type Report = Signal<Option<Rc<OrderReport>>, LocalStorage>;

/// What the views of one mounted lab share. Cheap to copy; each mounted lab has its own.
#[derive(Clone, Copy)]
pub struct Desk {
    /// What is set.
    pub store: Store,
    /// The language that the page speaks.
    pub language: Signal<Language>,
    /// Whether colours are for a dark page.
    pub dark: Signal<bool>,
    /// What computes.
    pub runner: Runner,
    /// The last report.
    pub report: Report,
}

impl Desk {
    /// A desk over `store`, which starts to compute at once.
    pub fn new(store: Store) -> Self {
        let environment = Environment::watch();
        let language = Signal::from(Memo::new(move |_| {
            store.read(|state| state.language()).unwrap_or(environment.language)
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
            runner,
            report: runner.report(),
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
}
