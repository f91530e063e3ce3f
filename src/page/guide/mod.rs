//! Which one? Questions, answers, and for each answer the experiments that show it.

mod answer;
mod verdict;

use super::desk::Desk;
use super::figure::unique;
use super::later::Part;
use super::look::OF_VIEWS;
use super::machine::MachineLine;
use super::text::guide;
use crate::chunk::chunk;
use crate::experiment::guide::{QUESTIONS, Question, choose, chosen};
use answer::Explained;
use leptos::prelude::*;
use verdict::Verdict;

chunk! { guide:
    /// The chunk of the view.
    pub fn guide_chunk() -> Part {
        Part::new(whole, OF_VIEWS)
    }
}

fn whole() -> AnyView {
    let desk = Desk::here();
    let list = Memo::new(move |_| desk.store.read(|state| state.get("guide")));
    let questions = QUESTIONS
        .iter()
        .map(|question| view! { <Asked question list /> });
    view! {
        <div class="guide">
            <div class="questions">{questions.collect_view()}</div>
            <aside class="verdict">
                <Verdict list />
                <MachineLine />
            </aside>
        </div>
    }
    .into_any()
}

/// A question with its answers, and what follows from the chosen one.
#[component]
fn Asked(question: &'static Question, list: Memo<String>) -> impl IntoView {
    let desk = Desk::here();
    let name = unique("question");
    let picked = Memo::new(move |_| {
        let chosen = list.with(|list| chosen(list));
        let mut answers = question.answers.iter().map(|answer| answer.id);
        answers.find(|id| chosen.iter().any(|answer| answer.id == *id))
    });
    let pick = move |id: &'static str| {
        let next = list.with_untracked(|list| choose(list, id));
        desk.store.set("guide", &next);
    };
    let answers = question.answers.iter().map(|answer| {
        let id = answer.id;
        view! {
            <label>
                <input
                    type="radio"
                    name=name.clone()
                    value=id
                    prop:checked=move || picked.get() == Some(id)
                    on:change=move |_| pick(id)
                />
                <span>{move || answer.label.get(desk.language.get())}</span>
            </label>
        }
    });
    let explained = move || {
        let answer = question
            .answers
            .iter()
            .find(|answer| Some(answer.id) == picked.get())?;
        let on_back = Callback::new(move |()| pick(answer.id));
        Some(view! { <Explained answer on_back /> })
    };
    view! {
        <section class="question">
            <fieldset>
                <legend><h2>{move || question.ask.get(desk.language.get())}</h2></legend>
                {answers.collect_view()}
            </fieldset>
            <div aria-live="polite">{explained}</div>
        </section>
    }
}
