//! The race: several encodings learn one task side by side, live, and then read sentences longer than any they were trained on.
//!
//! | file | what it holds |
//! |---|---|
//! | `course` | the race in progress: its state, and the loop that trains |
//! | `racer` | an encoding in the race as the figures name and draw it |
//! | `start` | the task, the buttons, the progress |
//! | `learning` | curves over the training steps |
//! | `health` | how the models use position |
//! | `spread` | a line that is the mean of several seeds |
//! | `lengths` | the slider past the trained length, and the remedies |
//! | `look` | attention maps of one sentence |
//! | `setting` | the controls |

mod course;
mod health;
mod learning;
mod lengths;
mod look;
mod racer;
mod setting;
mod spread;
mod start;

use super::desk::Desk;
use super::later::Part;
use super::look::OF_VIEWS;
use super::text::{RaceStrings, race};
use crate::chunk::chunk;
use course::Course;
use health::HealthOfPosition;
use learning::Learning;
use lengths::Lengths;
use leptos::prelude::*;
use look::Looks;
use setting::Setting;
use start::Start;

chunk! { race:
    /// The chunk of the view.
    pub fn race_chunk() -> Part {
        Part::new(whole, OF_VIEWS)
    }
}

fn whole() -> AnyView {
    let desk = Desk::here();
    let course = Course::new(desk);
    view! {
        <div class="lab race">
            <section class="bench" aria-label=move || say(desk).region>
                <Start course />
                <Lengths course />
            </section>
            <Setting course />
            <div class="figures">
                <Learning course />
                <HealthOfPosition course />
                <Looks course />
            </div>
        </div>
    }
    .into_any()
}

/// The race's words in the language of the moment. Reactive.
fn say(desk: Desk) -> &'static RaceStrings {
    race(desk.language.get())
}

/// A share as a percentage: 0.985 is 98.5 %.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match (percent - percent.round()).abs() < 0.05 {
        true => format!("{percent:.0} %"),
        false => format!("{percent:.1} %"),
    }
}
