//! Programs on the GPU: errors that can be read, sizes, shut doors, and the engine's end.

mod common;

use common::gpu::{Bench, cpu, noise, on_gpu, read};
use poslab::engine::op::{Add, Attention, Op, Pairs, Rotate, Scores};
use poslab::engine::{
    Backend, Element, Engine, EngineError, Feeds, Program, Shape, Tensor, TensorId,
};
use std::cell::Cell;
use std::rc::Rc;

fn error(engine: &Engine, program: Program, feeds: Feeds<f32>) -> EngineError {
    let (program, feeds) = (Rc::new(program), Rc::new(feeds));
    pollster::block_on(engine.run(&program, &feeds)).expect_err("it doesn't fit")
}

/// x + b of these shapes, nothing fed.
fn sum(x: [usize; 2], b: [usize; 2]) -> (Program, TensorId, TensorId) {
    let mut program = Program::new();
    let x = program.feed("x", x, Element::Real);
    let b = program.feed("b", b, Element::Real);
    program.push("y", Add, &[x, b]).expect("the shapes fit");
    (program, x, b)
}

#[test]
fn what_is_not_fed_is_named() {
    let check = |engine: &Engine| {
        let (program, x, b) = sum([2, 3], [1, 3]);
        let mut feeds = Feeds::new();
        feeds.real(x, vec![0.0; 6]);
        let missing = error(engine, program.clone(), feeds.clone());
        assert_eq!(missing.to_string(), "`b` was not fed");
        feeds.real(b, vec![0.0; 2]);
        let short = error(engine, program.clone(), feeds.clone());
        assert_eq!(
            short.to_string(),
            "`b` is [1, 3], so 3 numbers, but 2 were fed"
        );
        feeds.whole(b, vec![0; 3]);
        assert_eq!(
            error(engine, program, feeds),
            EngineError::NotFed("b".into())
        );
    };
    on_gpu(check);
    check(&cpu());
}

#[test]
fn a_tensor_larger_than_a_buffer_is_named_before_anything_runs() {
    let message = on_gpu(|engine| {
        let (program, ..) = sum([1 << 18, 1 << 16], [1, 1]);
        error(engine, program, Feeds::new()).to_string()
    });
    let start = "`x` needs 68719476736 bytes, but this device holds at most ";
    assert!(message.starts_with(start), "{message}");
}

#[test]
fn tensors_that_no_memory_holds_are_refused_on_the_cpu_too() {
    let (program, ..) = sum([1 << 18, 1 << 16], [1, 1]);
    let message = error(&cpu(), program, Feeds::new()).to_string();
    let start = "this needs 68719476736 bytes of memory, and at most ";
    assert!(message.starts_with(start), "{message}");
}

#[test]
fn the_same_run_twice_gives_the_same_bits() {
    on_gpu(|engine| {
        let (program, x, b) = sum([7, 33], [7, 1]);
        let output = program.find("y").expect("it was pushed");
        let mut feeds = Feeds::new();
        feeds.real(x, noise(1, 231));
        feeds.real(b, noise(2, 7));
        let (program, feeds) = (Rc::new(program), Rc::new(feeds));
        let run = || pollster::block_on(engine.run(&program, &feeds)).expect("it runs");
        let first = read(&run(), output);
        // The second run takes over the first one's buffers, the third one's feeds lie elsewhere.
        assert_eq!(read(&run(), output), first);
        let copy = Rc::new((*feeds).clone());
        let third = pollster::block_on(engine.run(&program, &copy)).expect("it runs");
        assert_eq!(read(&third, output), first);
    });
}

#[test]
fn runs_that_live_together_keep_their_numbers() {
    on_gpu(|engine| {
        let add = |value: f32| {
            let mut bench = Bench::default();
            let x = bench.real("x", [1, 5], vec![value; 5]);
            let b = bench.real("b", [1, 1], vec![1.0]);
            let y = bench
                .program
                .push("y", Add, &[x, b])
                .expect("the shapes fit");
            (bench.run(engine), y)
        };
        let runs: Vec<_> = (0..20).map(|i| add(i as f32)).collect();
        for (i, (run, y)) in runs.iter().enumerate() {
            assert_eq!(read(run, *y).values, vec![i as f32 + 1.0; 5]);
        }
    });
}

#[test]
fn more_workgroups_than_fit_in_a_row_are_folded() {
    on_gpu(|engine| {
        // One number a thread, 64 threads a group, and an odd rest.
        let len = 65_536 * 64 + 1;
        let mut bench = Bench::default();
        let x = bench.real("x", [len, 1], (0..len).map(|i| i as f32).collect());
        let b = bench.real("b", [1, 1], vec![0.5]);
        let y = bench
            .program
            .push("y", Add, &[x, b])
            .expect("the shapes fit");
        let values = read(&bench.run(engine), y).values;
        let wrong = (0..len).find(|i| values[*i] != *i as f32 + 0.5);
        assert_eq!(wrong, None);
    });
}

#[test]
fn parts_are_read_as_asked() {
    let check = |engine: &Engine| {
        let mut bench = Bench::default();
        let x = bench.real("x", [4, 3], (0..12).map(|i| i as f32).collect());
        let b = bench.real("b", [1, 1], vec![100.0]);
        let whole = bench.whole("positions", [2], vec![7, (-3i32).cast_unsigned()]);
        let y = bench
            .program
            .push("y", Add, &[x, b])
            .expect("the shapes fit");
        let run = bench.run(engine);
        let rows = |range| pollster::block_on(run.read_rows(y, range)).expect("it is read");
        let expected = Tensor {
            shape: [2, 3].into(),
            values: (103..109).map(|i| i as f32).collect(),
        };
        assert_eq!(rows(1..3), expected);
        assert_eq!(rows(3..9).shape, Shape::from([1, 3]));
        assert!(rows(9..12).values.is_empty());
        let all = pollster::block_on(run.read_all(&[whole, y, x])).expect("they are read");
        assert_eq!(all[0].values, [7.0, -3.0]);
        assert_eq!(all[1], read(&run, y));
        assert_eq!(all[2].values, (0..12).map(|i| i as f32).collect::<Vec<_>>());
    };
    on_gpu(check);
    check(&cpu());
}

/// What a shut door is fed, and the zero tables that it stands for.
#[derive(Clone, Copy)]
struct Doors {
    open: bool,
    heads: usize,
    n: usize,
    head_dim: usize,
}

impl Doors {
    fn input(self, bench: &mut Bench) -> TensorId {
        let shape = if self.open {
            [self.n, self.heads * self.head_dim]
        } else {
            [1, 1]
        };
        bench.real("door.input", shape, vec![0.0; shape.iter().product()])
    }

    fn rotation(self, bench: &mut Bench) -> TensorId {
        let shape = [if self.open { self.n } else { 1 }, self.head_dim / 2, 2];
        let table = [1.0, 0.0].repeat(shape[0] * shape[1]);
        bench.real("door.rotation", shape, table)
    }

    fn scores(self, bench: &mut Bench) -> [TensorId; 3] {
        let Self {
            heads, n, head_dim, ..
        } = self;
        let (bias, rows, index) = if self.open {
            ([heads, n, n], 2 * n - 1, [n, n])
        } else {
            ([1, 1, 1], 1, [1, 1])
        };
        let offsets = |i: usize| (i % n + n - 1 - i / n) as u32;
        [
            bench.real("door.bias", bias, vec![0.0; bias.iter().product()]),
            bench.real(
                "door.relative",
                [3, rows, head_dim],
                vec![0.0; 3 * rows * head_dim],
            ),
            bench.whole(
                "door.index",
                index,
                if self.open {
                    (0..n * n).map(offsets).collect()
                } else {
                    vec![0]
                },
            ),
        ]
    }
}

/// A walk through all four doors: add, rotate, then scores and attention.
fn through(doors: Doors, causal: bool, engine: &Engine) -> Vec<Tensor> {
    let Doors {
        heads,
        n,
        head_dim,
        open,
    } = doors;
    let mut bench = Bench::default();
    let x = bench.real("x", [n, heads * head_dim], noise(9, n * heads * head_dim));
    let valid = bench.whole("valid", [1], vec![1]);
    let input = doors.input(&mut bench);
    let rotation = doors.rotation(&mut bench);
    let [bias, relative, index] = doors.scores(&mut bench);
    let scale = 1.0 / (head_dim as f64).sqrt();
    let mut push = |name: &str, op: Op, inputs: &[TensorId]| {
        bench
            .program
            .push_any(name, op, inputs)
            .expect("the shapes fit")
    };
    let sum = push("sum", Add.into(), &[x, input]);
    let rotate = Rotate {
        head_dim,
        pairing: Pairs::HalfSplit,
        inverse: false,
    };
    let turned = push("turned", rotate.into(), &[sum, rotation]);
    let scores = Scores::all(heads, scale, open);
    let scores = push(
        "scores",
        scores.into(),
        &[turned, turned, bias, relative, index],
    );
    let attention = Attention {
        heads,
        scale,
        relative: open,
        causal,
    };
    let inputs = [turned, turned, sum, bias, relative, index, valid];
    let output = push("output", attention.into(), &inputs);
    let run = bench.run(engine);
    [sum, turned, scores, output]
        .map(|id| read(&run, id))
        .into()
}

#[test]
fn a_shut_door_equals_a_table_of_zeros_bit_for_bit() {
    let check = |engine: &Engine| {
        for (heads, n, head_dim) in [(1, 1, 2), (3, 5, 6), (2, 37, 8), (4, 70, 32)] {
            for causal in [false, true] {
                let shut = Doors {
                    open: false,
                    heads,
                    n,
                    head_dim,
                };
                let zeros = Doors { open: true, ..shut };
                let (a, b) = (
                    through(shut, causal, engine),
                    through(zeros, causal, engine),
                );
                let bits = |t: &Tensor| t.values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
                for (a, b) in a.iter().zip(&b) {
                    assert_eq!(
                        bits(a),
                        bits(b),
                        "heads {heads}, n {n}, head_dim {head_dim}"
                    );
                }
            }
        }
    };
    on_gpu(check);
    check(&cpu());
}

#[test]
fn a_destroyed_engine_says_so_and_calls_nobody() {
    let engine = common::gpu::gpu();
    let called = Rc::new(Cell::new(false));
    let call = called.clone();
    engine.on_lost(move |_| call.set(true));
    let mut bench = Bench::default();
    let x = bench.real("x", [1, 1], vec![1.0]);
    let y = bench
        .program
        .push("y", Add, &[x, x])
        .expect("the shapes fit");
    let run = bench.run(&engine);
    engine.destroy();
    let gone = pollster::block_on(run.read(y)).expect_err("the numbers went with the device");
    assert_eq!(gone, EngineError::Device("it was destroyed".into()));
    let (program, ..) = sum([1, 1], [1, 1]);
    let message = error(&engine, program, Feeds::new()).to_string();
    assert_eq!(message, "the GPU stopped: it was destroyed");
    assert!(!called.get());
}

#[test]
fn a_lost_device_calls_once_and_a_new_engine_works() {
    let engine = common::gpu::gpu();
    let calls = Rc::new(Cell::new(0));
    for _ in 0..2 {
        let count = calls.clone();
        engine.on_lost(move |_| count.set(count.get() + 1));
    }
    engine.lose();
    let (program, ..) = sum([1, 1], [1, 1]);
    let lost = error(&engine, program.clone(), Feeds::new());
    assert!(matches!(lost, EngineError::Device(_)), "{lost:?}");
    assert_eq!(error(&engine, program, Feeds::new()), lost);
    assert_eq!(calls.get(), 2, "each listener once");
    let again = pollster::block_on(Engine::open(Backend::Gpu)).expect("the adapter is still there");
    let mut bench = Bench::default();
    let x = bench.real("x", [1, 1], vec![2.0]);
    let y = bench
        .program
        .push("y", Add, &[x, x])
        .expect("the shapes fit");
    assert_eq!(read(&bench.run(&again), y).values, [4.0]);
}

#[test]
fn the_software_adapter_is_known_as_one() {
    let (software, name) = on_gpu(|engine| (engine.is_software(), engine.adapter()));
    assert_eq!(software, name.to_lowercase().contains("llvmpipe"), "{name}");
    let auto = pollster::block_on(Engine::open(Backend::Auto)).expect("there is always the CPU");
    assert_eq!(auto.kind(), if software { "cpu" } else { "gpu" });
}
