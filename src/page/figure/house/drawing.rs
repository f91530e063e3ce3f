//! The house, drawn.

use crate::encoding::Door;
use crate::page::Desk;
use crate::page::figure::pipeline::is_open;
use crate::page::figure::say;
use leptos::prelude::*;

/// Left edge of the first door, and from one door to the next.
const FIRST: i32 = 47;
/// See [`FIRST`].
const PITCH: i32 = 62;

/// The drawing. The list beside it says the same in words, so it is hidden from screen readers.
#[component]
pub fn Drawing(
    /// The door that is told about: a click on a door sets it.
    told: RwSignal<Option<Door>>,
) -> impl IntoView {
    view! {
        <svg class="house-drawing" viewBox="0 0 320 200" aria-hidden="true">
            <path class="line" d="M4 182H316" />
            <path class="wall" d="M28 84V182H292V84" />
            <path class="roof" d="M12 88L160 18L308 88" />
            <path class="line" d="M236 53V26H256V62" />
            <circle class="pane" cx="160" cy="58" r="12" />
            <path class="line" d="M160 46V70M148 58H172" />
            {Door::ALL.map(|door| view! { <Leaf door told /> }).collect_view()}
        </svg>
    }
}

/// One door: its frame, the light behind it, its leaf (flat when shut, swung out when open), and its number.
#[component]
fn Leaf(door: Door, told: RwSignal<Option<Door>>) -> impl IntoView {
    let desk = Desk::here();
    let x = FIRST + PITCH * door as i32;
    let open = move || is_open(desk, door);
    let number = move || say(desk).house.numbers[door as usize];
    view! {
        <g
            class="house-door"
            class:open=open
            class:told=move || told.get() == Some(door)
            data-door=door.number().to_string()
            transform=format!("translate({x} 0)")
            on:click=move |_| told.set(Some(door))
        >
            <text x="20" y="106" text-anchor="middle">{number}</text>
            <path class="light" d="M0 182L-9 198H49L40 182Z" />
            <rect class="frame" x="0" y="114" width="40" height="68" />
            <path class="leaf shut" d="M2 116H38V182H2Z" />
            <circle class="knob shut" cx="32" cy="150" r="2" />
            <path class="leaf swung" d="M2 116L-9 109V191L2 182Z" />
        </g>
    }
}
