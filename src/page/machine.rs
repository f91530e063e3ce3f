//! Where the numbers were computed, in one honest line.

use super::desk::Desk;
use super::text::Machine;
use crate::engine::{Engine, WhyCpu};
use leptos::prelude::*;

/// The line. It changes only when the device does, and is then read out.
#[component]
pub fn MachineLine() -> impl IntoView {
    let desk = Desk::here();
    let sentence = move || {
        let strings = &desk.strings().machine;
        match desk.runner.engine() {
            None => strings.opening.to_owned(),
            Some(engine) => {
                let wanted_gpu = desk.store.read(|state| state.choice("backend") == "gpu");
                say(&engine, desk.runner.losses(), wanted_gpu, strings)
            }
        }
    };
    let sentence = Memo::new(move |_| sentence());
    view! { <p class="machine" role="status">{sentence}</p> }
}

fn say(engine: &Engine, losses: u32, wanted_gpu: bool, strings: &Machine) -> String {
    let Some(why) = engine.why_cpu() else {
        let name = engine.adapter();
        let line = if engine.is_software() {
            (strings.software)(&name)
        } else {
            (strings.gpu)(&name)
        };
        return match losses {
            0 => line,
            _ => format!("{line}{}", strings.rebuilt),
        };
    };
    match why {
        WhyCpu::Lost => strings.lost,
        WhyCpu::Asked => strings.asked,
        _ if wanted_gpu => strings.refused,
        WhyCpu::NoWebGpu => strings.no_webgpu,
        WhyCpu::OnlySoftware => strings.only_software,
        WhyCpu::InsecureHost => strings.insecure,
    }
    .to_owned()
}
