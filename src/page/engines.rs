//! The page's engines: every lab on a page shares one for each backend, so many labs hold one device.

use crate::engine::{Backend, Engine, EngineError, WhyCpu};
use futures_channel::oneshot;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// What stands in the registry for a backend.
enum Slot {
    /// Being opened; these wait for it.
    Opening(Vec<oneshot::Sender<Result<Engine, EngineError>>>),
    /// Open.
    Open(Engine),
}

thread_local! {
    static SLOTS: RefCell<BTreeMap<&'static str, Slot>> = const { RefCell::new(BTreeMap::new()) };
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
        Found::Nothing => open(backend).await,
    }
}

enum Found {
    Open(Engine),
    Wait(oneshot::Receiver<Result<Engine, EngineError>>),
    Nothing,
}

fn find(backend: Backend) -> Found {
    SLOTS.with_borrow_mut(|slots| match slots.get_mut(key(backend)) {
        Some(Slot::Open(engine)) => Found::Open(engine.clone()),
        Some(Slot::Opening(waiting)) => {
            let (tell, answer) = oneshot::channel();
            waiting.push(tell);
            Found::Wait(answer)
        }
        None => {
            slots.insert(key(backend), Slot::Opening(Vec::new()));
            Found::Nothing
        }
    })
}

async fn open(backend: Backend) -> Result<Engine, EngineError> {
    let opened = Engine::open(backend).await;
    let slot = opened.clone().ok().map(Slot::Open);
    let before = SLOTS.with_borrow_mut(|slots| match slot {
        Some(slot) => slots.insert(key(backend), slot),
        None => slots.remove(key(backend)),
    });
    if let Some(Slot::Opening(waiting)) = before {
        for tell in waiting {
            // A lab that was unmounted meanwhile doesn't listen any more.
            let _unheard = tell.send(opened.clone());
        }
    }
    if let Ok(engine) = &opened {
        engine.on_lost(move |_| forget(backend));
    }
    opened
}

thread_local! {
    /// How many labs of the JavaScript API hold a backend's engine.
    static LABS: RefCell<BTreeMap<&'static str, usize>> = const { RefCell::new(BTreeMap::new()) };
    /// How many views are mounted; each may draw with any engine.
    static VIEWS: Cell<usize> = const { Cell::new(0) };
}

/// Notes that a lab holds the engine of `backend`.
pub fn share(backend: Backend) {
    LABS.with_borrow_mut(|labs| *labs.entry(key(backend)).or_default() += 1);
}

/// Notes that a lab holds it no longer. The last one frees the device, unless a view may still draw with it.
pub fn leave(backend: Backend) {
    let left = LABS.with_borrow_mut(|labs| {
        let count = labs.entry(key(backend)).or_default();
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
        let held = LABS.with_borrow(|labs| labs.get(key(backend)).is_some_and(|count| *count > 0));
        if !held {
            free(backend);
        }
    }
}

fn free(backend: Backend) {
    let slot = SLOTS.with_borrow_mut(|slots| match slots.get(key(backend)) {
        Some(Slot::Open(_)) => slots.remove(key(backend)),
        // Whoever waits for it will hold it.
        Some(Slot::Opening(_)) | None => None,
    });
    if let Some(Slot::Open(engine)) = slot {
        engine.destroy();
    }
}

/// Takes a lost engine out, so that the next who asks opens another.
fn forget(backend: Backend) {
    SLOTS.with_borrow_mut(|slots| slots.remove(key(backend)));
}

fn key(backend: Backend) -> &'static str {
    match backend {
        Backend::Auto => "auto",
        Backend::Gpu => "gpu",
        Backend::Cpu => "cpu",
    }
}

/// Losses after which the GPU isn't tried again.
const TRIES: u32 = 3;

/// The engine for `backend` after the GPU was lost `losses` times: another GPU where one is granted, else the CPU.
pub async fn engine_after(backend: Backend, losses: u32) -> Engine {
    if losses >= TRIES {
        return Engine::on_cpu(WhyCpu::Lost);
    }
    match engine(backend).await {
        Ok(engine) if losses > 0 && engine.kind() == "cpu" && backend != Backend::Cpu => {
            Engine::on_cpu(WhyCpu::Lost)
        }
        Ok(engine) => engine,
        Err(_) if losses > 0 => Engine::on_cpu(WhyCpu::Lost),
        Err(EngineError::NoGpu(why)) => Engine::on_cpu(why),
        Err(_) => Engine::on_cpu(WhyCpu::NoWebGpu),
    }
}
