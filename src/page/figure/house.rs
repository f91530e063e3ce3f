//! The model as a house with four doors: every positional encoding comes in by one of them.

mod drawing;

use super::pipeline::is_open;
use super::say;
use super::unique::unique;
use crate::encoding::Door;
use crate::page::Desk;
use drawing::Drawing;
use leptos::prelude::*;

/// The house; a door that lets something in is lit in its hue, and each tells what may enter there.
#[component]
pub fn House() -> impl IntoView {
    let desk = Desk::here();
    let told = RwSignal::new(None::<Door>);
    let title = unique("house");
    let sentence = move || {
        let strings = &say(desk).house;
        let open = Door::ALL.into_iter().filter(|door| is_open(desk, *door));
        let names: Vec<_> = open.map(|door| strings.doors[door as usize]).collect();
        if names.is_empty() {
            strings.shut.into()
        } else {
            (strings.open)(&names.join(strings.and))
        }
    };
    view! {
        <section class="fig house" aria-labelledby=title>
            <h2 id=title.clone()>{move || say(desk).house.title}</h2>
            <Drawing told />
            <p class="unseen" role="status">{sentence}</p>
            <ul class="doors">
                {Door::ALL.map(|door| view! { <DoorLine door told /> }).collect_view()}
            </ul>
        </section>
    }
}

/// One door in words.
#[component]
fn DoorLine(door: Door, told: RwSignal<Option<Door>>) -> impl IntoView {
    let desk = Desk::here();
    let index = door as usize;
    let open = move || is_open(desk, door);
    let is_told = move || told.get() == Some(door);
    let id = unique("door");
    let toggle = move |_| told.set((!is_told()).then_some(door));
    view! {
        <li data-door=door.number().to_string() class:open=open>
            <button
                type="button"
                aria-expanded=move || is_told().to_string()
                aria-controls=id.clone()
                on:click=toggle
            >
                <i aria-hidden="true"></i>
                <span>{move || say(desk).house.numbers[index]}" · "{move || say(desk).house.doors[index]}</span>
                <small>{move || say(desk).house.state[usize::from(open())]}</small>
            </button>
            <p id=id hidden=move || !is_told()>
                {move || say(desk).house.enters[index]}
                <span class="stage-shape">{move || shape(desk, door)}</span>
            </p>
        </li>
    }
}

/// The shape of what enters, with the sizes that are set and the first sentence's length. Reactive.
fn shape(desk: Desk, door: Door) -> String {
    let n = desk
        .report
        .with(|report| report.as_ref().map(|report| report.sides[0].tokens.len()));
    let n = n.map_or_else(|| "n".into(), |n| n.to_string());
    let (d_model, heads) = desk.store.read(|state| {
        let config = state.model_config();
        (config.d_model, config.heads)
    });
    // A head count that doesn't divide the width is refused elsewhere.
    let head_dim = d_model / heads.max(1);
    match door {
        Door::Input => format!("[{n}, {d_model}]"),
        Door::Rotation => format!("[{n}, {}]", head_dim / 2),
        Door::Bias => format!("[{heads}, {n}, {n}]"),
        Door::Relative => format!("[{}, {head_dim}]", say(desk).house.distances),
    }
}
