//! Where the numbers were computed, in one honest line.

use super::desk::Desk;
use super::engines;
use super::text::Machine;
use crate::engine::{EngineError, WhyCpu};
use leptos::prelude::*;

/// The line. It changes only when the device does, and is then read out.
#[component]
pub fn MachineLine() -> impl IntoView {
    let desk = Desk::here();
    let sentence = Memo::new(move |_| {
        let strings = &desk.strings().machine;
        match desk.runner.machine() {
            Some(machine) if !desk.runner.opening() => say(&machine, desk.runner.losses(), strings),
            _ => strings.opening.to_owned(),
        }
    });
    view! { <p class="machine" role="status">{sentence}</p> }
}

fn say(machine: &engines::Machine, losses: u32, strings: &Machine) -> String {
    let engine = &machine.engine;
    match (&machine.refused, engine.why_cpu()) {
        (Some(EngineError::NoGpu(_)), _) => strings.refused.to_owned(),
        (Some(error), _) => (strings.failed)(&error.to_string()),
        (None, Some(why)) => on_cpu(why, strings).to_owned(),
        (None, None) => {
            let name = engine.adapter();
            let line = if engine.is_software() {
                (strings.software)(&name)
            } else {
                (strings.gpu)(&name)
            };
            match losses {
                0 => line,
                _ => format!("{line}{}", strings.rebuilt),
            }
        }
    }
}

fn on_cpu(why: WhyCpu, strings: &Machine) -> &'static str {
    match why {
        WhyCpu::NoWebGpu => strings.no_webgpu,
        WhyCpu::OnlySoftware => strings.only_software,
        WhyCpu::InsecureHost => strings.insecure,
        WhyCpu::Asked => strings.asked,
        WhyCpu::Lost => strings.lost,
    }
}
