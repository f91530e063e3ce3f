//! A device's health: its errors, each told once, and its end.
//!
//! Errors that a call of ours causes are caught around the call by a [`Scope`] and returned. What is left (the
//! browser's own, or a fault of ours) comes to the uncaptured-error handler and is told on the console.

use crate::engine::error::EngineError;
use futures_channel::oneshot;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is called when the device is lost, with the browser's message.
pub(super) type OnLost = Box<dyn FnOnce(&str)>;

/// Watches one device.
pub(super) struct Health {
    state: Arc<Mutex<State>>,
    callbacks: Rc<RefCell<Vec<OnLost>>>,
    #[cfg(not(target_arch = "wasm32"))]
    news: RefCell<oneshot::Receiver<String>>,
}

#[derive(Debug, Default)]
struct State {
    lost: Option<String>,
    ended_by_us: bool,
    told: BTreeSet<String>,
}

impl Health {
    /// Installs the handlers; to be called right after the device is made.
    pub(super) fn watch(device: &wgpu::Device) -> Self {
        let state = Arc::<Mutex<State>>::default();
        let errors = state.clone();
        device.on_uncaptured_error(Arc::new(move |error| {
            let message = error.to_string();
            if lock(&errors).told.insert(message.clone()) {
                tell(&message);
            }
        }));
        let (sender, news) = oneshot::channel();
        let (end, sender) = (state.clone(), Mutex::new(Some(sender)));
        device.set_device_lost_callback(move |_, message| {
            let mut state = lock(&end);
            let message = if message.is_empty() {
                "the device was lost".into()
            } else {
                message
            };
            state.lost.get_or_insert_with(|| message.clone());
            // Destroyed without our asking (another script did it) is lost all the same.
            if let Some(sender) = lock(&sender).take().filter(|_| !state.ended_by_us) {
                // Nobody listens any more: then nobody needs to know.
                let _unheard = sender.send(message);
            }
        });
        Self::listen(state, news)
    }

    #[cfg(target_arch = "wasm32")]
    fn listen(state: Arc<Mutex<State>>, news: oneshot::Receiver<String>) -> Self {
        let callbacks = Rc::<RefCell<Vec<OnLost>>>::default();
        let listeners = Rc::downgrade(&callbacks);
        wasm_bindgen_futures::spawn_local(async move {
            if let (Ok(message), Some(callbacks)) = (news.await, listeners.upgrade()) {
                call_all(&callbacks, &message);
            }
        });
        Self { state, callbacks }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn listen(state: Arc<Mutex<State>>, news: oneshot::Receiver<String>) -> Self {
        Self {
            state,
            callbacks: Rc::default(),
            news: RefCell::new(news),
        }
    }

    /// Calls `callback` once when the device is lost, at once where it already is.
    pub(super) fn on_lost(&self, callback: OnLost) {
        let state = lock(&self.state);
        let lost = state.lost.clone().filter(|_| !state.ended_by_us);
        drop(state);
        match lost {
            Some(message) => callback(&message),
            None => self.callbacks.borrow_mut().push(callback),
        }
    }

    /// Whether the device still works.
    ///
    /// # Errors
    /// [`EngineError::Device`] with the reason where it doesn't.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        #[cfg(not(target_arch = "wasm32"))]
        if let Ok(Some(message)) = self.news.borrow_mut().try_recv() {
            call_all(&self.callbacks, &message);
        }
        match &lock(&self.state).lost {
            Some(message) => Err(EngineError::Device(message.clone())),
            None => Ok(()),
        }
    }

    /// Marks the end as ours: nobody is called.
    pub(super) fn end(&self) {
        let mut state = lock(&self.state);
        state.ended_by_us = true;
        state.lost.get_or_insert_with(|| "it was destroyed".into());
        drop(state);
        self.callbacks.borrow_mut().clear();
    }
}

impl std::fmt::Debug for Health {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Health")
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// Catches the errors of what is done between [`Scope::open`] and [`Scope::close`]. Nothing may be awaited in between:
/// the device has one stack of scopes.
#[must_use]
pub(super) struct Scope {
    validation: wgpu::ErrorScopeGuard,
    memory: wgpu::ErrorScopeGuard,
}

impl Scope {
    pub(super) fn open(device: &wgpu::Device) -> Self {
        Self {
            validation: device.push_error_scope(wgpu::ErrorFilter::Validation),
            memory: device.push_error_scope(wgpu::ErrorFilter::OutOfMemory),
        }
    }

    /// Closes the scope at once and waits for what it caught.
    pub(super) fn close(self) -> impl Future<Output = Result<(), EngineError>> {
        // In reverse order: they are a stack.
        let memory = self.memory.pop();
        let validation = self.validation.pop();
        async move {
            if memory.await.is_some() {
                return Err(EngineError::Device("it is out of memory".into()));
            }
            match validation.await {
                Some(error) => Err(EngineError::Device(error.to_string())),
                None => Ok(()),
            }
        }
    }
}

fn call_all(callbacks: &RefCell<Vec<OnLost>>, message: &str) {
    // Taken out first: a callback may register another one.
    let called = std::mem::take(&mut *callbacks.borrow_mut());
    for callback in called {
        callback(message);
    }
}

/// The state, also after another thread panicked while it held it: it is whole after every statement.
fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(target_arch = "wasm32")]
fn tell(message: &str) {
    web_sys::console::error_1(&format!("PosLab, WebGPU: {message}").into());
}

#[cfg(not(target_arch = "wasm32"))]
fn tell(message: &str) {
    eprintln!("PosLab, GPU: {message}");
}
