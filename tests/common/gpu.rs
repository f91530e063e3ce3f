//! One GPU for all tests of a binary: opening a software device takes longer than most tests.
//!
//! An engine belongs to its thread, so it lives on one of its own and the tests send it their work.

use poslab::engine::{
    Backend, Element, Engine, EngineError, Feeds, Program, Run, Shape, Tensor, TensorId,
};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::{Mutex, OnceLock, PoisonError, mpsc};

type Work = Box<dyn FnOnce(&Result<Engine, EngineError>) + Send>;

/// Runs `work` on the GPU's thread and gives its result; a panic in it is the caller's.
pub fn on_gpu<T: Send + 'static>(work: impl FnOnce(&Engine) -> T + Send + 'static) -> T {
    let (answer, wait) = mpsc::channel();
    let job: Work = Box::new(move |engine| {
        let result = catch_unwind(AssertUnwindSafe(|| work(opened(engine))));
        answer.send(result).expect("the test waits");
    });
    let queue = queue().lock().unwrap_or_else(PoisonError::into_inner);
    queue.send(job).expect("the GPU's thread runs");
    drop(queue);
    wait.recv()
        .expect("the GPU's thread answers")
        .unwrap_or_else(|panic| resume_unwind(panic))
}

const NO_GPU: &str = "these tests need a Vulkan adapter, and none was found: install Mesa's software \
    driver (Debian: apt-get install mesa-vulkan-drivers), or run `cargo xtask test`, which does";

fn queue() -> &'static Mutex<mpsc::Sender<Work>> {
    static QUEUE: OnceLock<Mutex<mpsc::Sender<Work>>> = OnceLock::new();
    QUEUE.get_or_init(|| {
        let (sender, work) = mpsc::channel::<Work>();
        std::thread::spawn(move || {
            let engine = pollster::block_on(Engine::open(Backend::Gpu));
            work.iter().for_each(|job| job(&engine));
        });
        Mutex::new(sender)
    })
}

/// A GPU engine of the caller's own; fails where there is none.
pub fn gpu() -> Engine {
    opened(&pollster::block_on(Engine::open(Backend::Gpu))).clone()
}

fn opened(engine: &Result<Engine, EngineError>) -> &Engine {
    match engine {
        Ok(engine) => engine,
        Err(error @ EngineError::NoGpu(_)) => panic!("{error}; {NO_GPU}"),
        Err(error) => panic!("{error}"),
    }
}

/// A CPU engine.
pub fn cpu() -> Engine {
    pollster::block_on(Engine::open(Backend::Cpu)).expect("the CPU is always there")
}

/// A program under construction with its feeds.
#[derive(Default)]
pub struct Bench {
    pub program: Program,
    pub feeds: Feeds<f32>,
}

impl Bench {
    pub fn real(&mut self, name: &str, shape: impl Into<Shape>, values: Vec<f32>) -> TensorId {
        let id = self.program.feed(name, shape, Element::Real);
        self.feeds.real(id, values);
        id
    }

    pub fn whole(&mut self, name: &str, shape: impl Into<Shape>, values: Vec<u32>) -> TensorId {
        let id = self.program.feed(name, shape, Element::Whole);
        self.feeds.whole(id, values);
        id
    }

    /// Runs the program.
    pub fn run(self, engine: &Engine) -> Run {
        let (program, feeds) = (Rc::new(self.program), Rc::new(self.feeds));
        pollster::block_on(engine.run(&program, &feeds)).expect("the program runs")
    }
}

/// Reads a tensor back.
pub fn read(run: &Run, id: TensorId) -> Tensor {
    pollster::block_on(run.read(id)).expect("the tensor is read back")
}

/// Numbers without a pattern, between -2 and 2, the same for the same seed.
pub fn noise(seed: u64, len: usize) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 22) as f32 - 2.0
    };
    (0..len).map(next).collect()
}
