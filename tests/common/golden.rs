//! Golden values: a case's program and feeds, checked on the reference and on both f32 executors.

use super::{on_cpu, on_gpu};
use pollster::block_on;
use poslab::engine::{Element, Feeds, Program, TensorId, cpu};
use serde_json::Value;
use std::rc::Rc;

/// What an f32 executor is held to at least.
const F32: f64 = 2e-6;

/// Golden files print nine significant digits: a number is known to half a unit of the ninth.
const PRINTED: f64 = 5e-9;

/// A case with its inputs fed in f64, and what must come out.
pub struct Golden {
    pub program: Rc<Program>,
    pub feeds: Rc<Feeds<f64>>,
    pub wanted: Vec<(TensorId, Vec<f64>)>,
}

/// The cases of a file in `tests/golden/`.
pub fn cases(file: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(file).expect("a golden file");
    file["cases"].as_array().expect("cases").clone()
}

/// The nearest f32s.
pub fn narrow(values: &[f64]) -> Vec<f32> {
    values.iter().map(|v| *v as f32).collect()
}

/// Checks a case on the reference and on both f32 executors.
pub fn check(name: &str, case: &Value, golden: &Golden) {
    let tolerance = case["tolerance"].as_f64().expect("a tolerance");
    let exact = cpu::run(&golden.program, &golden.feeds).expect("the reference runs");
    for (id, wanted) in &golden.wanted {
        near(
            &format!("{name} in f64"),
            exact.data(*id).real(),
            wanted,
            tolerance,
        );
    }
    let mut narrowed = Feeds::new();
    for (id, data) in golden.feeds.iter() {
        match golden.program.info(id).element {
            Element::Real => narrowed.real(id, narrow(data.real())),
            Element::Whole => narrowed.whole(id, data.whole().to_vec()),
        }
    }
    let narrowed = Rc::new(narrowed);
    for engine in [on_cpu(), on_gpu()] {
        let run = block_on(engine.run(&golden.program, &narrowed)).expect("it runs");
        for (id, wanted) in &golden.wanted {
            let got = block_on(run.read(*id)).expect("it reads").values;
            let got: Vec<f64> = got.into_iter().map(f64::from).collect();
            let name = format!("{name} on the {}", engine.kind());
            near(&name, &got, wanted, tolerance.max(F32));
        }
    }
}

fn near(name: &str, got: &[f64], wanted: &[f64], tolerance: f64) {
    assert_eq!(got.len(), wanted.len(), "{name}");
    assert!(!wanted.is_empty(), "{name} checks nothing");
    for (i, (got, wanted)) in got.iter().zip(wanted).enumerate() {
        let off = (got - wanted).abs();
        assert!(
            off <= tolerance + PRINTED * wanted.abs(),
            "{name}, number {i}: {got}, not {wanted}; off by {off:e}"
        );
    }
}
