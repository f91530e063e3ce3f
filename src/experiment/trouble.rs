//! Whatever kept a request from an answer, told in a sentence.

use crate::engine::EngineError;
use crate::language::Language;
use crate::refusal::Refusal;

/// Why a request has no report.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// The request asks for what isn't allowed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The engine couldn't run it.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl Trouble {
    /// The sentence in `language`.
    pub fn sentence(&self, language: Language) -> String {
        match (self, language) {
            (Self::Refused(refusal), _) => refusal.sentence(language),
            (Self::Engine(error), Language::Zh) => {
                format!("没能算完：{}。", error.clause(language))
            }
            (Self::Engine(error), Language::En) => format!("This could not be computed: {error}."),
        }
    }
}
