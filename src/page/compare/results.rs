//! What the line-up comes to: runs, tables, and what differs, each computed again only where its question changes.

use super::lineup::LineUp;
use crate::engine::paint::ColourMap;
use crate::experiment::{self, Apart, Contestant, Side, State, Token, Trouble, apart};
use crate::language::Language;
use crate::model::Part;
use crate::page::desk::Desk;
use crate::page::figure::encoding::{Table, ask, compute, shared};
use crate::page::figure::{Local, latest};
use crate::refusal::Refusal;
use leptos::prelude::*;
use std::rc::Rc;

/// What the runs depend on.
#[derive(Clone, Debug, PartialEq)]
struct Question {
    state: State,
    language: Language,
}

/// The runs that answer a question.
struct Answer {
    question: Question,
    contestants: Result<Vec<Contestant>, Trouble>,
}

impl Answer {
    fn side(&self, index: usize) -> Option<&Side> {
        let contestant = self.contestants.as_ref().ok()?.get(index)?;
        contestant.outcome.as_ref().ok()
    }

    /// The first that ran: what the others are compared with.
    fn baseline(&self) -> Option<usize> {
        let contestants = self.contestants.as_ref().ok()?;
        contestants.iter().position(|c| c.outcome.is_ok())
    }
}

/// What differs in one layer, by place in the line-up; none for the baseline and for what didn't run.
#[derive(Clone)]
struct Differences {
    of: Rc<Answer>,
    apart: Rc<[Option<Apart>]>,
}

/// What each encoding puts in, or why it takes no position; none where the engine failed.
type Tables = Rc<[Option<Result<Table, Refusal>>]>;

/// Everything that is shown of a line-up. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Results {
    question: Memo<Question>,
    answer: Local<Option<Rc<Answer>>>,
    tables: Local<Option<Tables>>,
    differences: Local<Option<Differences>>,
    /// The layer whose maps are shown, from 0.
    pub layer: RwSignal<usize>,
    /// The head whose maps are shown, from 0.
    pub head: RwSignal<usize>,
    /// 0: one colour scale for all tables of a door; 1: each has its own.
    pub scale: RwSignal<usize>,
}

impl Results {
    /// Starts to compute.
    pub fn of(desk: Desk, lineup: LineUp) -> Self {
        let layer = RwSignal::new(0);
        let question = Memo::new(move |_| Question {
            state: desk.store.read(what_counts),
            language: desk.language.get(),
        });
        let answer = answers(desk, lineup, question);
        Self {
            question,
            answer,
            tables: tables(desk, lineup),
            differences: differences(desk, answer, layer),
            layer,
            head: RwSignal::new(0),
            scale: RwSignal::new(0),
        }
    }

    /// Whether what is shown isn't yet what is asked for. Reactive.
    pub fn is_waiting(self) -> bool {
        let question = self.question.get();
        self.answer.with(|answer| match answer {
            Some(answer) => answer.question != question,
            None => true,
        })
    }

    /// What keeps everything from running. Reactive.
    pub fn trouble(self) -> Option<Trouble> {
        self.answer
            .with(|answer| answer.as_ref()?.contestants.as_ref().err().cloned())
    }

    /// What keeps one encoding from running. Reactive.
    pub fn trouble_of(self, index: usize) -> Option<Trouble> {
        self.answer.with(|answer| {
            let contestants = answer.as_ref()?.contestants.as_ref().ok()?;
            contestants.get(index)?.outcome.as_ref().err().cloned()
        })
    }

    /// What keeps everything, or else the first encoding that can't, from running. Reactive.
    pub fn first_trouble(self) -> Option<Trouble> {
        let count = self.answer.with(|answer| {
            let contestants = answer.as_ref()?.contestants.as_ref().ok()?;
            Some(contestants.len())
        });
        let of_one = || (0..count.unwrap_or(0)).find_map(|index| self.trouble_of(index));
        self.trouble().or_else(of_one)
    }

    /// The sentence's tokens. Reactive.
    pub fn tokens(self) -> Vec<Token> {
        self.answer.with(|answer| {
            let answer = answer.as_ref();
            let side = answer.and_then(|answer| answer.side(answer.baseline()?));
            side.map(|side| side.tokens.clone()).unwrap_or_default()
        })
    }

    /// Something of one encoding's run. Reactive.
    pub fn side<T>(self, index: usize, look: impl FnOnce(&Side) -> T) -> Option<T> {
        self.answer
            .with(|answer| answer.as_ref()?.side(index).map(look))
    }

    /// The place of the baseline. Reactive.
    pub fn baseline(self) -> Option<usize> {
        self.answer.with(|answer| answer.as_ref()?.baseline())
    }

    /// What one encoding puts in; the refusal where it takes no position. Reactive.
    pub fn table(self, index: usize) -> Option<Result<Table, Refusal>> {
        self.tables
            .with(|tables| tables.as_ref()?.get(index)?.clone())
    }

    /// The colour scale of a part of the tables; none where each has its own. Reactive.
    pub fn shared_scale(self, part: Part) -> Option<ColourMap> {
        if self.scale.get() > 0 {
            return None;
        }
        self.tables.with(|tables| {
            let tables = tables.iter().flat_map(|tables| tables.iter());
            shared(tables.flatten().flatten(), part)
        })
    }

    /// What one encoding's maps differ in. Reactive.
    pub fn apart(self, index: usize) -> Option<Apart> {
        self.differences.with(|found| {
            let found = found.as_ref()?;
            found.apart.get(index)?.clone()
        })
    }

    /// The colour scale of all maps of differences. Reactive.
    pub fn apart_scale(self) -> ColourMap {
        let limit = self.differences.with(|found| {
            let found = found.iter().flat_map(|found| found.apart.iter().flatten());
            found.map(|apart| apart.largest).fold(0.0, f32::max)
        });
        ColourMap::Diverging { limit }
    }

    /// Whether the differences are those of the runs that are shown. Reactive.
    pub fn are_compared(self) -> bool {
        let answer = self.answer.get();
        self.differences.with(|found| match (found, &answer) {
            (Some(found), Some(answer)) => Rc::ptr_eq(&found.of, answer),
            _ => false,
        })
    }
}

fn answers(desk: Desk, lineup: LineUp, question: Memo<Question>) -> Local<Option<Rc<Answer>>> {
    latest(move || {
        let engine = desk.runner.engine()?;
        let question = question.get();
        let entries = lineup.entries();
        Some(async move {
            let Question { state, language } = &question;
            let contestants = experiment::compare(&engine, state, *language, entries).await;
            Some(Rc::new(Answer {
                question,
                contestants,
            }))
        })
    })
}

fn tables(desk: Desk, lineup: LineUp) -> Local<Option<Tables>> {
    let asked = Memo::new(move |_| {
        let fits = desk
            .store
            .read(|state| state.model_config().check().is_ok());
        let naive = desk.store.read(|state| state.flag("naive_trig"));
        fits.then(|| (ask(desk, 0), naive))
    });
    latest(move || {
        let engine = desk.runner.engine()?;
        let (ask, naive) = asked.get()?;
        let entries = lineup.entries();
        Some(async move {
            let mut tables = Vec::new();
            for entry in entries {
                let engine = engine.clone();
                tables.push(compute(engine, entry.scheme, entry.values, ask.clone(), naive).await);
            }
            Some(tables.into())
        })
    })
}

fn differences(
    desk: Desk,
    answer: Local<Option<Rc<Answer>>>,
    layer: RwSignal<usize>,
) -> Local<Option<Differences>> {
    latest(move || {
        let engine = desk.runner.engine()?;
        let answer = answer.get()?;
        let layer = layer.get();
        let baseline = answer.baseline()?;
        let places = 0..answer.contestants.as_ref().ok()?.len();
        Some(async move {
            let first = answer.side(baseline)?;
            let layer = layer.min(first.config.layers - 1);
            let mut found = Vec::new();
            for place in places {
                found.push(match answer.side(place).filter(|_| place != baseline) {
                    // A lost GPU is told by the page, which runs everything again.
                    Some(other) => Some(apart(&engine, first, other, layer).await.ok()?),
                    None => None,
                });
            }
            Some(Differences {
                apart: found.into(),
                of: answer,
            })
        })
    })
}

/// The state without what changes no number here.
fn what_counts(state: &State) -> State {
    let mut state = state.clone();
    for name in [
        "view",
        "lang",
        "theme",
        "hide",
        "text-b",
        "positions",
        "scheme",
    ] {
        state.reset(name);
    }
    state
}
