//! A session that trains: attention with every door, by gradient descent. The GPU follows the CPU, and itself bit for bit.

mod common;

use common::gpu::{gpu, noise, on_gpu};
use common::on_cpu;
use pollster::block_on;
use poslab::engine::op::{Add, Op, Operation, PairMix, PairScores, Pairs, Rotate, Scale, Softmax};
use poslab::engine::session::CpuSession;
use poslab::engine::{Element, Engine, EngineError, Feeds, Program, Session, TensorId, backward};
use std::rc::Rc;

const MODELS: usize = 2;
const SEQUENCES: usize = 3;
const HEADS: usize = 2;
const TOKENS: usize = 6;
const HEAD_DIM: usize = 4;
const OFFSETS: usize = 2 * TOKENS - 1;
const STEPS: usize = 12;

/// Rows that attend to each other and are to become other rows: y = attention(x), loss = |y - target|^2 / 2.
struct Training {
    program: Rc<Program>,
    feeds: Feeds<f32>,
    /// Each weight after a step, and before it.
    carry: Vec<(TensorId, TensorId)>,
    target: TensorId,
    /// y - target.
    miss: TensorId,
}

struct Builder {
    program: Program,
    feeds: Feeds<f32>,
}

impl Builder {
    fn feed(&mut self, name: &str, axes: &[usize]) -> TensorId {
        let shape = poslab::engine::Shape::new(axes);
        let len = shape.len();
        let id = self.program.feed(name, shape, Element::Real);
        self.feeds.real(id, noise(id.index() as u64 + 1, len));
        id
    }

    fn push(&mut self, name: &str, op: impl Operation + Into<Op>, inputs: &[TensorId]) -> TensorId {
        let made = self.program.push(name, op, inputs);
        made.expect("the shapes fit")
    }

    /// Attention of x, through every door; gives the weights that are trained and what comes out.
    fn attention(&mut self) -> (Vec<TensorId>, TensorId) {
        let rows = [MODELS * SEQUENCES * TOKENS, HEADS * HEAD_DIM];
        let x = self.feed("x", &rows);
        let bias = self.feed("bias", &[MODELS, OFFSETS, HEADS]);
        let key = self.feed("key", &[MODELS, OFFSETS, HEAD_DIM]);
        let value = self.feed("value", &[MODELS, OFFSETS, HEAD_DIM]);
        let turns = self.feed("turns", &[MODELS, TOKENS, HEAD_DIM / 2, 2]);
        let valid = self.program.feed("valid", [1], Element::Whole);
        self.feeds.whole(valid, vec![1]);
        let rotate = Rotate {
            head_dim: HEAD_DIM,
            pairing: Pairs::HalfSplit,
            inverse: false,
        };
        let turned = self.push("turned", rotate, &[x, turns]);
        let scores = PairScores {
            models: MODELS,
            sequences: SEQUENCES,
            heads: HEADS,
            scale: 0.5,
            bias: true,
            key: true,
        };
        let scores = self.push("scores", scores, &[turned, x, bias, key]);
        let weights = self.push("weights", Softmax { causal: true }, &[scores, valid]);
        let mix = PairMix {
            models: MODELS,
            sequences: SEQUENCES,
            heads: HEADS,
            transpose: false,
            scale: 1.0,
            value: true,
        };
        let y = self.push("y", mix, &[weights, x, value]);
        (vec![x, bias, key, value], y)
    }
}

fn training() -> Training {
    let mut builder = Builder {
        program: Program::new(),
        feeds: Feeds::new(),
    };
    let (weights, y) = builder.attention();
    let target = builder.feed("target", builder.program.info(y).shape.clone().axes());
    let wanted = builder.push("wanted", Scale { factor: -1.0 }, &[target]);
    let miss = builder.push("miss", Add, &[y, wanted]);
    let gradients = backward(&mut builder.program, &[(y, miss)], &weights).expect("gradients");
    let mut carry = Vec::new();
    for (weight, gradient) in weights.into_iter().zip(gradients) {
        let name = builder.program.info(weight).name.clone();
        let step = Scale { factor: -0.02 };
        let step = builder.push(&format!("step.{name}"), step, &[gradient]);
        let made = builder.push(&format!("next.{name}"), Add, &[weight, step]);
        carry.push((made, weight));
    }
    Training {
        program: Rc::new(builder.program),
        feeds: builder.feeds,
        carry,
        target,
        miss,
    }
}

impl Training {
    fn session(&self, engine: &Engine) -> Session {
        let session = Session::new(engine, &self.program, self.feeds.clone(), &self.carry);
        session.expect("a session")
    }

    /// What is fed before a step.
    fn batch(&self, step: usize) -> Vec<f32> {
        let len = self.program.info(self.target).shape.len();
        noise(100 + step as u64 % 3, len)
    }

    /// The last misses and every weight after some steps, nothing read in between.
    fn train(&self, engine: &Engine) -> Vec<Vec<f32>> {
        let mut session = self.session(engine);
        for step in 0..STEPS {
            session.real(self.target, &self.batch(step));
            block_on(session.step()).expect("a step");
        }
        let read: Vec<_> = self.read_ids().collect();
        let tensors = block_on(session.read_all(&read)).expect("read back");
        tensors.into_iter().map(|tensor| tensor.values).collect()
    }

    fn read_ids(&self) -> impl Iterator<Item = TensorId> {
        let weights = self.carry.iter().map(|(made, _)| *made);
        std::iter::once(self.miss).chain(weights)
    }

    /// The same in f64.
    fn reference(&self) -> Vec<Vec<f64>> {
        let session = CpuSession::new(&self.program, self.feeds.widen(), &self.carry);
        let mut session = session.expect("a session");
        for step in 0..STEPS {
            let batch = self.batch(step);
            let batch: Vec<_> = batch.into_iter().map(f64::from).collect();
            session.real(self.target, &batch);
            block_on(session.step());
        }
        let values = |id| session.data(id).real().to_vec();
        self.read_ids().map(values).collect()
    }
}

#[test]
fn training_follows_the_reference_on_the_cpu_and_on_the_gpu() {
    let case = training();
    let reference = case.reference();
    let start: Vec<_> = case.feeds.get(case.carry[0].1).unwrap().real().to_vec();
    let results = [
        case.train(&on_cpu()),
        on_gpu(|engine| training().train(engine)),
    ];
    for (who, result) in ["the CPU", "the GPU"].into_iter().zip(results) {
        for (got, wanted) in result.iter().zip(&reference) {
            let off = common::twin::apart(got, wanted);
            assert!(off < 1e-4, "{who} is off by {off:e}");
        }
        assert!(common::twin::apart(&result[1], &start) > 0.01, "x moves");
    }
}

#[test]
fn the_same_training_gives_the_same_bits_twice_on_one_device() {
    let [first, second] = on_gpu(|engine| [(); 2].map(|()| training().train(engine)));
    assert_eq!(first, second);
    assert!(first.iter().flatten().all(|value| value.is_finite()));
}

#[test]
fn training_goes_on_from_what_it_is_fed_in_mid_course() {
    let check = |engine: &Engine| {
        let training = training();
        let (_, x) = training.carry[0];
        let mut session = training.session(engine);
        let start = training.feeds.get(x).expect("fed").real().to_vec();
        let step = |session: &mut Session| block_on(session.step()).expect("a step");
        step(&mut session);
        let first = block_on(session.read(training.miss)).expect("read back");
        for (_, fed) in &training.carry {
            let values = training.feeds.get(*fed).expect("fed").real();
            session.real(*fed, values);
        }
        assert_eq!(block_on(session.read(x)).expect("read back").values, start);
        step(&mut session);
        let again = block_on(session.read(training.miss)).expect("read back");
        assert_eq!(again, first);
    };
    check(&on_cpu());
    on_gpu(check);
}

#[test]
fn a_gpu_lost_in_mid_training_is_told_within_a_few_steps_and_by_reading() {
    // A device of its own: the others' stays.
    let engine = gpu();
    let training = training();
    let mut session = training.session(&engine);
    block_on(session.step()).expect("a step");
    engine.lose();
    // The news takes its time, but no step waits for a lost device.
    let told = (0..8).find_map(|_| block_on(session.step()).err());
    assert!(matches!(told, Some(EngineError::Device(_))), "{told:?}");
    let read = block_on(session.read(training.miss));
    assert!(matches!(read, Err(EngineError::Device(_))), "{read:?}");
    let anew = Session::new(
        &engine,
        &training.program,
        training.feeds.clone(),
        &training.carry,
    );
    assert!(matches!(anew, Err(EngineError::Device(_))), "{anew:?}");
}
