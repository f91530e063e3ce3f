//! The task with an example, the buttons, and how far the training is.

use super::course::{Asked, Course, MORE, Notice, Phase, is_loss};
use super::{percent, say};
use crate::experiment::leaks;
use crate::experiment::train::{NOT_ASKED, Plan, Purpose, batch};
use crate::page::figure::Choice;
use crate::page::file::first_file;
use leptos::html;
use leptos::prelude::*;

/// What stands above the figures.
#[component]
pub fn Start(course: Course) -> impl IntoView {
    view! {
        <TaskCard course />
        <Buttons course />
        <Pace course />
        <Progress course />
        <TroubleLine course />
        <NoticeLine course />
    }
}

/// Of a sentence of the task, so many words at most are shown.
const SHOWN: usize = 24;

/// What is asked, with an example.
#[component]
fn TaskCard(course: Course) -> impl IntoView {
    let desk = course.desk;
    let card = move || {
        let language = desk.language.get();
        let Asked { plan, .. } = course.plan.get();
        let plan = plan.ok()?;
        let task = plan.task;
        let (question, needs) = (task.question().get(language), task.needs().get(language));
        let leak = desk.store.read(leaks).then(|| say(desk).leaks);
        let odds = match plan.config.causal {
            // Under a causal mask, how far a token sees tells where it stands: there is no such bound.
            true => (say(desk).chance)(&percent(task.chance(plan.length))),
            false => {
                let blind = (say(desk).blind)(&percent(task.without_positions(plan.length)));
                let chance = (say(desk).chance)(&percent(task.chance(plan.length)));
                format!("{chance} · {blind}")
            }
        };
        Some(view! {
            <div class="task">
                <h2>{task.name().get(language)}<small>{needs}</small></h2>
                <p>{question}</p>
                {example(course, &plan)}
                <p class="help">{odds}</p>
                <p class="trouble" hidden=leak.is_none()>{leak}</p>
            </div>
        })
    };
    view! { {card} }
}

/// One sentence of the task: where something is asked stands out.
fn example(course: Course, plan: &Plan) -> impl IntoView {
    let language = course.desk.language.get();
    let n = plan.length.min(SHOWN).max(plan.task.lengths()[0]);
    let drawn = batch(
        plan.task,
        (plan.config.seed, "example"),
        Purpose::Test,
        n,
        1,
    );
    let words = drawn.ids.iter().zip(&drawn.targets).map(|(id, target)| {
        let word = plan.task.word(*id, language);
        match *target {
            NOT_ASKED => view! { <span>{word}</span> }.into_any(),
            target => {
                let answer = (say(course.desk).answer)(&plan.task.word(target, language));
                let said = answer.clone();
                view! { <b title=answer>{word}<small class="unseen">{said}</small></b> }.into_any()
            }
        }
    });
    view! { <p class="seq">{words.collect_view()}</p> }
}

#[component]
fn Buttons(course: Course) -> impl IntoView {
    let desk = course.desk;
    let phase = course.phase;
    let is = move |wanted: Phase| phase.get() == wanted;
    let busy = move || {
        matches!(
            phase.get(),
            Phase::Training | Phase::Testing | Phase::Opening
        )
    };
    let rests = move || matches!(phase.get(), Phase::Paused | Phase::Trained);
    let begun = move || !is(Phase::Ready);
    let ready = move || course.plan.with(|asked| asked.plan.is_ok());
    let train = move || match is(Phase::Ready) {
        true => say(desk).train,
        false => say(desk).train_again,
    };
    view! {
        <div class="race-buttons">
            <Show when=move || !busy()>
                <button type="button" class="go" id="train" disabled=move || !ready() on:click=move |_| course.train()>
                    {train}
                </button>
            </Show>
            <Show when=move || is(Phase::Training)>
                <button type="button" class="go" id="pause" on:click=move |_| course.pause()>{move || say(desk).pause}</button>
            </Show>
            <Show when=move || is(Phase::Paused)>
                <button type="button" class="push" id="resume" on:click=move |_| course.resume()>{move || say(desk).resume}</button>
                <button type="button" class="push" id="step" on:click=move |_| course.step()>{move || say(desk).step}</button>
            </Show>
            <Show when=move || is(Phase::Trained)>
                <button type="button" class="push" id="more" on:click=move |_| course.more()>{move || (say(desk).more)(MORE)}</button>
            </Show>
            <Show when=rests>
                <button type="button" class="push" id="save" on:click=move |_| course.save()>{move || say(desk).save}</button>
            </Show>
            <Show when=move || !busy()>
                <Load course />
            </Show>
            <Show when=begun>
                <button type="button" class="push" id="reset" on:click=move |_| course.reset()>{move || say(desk).reset}</button>
            </Show>
        </div>
    }
}

/// Takes a file of weights.
#[component]
fn Load(course: Course) -> impl IntoView {
    let desk = course.desk;
    let input = NodeRef::<html::Input>::new();
    let take = move |_| {
        if let Some(input) = input.get_untracked() {
            if let Some(file) = first_file(&input) {
                course.load(file);
            }
            // So that the same file can be chosen again.
            input.set_value("");
        }
    };
    view! {
        <label class="push">
            <input node_ref=input id="load" type="file" accept=".safetensors" class="unseen" on:change=take />
            {move || say(desk).load}
        </label>
    }
}

/// How fast it trains: to be done soon, or to be watched.
#[component]
fn Pace(course: Course) -> impl IntoView {
    let desk = course.desk;
    let names = Signal::derive(move || say(desk).paces.map(str::to_owned).to_vec());
    let unfinished = move || !matches!(course.phase.get(), Phase::Testing | Phase::Trained);
    view! {
        <Show when=unfinished>
            <Choice names chosen=course.pace label=|desk| say(desk).pace />
        </Show>
    }
}

#[component]
fn Progress(course: Course) -> impl IntoView {
    let desk = course.desk;
    let begun = move || course.phase.get() != Phase::Ready;
    let steps = move || {
        let (taken, of) = course.steps.get();
        (say(desk).steps)(taken, of)
    };
    let time = move || {
        let ((taken, of), seconds) = (course.steps.get(), course.seconds.get());
        let left = (taken > 0).then(|| seconds / taken as f64 * (of - taken.min(of)) as f64);
        (say(desk).time)(seconds, left)
    };
    let testing = move || match course.phase.get() {
        Phase::Opening => Some(say(desk).opening.to_owned()),
        _ => course.testing.get().map(say(desk).testing),
    };
    view! {
        <Show when=begun>
            <div class="race-progress">
                <progress
                    aria-label=move || say(desk).progress
                    max=move || course.steps.get().1.to_string()
                    value=move || course.steps.get().0.to_string()
                ></progress>
                <p class="meta"><span>{steps}</span><span>{time}</span></p>
                <p class="help" role="status">{testing}</p>
            </div>
        </Show>
    }
}

/// What keeps the race from going on, or from starting.
#[component]
fn TroubleLine(course: Course) -> impl IntoView {
    let desk = course.desk;
    let words = move || {
        let language = desk.language.get();
        let refused = course.plan.with(|asked| asked.plan.as_ref().err().cloned());
        let trouble = course.trouble.get();
        match (trouble, refused) {
            (Some(trouble), _) if is_loss(&trouble) => Some(say(desk).lost.to_owned()),
            (Some(trouble), _) => Some(trouble.sentence(language)),
            (None, Some(refusal)) => Some(refusal.sentence(language)),
            (None, None) => None,
        }
    };
    let words = Memo::new(move |_| words());
    Effect::new(move |_| desk.told.set(words.get()));
    view! {
        <p class="trouble" role="alert" hidden=move || words.with(Option::is_none)>{move || words.get()}</p>
    }
}

/// What happened besides.
#[component]
fn NoticeLine(course: Course) -> impl IntoView {
    let desk = course.desk;
    let words = move || {
        let strings = say(desk);
        Some(match course.notice.get()? {
            Notice::Resumed(step) => (strings.resumed)(step),
            Notice::Restored => strings.restored.to_owned(),
            Notice::Loaded => strings.loaded.to_owned(),
            Notice::File(sentence) => (strings.file)(sentence.get(desk.language.get())),
        })
    };
    view! { <p class="race-notice" role="status">{words}</p> }
}
