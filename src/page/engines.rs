//! The page's engines: every lab on a page shares one for each backend, so many labs hold one device.

use crate::engine::{Backend, Engine, EngineError, WhyCpu};
use futures_channel::oneshot;
use std::cell::{Cell, RefCell};
// Not that of Leptos, which works only once a view is mounted: the JavaScript API opens engines without one.
use wasm_bindgen_futures::spawn_local;

/// How many backends there are to ask for.
const BACKENDS: usize = 3;

/// What stands in the registry for a backend.
enum Slot {
    /// Being opened; these wait for it.
    Opening(Vec<oneshot::Sender<Result<Engine, EngineError>>>),
    /// Open.
    Open(Engine),
}

thread_local! {
    /// By backend.
    static SLOTS: RefCell<[Option<Slot>; BACKENDS]> = const { RefCell::new([const { None }; BACKENDS]) };
}

/// The page's engine for `backend`, opened by whoever asks first.
///
/// # Errors
/// As [`Engine::open`].
pub async fn engine(backend: Backend) -> Result<Engine, EngineError> {
    match find(backend) {
        Found::Open(engine) => Ok(engine),
        Found::Wait(answer) => {
            let gone = || EngineError::Device("opening it was given up".into());
            answer.await.unwrap_or_else(|_| Err(gone()))
        }
    }
}

enum Found {
    Open(Engine),
    Wait(oneshot::Receiver<Result<Engine, EngineError>>),
}

fn find(backend: Backend) -> Found {
    SLOTS.with_borrow_mut(|slots| {
        let slot = &mut slots[backend as usize];
        if let Some(Slot::Open(engine)) = slot {
            return Found::Open(engine.clone());
        }
        let (tell, answer) = oneshot::channel();
        match slot {
            Some(Slot::Opening(waiting)) => waiting.push(tell),
            _ => {
                *slot = Some(Slot::Opening(vec![tell]));
                // On its own, so that it ends whoever stops waiting for it.
                spawn_local(open(backend));
            }
        }
        Found::Wait(answer)
    })
}

async fn open(backend: Backend) {
    let opened = Engine::open(backend).await;
    let slot = opened.clone().ok().map(Slot::Open);
    let before =
        SLOTS.with_borrow_mut(|slots| std::mem::replace(&mut slots[backend as usize], slot));
    if let Ok(engine) = &opened {
        engine.on_lost(move |_| forget(backend));
    }
    if let Some(Slot::Opening(waiting)) = before {
        for tell in waiting {
            // Whoever was unmounted meanwhile doesn't listen any more.
            let _unheard = tell.send(opened.clone());
        }
    }
}

thread_local! {
    /// How many labs of the JavaScript API hold a backend's engine.
    static LABS: RefCell<[usize; BACKENDS]> = const { RefCell::new([0; BACKENDS]) };
    /// How many views are mounted; each may draw with any engine.
    static VIEWS: Cell<usize> = const { Cell::new(0) };
}

/// Notes that a lab holds the engine of `backend`.
pub fn share(backend: Backend) {
    LABS.with_borrow_mut(|labs| labs[backend as usize] += 1);
}

/// Notes that a lab holds it no longer. The last one frees the device, unless a view may still draw with it.
pub fn leave(backend: Backend) {
    let left = LABS.with_borrow_mut(|labs| {
        let count = &mut labs[backend as usize];
        *count = count.saturating_sub(1);
        *count
    });
    if left == 0 && VIEWS.get() == 0 {
        free(backend);
    }
}

/// Notes that a view is mounted.
pub(super) fn share_all() {
    VIEWS.set(VIEWS.get() + 1);
}

/// Notes that a view is gone. The last one frees what no lab holds.
pub(super) fn leave_all() {
    VIEWS.set(VIEWS.get().saturating_sub(1));
    if VIEWS.get() > 0 {
        return;
    }
    for backend in [Backend::Auto, Backend::Gpu, Backend::Cpu] {
        if LABS.with_borrow(|labs| labs[backend as usize] == 0) {
            free(backend);
        }
    }
}

fn free(backend: Backend) {
    // Whoever waits for one that is being opened will hold it.
    let open = |slot: &mut Slot| matches!(slot, Slot::Open(_));
    let slot = SLOTS.with_borrow_mut(|slots| slots[backend as usize].take_if(open));
    if let Some(Slot::Open(engine)) = slot {
        engine.destroy();
    }
}

/// Takes a lost engine out, so that the next who asks opens another.
fn forget(backend: Backend) {
    SLOTS.with_borrow_mut(|slots| slots[backend as usize] = None);
}

/// Losses after which the GPU isn't tried again.
const TRIES: u32 = 3;

/// An engine to compute with, and why it isn't the one that was asked for.
#[derive(Clone, Debug)]
pub struct Machine {
    /// What computes.
    pub engine: Engine,
    /// What kept the asked one from opening.
    pub refused: Option<EngineError>,
}

/// The machine for `backend` after the GPU was lost `losses` times: another GPU where one is granted, else the CPU.
pub async fn machine(backend: Backend, losses: u32) -> Machine {
    let lost = losses > 0 && backend != Backend::Cpu;
    if losses >= TRIES && lost {
        return Machine::on_cpu(WhyCpu::Lost, None);
    }
    match engine(backend).await {
        Ok(engine) if lost && engine.kind() == "cpu" => Machine::on_cpu(WhyCpu::Lost, None),
        Ok(engine) => Machine {
            engine,
            refused: None,
        },
        Err(_) if lost => Machine::on_cpu(WhyCpu::Lost, None),
        Err(EngineError::NoGpu(why)) => Machine::on_cpu(why, Some(EngineError::NoGpu(why))),
        Err(error) => Machine::on_cpu(WhyCpu::NoWebGpu, Some(error)),
    }
}

impl Machine {
    fn on_cpu(why: WhyCpu, refused: Option<EngineError>) -> Self {
        let engine = Engine::on_cpu(why);
        Self { engine, refused }
    }
}
