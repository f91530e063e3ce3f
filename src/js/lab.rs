//! A lab: one door to the engine, from JavaScript.

use super::ask::{Question, answer};
use crate::engine::{Backend, Engine, EngineError};
use crate::language::Language;
use crate::page;
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// A lab without the comforts of `static/poslab.js`. Labs of one backend share its engine.
#[wasm_bindgen]
pub struct LabCore {
    backend: Backend,
    engine: RefCell<Engine>,
    destroyed: Cell<bool>,
}

#[wasm_bindgen]
impl LabCore {
    /// Opens a lab on "auto", "gpu" or "cpu".
    ///
    /// # Errors
    /// An unknown backend, or "gpu" where no adapter is granted.
    pub async fn open(backend: String) -> Result<LabCore, JsError> {
        let backend = match backend.as_str() {
            "auto" => Backend::Auto,
            "gpu" => Backend::Gpu,
            "cpu" => Backend::Cpu,
            other => {
                let message = format!("backend can't be {other}: auto, gpu, cpu are allowed.");
                return Err(JsError::new(&message));
            }
        };
        let engine = page::engine(backend).await.map_err(|e| not_opened(&e))?;
        page::share(backend);
        Ok(Self {
            backend,
            engine: RefCell::new(engine),
            destroyed: Cell::new(false),
        })
    }

    /// "gpu" or "cpu".
    #[wasm_bindgen(getter)]
    pub fn backend(&self) -> String {
        self.engine.borrow().kind().into()
    }

    /// What the browser tells of the GPU; empty on the CPU.
    #[wasm_bindgen(getter)]
    pub fn adapter(&self) -> String {
        self.engine.borrow().adapter()
    }

    /// Answers a question; words of a text are split as in `language` ("zh", "en").
    ///
    /// # Errors
    /// A request that isn't allowed, a GPU that is gone, or a part of the program that can't be downloaded.
    pub async fn ask(
        &self,
        question: Question,
        request: JsValue,
        language: String,
    ) -> Result<JsValue, JsError> {
        let language = match language.as_str() {
            "en" => Language::En,
            _ => Language::Zh,
        };
        let engine = self.engine().await?;
        answer(question, request, language, engine).await?.await
    }

    /// Trains models side by side and tests them: see `js::train`.
    ///
    /// # Errors
    /// As [`LabCore::ask`].
    pub async fn train(
        &self,
        request: JsValue,
        on: JsValue,
        signal: JsValue,
    ) -> Result<JsValue, JsError> {
        let engine = self.engine().await?;
        super::train::train(engine, request, on, signal)
            .await?
            .await
    }

    /// Ends the lab. The device and its buffers are freed with the last lab of its backend, unless a view on the page
    /// still draws with them.
    pub fn destroy(&self) {
        if !self.destroyed.replace(true) {
            page::leave(self.backend);
        }
    }

    /// The engine: another one where the GPU was lost since.
    async fn engine(&self) -> Result<Engine, JsError> {
        if self.destroyed.get() {
            return Err(JsError::new(
                "this lab was destroyed: call load() for another",
            ));
        }
        let engine = page::engine(self.backend)
            .await
            .map_err(|e| not_opened(&e))?;
        self.engine.replace(engine.clone());
        Ok(engine)
    }
}

fn not_opened(error: &EngineError) -> JsError {
    if let EngineError::Missing(missing) = error {
        return JsError::new(&missing.to_string());
    }
    JsError::new(&format!(
        "backend can't be gpu: {error}; auto and cpu are allowed here."
    ))
}
