//! What a lab computes: read from JavaScript, run, and written back. A chunk of its own, since most visitors never ask.

use super::answer;
use super::read::read;
use crate::chunk::chunk;
use crate::engine::Engine;
use crate::experiment::Trouble;
use crate::experiment::request::{AttendRequest, BenchRequest, EncodeRequest, ForwardRequest};
use crate::language::Language;
use std::pin::Pin;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment, in browsers and in Node.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// A call of the lab, with its request.
pub(super) enum Question {
    /// What a scheme lets in through each door.
    Encode(JsValue),
    /// Attention alone.
    Attend(JsValue),
    /// The tiny Transformer; words are split as in this language.
    Forward(JsValue, Language),
    /// How long a workload takes.
    Bench(JsValue),
}

/// An answer on its way.
pub(super) type Answer = Pin<Box<dyn Future<Output = Result<JsValue, JsError>>>>;

chunk! { api:
    /// Answers `question` on `engine`.
    pub(super) fn answer(question: Question, engine: Engine) -> Answer {
        Box::pin(run(question, engine))
    }
}

async fn run(question: Question, engine: Engine) -> Result<JsValue, JsError> {
    match question {
        Question::Encode(request) => {
            let request: EncodeRequest = read(request)?;
            let encoded = request.run(&engine).await.map_err(told)?;
            Ok(answer::doors(&encoded))
        }
        Question::Attend(request) => {
            let request: AttendRequest = read(request)?;
            let attended = request.run(&engine).await.map_err(told)?;
            Ok(answer::attended(&attended))
        }
        Question::Forward(request, language) => {
            let request: ForwardRequest = read(request)?;
            let forward = request.run(&engine, language).await.map_err(told)?;
            Ok(answer::forward(&forward))
        }
        Question::Bench(request) => {
            let request: BenchRequest = read(request)?;
            let timing = request.run(&engine, now).await.map_err(told)?;
            Ok(answer::timing(&timing))
        }
    }
}

fn told(trouble: Trouble) -> JsError {
    JsError::new(&trouble.sentence(Language::En))
}
