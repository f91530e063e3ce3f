//! Sessions: what a step makes of its weights feeds the next one, on the CPU and on the GPU alike.

mod common;

use common::gpu::on_gpu;
use common::on_cpu;
use pollster::block_on;
use poslab::engine::op::{Add, Scale};
use poslab::engine::{Element, Engine, EngineError, Feeds, Program, Session, TensorId};
use std::rc::Rc;

/// x' = 2 (x + y), where x' becomes x.
struct Doubling {
    session: Session,
    x: TensorId,
    y: TensorId,
    sum: TensorId,
    made: TensorId,
}

fn doubling(engine: &Engine) -> Doubling {
    let mut program = Program::new();
    let x = program.feed("x", [2, 2], Element::Real);
    let y = program.feed("y", [2, 2], Element::Real);
    let sum = program.push("sum", Add, &[x, y]).unwrap();
    let made = program.push("made", Scale { factor: 2.0 }, &[sum]).unwrap();
    let mut feeds = Feeds::new();
    feeds.real(x, vec![1.0, 2.0, 3.0, 4.0]);
    feeds.real(y, vec![0.0; 4]);
    let session = Session::new(engine, &Rc::new(program), feeds, &[(made, x)]).unwrap();
    Doubling {
        session,
        x,
        y,
        sum,
        made,
    }
}

impl Doubling {
    fn step(&mut self) {
        block_on(self.session.step()).unwrap();
    }

    fn read(&self, id: TensorId) -> Vec<f32> {
        block_on(self.session.read(id)).unwrap().values
    }
}

/// Runs a check on a CPU and on a GPU.
fn on_both(check: fn(&Engine)) {
    check(&on_cpu());
    on_gpu(check);
}

#[test]
fn a_carried_tensor_feeds_the_next_step_and_either_name_reads_it() {
    on_both(carried);
}

fn carried(engine: &Engine) {
    let mut doubling = doubling(engine);
    assert_eq!(doubling.read(doubling.x), [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(doubling.read(doubling.sum), [0.0; 4], "no step was taken");
    for factor in [2.0, 4.0, 8.0] {
        doubling.step();
        let wanted = [factor, 2.0 * factor, 3.0 * factor, 4.0 * factor];
        assert_eq!(doubling.read(doubling.made), wanted);
        assert_eq!(doubling.read(doubling.x), wanted);
    }
}

#[test]
fn feeds_change_between_steps_and_a_carried_one_starts_over() {
    on_both(fed_anew);
}

fn fed_anew(engine: &Engine) {
    let mut doubling = doubling(engine);
    doubling.step();
    doubling.session.real(doubling.y, &[10.0, 0.0, 0.0, 0.0]);
    doubling.step();
    assert_eq!(doubling.read(doubling.x), [24.0, 8.0, 12.0, 16.0]);
    doubling.session.real(doubling.x, &[0.0, 1.0, 0.0, 0.0]);
    doubling.step();
    assert_eq!(doubling.read(doubling.made), [20.0, 2.0, 0.0, 0.0]);
}

#[test]
fn a_feed_of_another_size_is_told_by_the_next_step_and_changes_nothing() {
    on_both(misfed);
}

fn misfed(engine: &Engine) {
    let mut doubling = doubling(engine);
    doubling.session.real(doubling.y, &[1.0]);
    let told = block_on(doubling.session.step());
    assert!(matches!(told, Err(EngineError::FedSize { given: 1, .. })));
    doubling.step();
    assert_eq!(doubling.read(doubling.x), [2.0, 4.0, 6.0, 8.0]);
}

#[test]
fn a_session_refuses_missing_feeds_and_pairs_that_do_not_fit() {
    on_both(refused);
}

fn refused(engine: &Engine) {
    let mut program = Program::new();
    let x = program.feed("x", [2, 1], Element::Real);
    let y = program.feed("y", [3, 1], Element::Real);
    let made = program.push("made", Scale { factor: 2.0 }, &[x]).unwrap();
    let program = Rc::new(program);
    let mut feeds = Feeds::new();
    feeds.real(x, vec![1.0; 2]);
    let open = |feeds: &Feeds<f32>| {
        let carry = [(made, y)];
        Session::new(engine, &program, feeds.clone(), &carry).map(|_| ())
    };
    assert_eq!(open(&feeds), Err(EngineError::NotFed("y".into())));
    feeds.real(y, vec![1.0; 3]);
    assert!(matches!(
        open(&feeds),
        Err(EngineError::FedSize { given: 2, .. })
    ));
}
