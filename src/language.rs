//! Chinese and English, as equals.

use serde::{Deserialize, Serialize};

/// A language that the page speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Simplified Chinese.
    Zh,
    /// English.
    En,
}

/// A fixed text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bilingual {
    /// The Chinese text.
    pub zh: &'static str,
    /// The English text.
    pub en: &'static str,
}

impl Bilingual {
    /// Pairs a Chinese and an English text.
    pub const fn new(zh: &'static str, en: &'static str) -> Self {
        Self { zh, en }
    }

    /// The text in `language`.
    pub const fn get(&self, language: Language) -> &'static str {
        match language {
            Language::Zh => self.zh,
            Language::En => self.en,
        }
    }
}

/// A text made while the program runs, in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The Chinese text.
    pub zh: String,
    /// The English text.
    pub en: String,
}

impl Said {
    /// Pairs a Chinese and an English text.
    pub fn new(zh: impl Into<String>, en: impl Into<String>) -> Self {
        Self {
            zh: zh.into(),
            en: en.into(),
        }
    }

    /// The text in `language`.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::Zh => &self.zh,
            Language::En => &self.en,
        }
    }
}

impl From<Bilingual> for Said {
    fn from(text: Bilingual) -> Self {
        Self::new(text.zh, text.en)
    }
}
