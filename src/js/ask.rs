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

/// What a lab is asked.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// What a scheme lets in through each door.
    Encode,
    /// Attention alone.
    Attend,
    /// The tiny Transformer; words are split as in a language.
    Forward,
    /// How long a workload takes.
    Bench,
    /// What the browser's compiler said of every shader: `{ shader, entries, messages }[]`, empty on the CPU. Requests nothing.
    Diagnose,
}

/// An answer on its way.
pub(super) type Answer = Pin<Box<dyn Future<Output = Result<JsValue, JsError>>>>;

chunk! { api:
    /// Answers `question` on `engine`.
    pub(super) fn answer(question: Question, request: JsValue, language: Language, engine: Engine) -> Answer {
        Box::pin(run(question, request, language, engine))
    }
}

async fn run(
    question: Question,
    request: JsValue,
    language: Language,
    engine: Engine,
) -> Result<JsValue, JsError> {
    match question {
        Question::Encode => {
            let request: EncodeRequest = read(request)?;
            let encoded = request.run(&engine).await.map_err(told)?;
            Ok(answer::doors(&encoded).await)
        }
        Question::Attend => {
            let request: AttendRequest = read(request)?;
            let attended = request.run(&engine).await.map_err(told)?;
            Ok(answer::attended(&attended))
        }
        Question::Forward => {
            let request: ForwardRequest = read(request)?;
            let forward = request.run(&engine, language).await.map_err(told)?;
            Ok(answer::forward(&forward))
        }
        Question::Bench => {
            let request: BenchRequest = read(request)?;
            let timing = request.run(&engine, now).await.map_err(told)?;
            Ok(answer::timing(&timing))
        }
        Question::Diagnose => Ok(answer::compiled(engine.compile_report().await?)),
    }
}

fn told(trouble: Trouble) -> JsError {
    JsError::new(&trouble.sentence(Language::En))
}
