//! What several tests need.

// Each test file uses its own part of this one.
#![allow(dead_code)]

pub mod golden;
pub mod gpu;
pub mod invariants;
pub mod training;
pub mod twin;
mod values;

use pollster::block_on;
use poslab::encoding::{Ask, Doors, find};
use poslab::engine::{Backend, Engine};
use poslab::experiment::{OrderReport, State, order};
use poslab::language::Language;

/// An engine on the CPU.
pub fn on_cpu() -> Engine {
    block_on(Engine::open(Backend::Cpu)).expect("the CPU is always there")
}

/// An engine on the machine's GPU, a software one as a rule; without any, the test fails.
pub fn on_gpu() -> Engine {
    block_on(Engine::open(Backend::Gpu))
        .expect("GPU tests need a Vulkan driver: `cargo xtask test` installs one")
}

/// A state with these properties set.
pub fn state(settings: &[(&str, String)]) -> State {
    let mut state = State::default();
    for (name, text) in settings {
        state.set(name, text).expect("a value that is allowed");
    }
    state
}

/// The report on a state's two sentences.
pub fn report(engine: &Engine, state: &State) -> OrderReport {
    block_on(order(engine, state, Language::En, (0, 0))).expect("a report")
}

/// Every number of a nested list, row-major.
pub fn numbers(nested: &serde_json::Value) -> Vec<f64> {
    match nested {
        serde_json::Value::Array(list) => list.iter().flat_map(numbers).collect(),
        number => vec![number.as_f64().expect("a number")],
    }
}

/// Opens a scheme's doors with these parameters, the others at their defaults.
pub fn doors(
    scheme: &str,
    parameters: &[(&str, &str)],
    d_model: usize,
    heads: usize,
    positions: &[i32],
) -> Doors {
    let values = values::values(scheme, parameters);
    let scheme = find(scheme).expect("a known scheme");
    let ask = Ask {
        positions: positions.to_vec(),
        d_model,
        heads,
        seed: 0,
    };
    scheme
        .open(&ask, &values)
        .expect("sizes that fit the scheme")
}
