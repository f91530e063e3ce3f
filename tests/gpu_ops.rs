//! Every operation: the shader against its twin, on generated operands, odd sizes too.

mod common;

use poslab::engine::op::{Dice, Listed, Op, Sample};
use poslab::engine::{Data, Engine, Feeds, Program, TensorId, cpu};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A tolerance above this would compare nothing.
const LOOSEST: f64 = 1e-3;

/// Generated cases for each operation.
const CASES: u32 = 256;

fn wired(sample: &Sample) -> (Rc<Program>, Rc<Feeds<f32>>, TensorId) {
    let mut program = Program::new();
    let mut feeds = Feeds::new();
    let mut ids = Vec::new();
    for (info, data) in &sample.inputs {
        let id = program.feed(&info.name, info.shape.clone(), info.element);
        match data {
            Data::Real(values) => feeds.real(id, values.clone()),
            Data::Whole(values) => feeds.whole(id, values.clone()),
        }
        ids.push(id);
    }
    let output = program
        .push_any("output", sample.op.clone(), &ids)
        .expect("a sample's operands fit");
    (Rc::new(program), Rc::new(feeds), output)
}

/// Compares one sample; gives the shader's entry point that it took.
fn compare(engine: &Engine, sample: &Sample) -> Result<&'static str, TestCaseError> {
    let (program, feeds, output) = wired(sample);
    let run = pollster::block_on(engine.run(&program, &feeds));
    let run = run.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let shader = common::gpu::read(&run, output).values;
    let reference = cpu::run(&program, &Rc::new(feeds.widen())).expect("the sample is fed");
    let twin = cpu::run(&program, &feeds).expect("the sample is fed");
    let pairs = reference
        .data(output)
        .real()
        .iter()
        .zip(twin.data(output).real());
    for (i, ((exact, twin), shader)) in pairs.zip(&shader).enumerate() {
        let room = sample.tolerance * (1.0 + exact.abs());
        for (who, value) in [("shader", shader), ("f32 twin", twin)] {
            let off = (f64::from(*value) - exact).abs();
            prop_assert!(
                off <= room,
                "{:?}: {who}[{i}] is {value}, not {exact} ± {room:e}",
                sample.op
            );
        }
    }
    let shapes: Vec<_> = sample.inputs.iter().map(|(info, _)| &info.shape).collect();
    Ok(sample.op.kernel(&shapes, &program.info(output).shape).entry)
}

fn check(engine: &Engine, op: &Listed) {
    let mut met = BTreeSet::new();
    let sizes = prop_oneof![1..8usize, 1..70usize, 96..150usize];
    let mut runner = TestRunner::new(Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    });
    let met_here = std::cell::RefCell::new(&mut met);
    let result = runner.run(&(any::<u64>(), sizes), |(seed, size)| {
        let sample = (op.sample)(&mut Dice::new(seed, size));
        prop_assert!(
            sample.tolerance > 0.0 && sample.tolerance <= LOOSEST,
            "{}: tolerance",
            op.name
        );
        met_here.borrow_mut().insert(compare(engine, &sample)?);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{}: {error}", op.name);
    }
    let listed: BTreeSet<_> = op.entries.iter().copied().collect();
    assert_eq!(
        met, listed,
        "{}: entry points that the samples met",
        op.name
    );
}

#[test]
fn every_shader_agrees_with_its_twin() {
    common::gpu::on_gpu(|engine| Op::LIST.iter().for_each(|op| check(engine, op)));
}

#[test]
fn every_shader_compiles_without_a_word() {
    let report = common::gpu::on_gpu(|engine| pollster::block_on(engine.compile_report()))
        .expect("nothing to download");
    assert_eq!(
        report.len(),
        Op::LIST.len() + 1,
        "every operation, and paint"
    );
    for shader in report {
        assert!(
            shader.messages.is_empty(),
            "{}: {:?}",
            shader.name,
            shader.messages
        );
    }
}
