//! Tokens: whole graphemes, words, or ids typed as numbers.
//!
//! Graphemes and words are those of Unicode's text segmentation (UAX #29): in a browser and in Node by
//! `Intl.Segmenter`, which also knows Chinese words; in native builds, which only tests use, by a crate.

use crate::language::{Language, Said};
use crate::refusal::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most tokens of a sentence on the page.
pub const MOST_TOKENS_ON_PAGE: usize = 2_048;
/// Most tokens through the JavaScript API.
pub const MOST_TOKENS: usize = 8_192;

/// How a text falls into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tokenizer {
    /// By whole graphemes; white space is dropped.
    Character,
    /// By words; white space is dropped, punctuation stays.
    #[default]
    Word,
    /// Ids typed as numbers.
    Ids,
}

/// A token: what it looks like, and its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it looks like.
    pub text: String,
    /// Its id: as typed, or its place in the vocabulary that the two sentences form.
    pub id: u32,
}

impl Tokenizer {
    /// Its word in the link and the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Character => "character",
            Self::Word => "word",
            Self::Ids => "ids",
        }
    }

    /// Splits a sentence into the texts of its tokens.
    ///
    /// # Errors
    /// A [`Refusal`] of `property`, the sentence's, where it is empty, has more than `most` tokens, or names an id outside
    /// `0..vocabulary`.
    pub fn split(
        self,
        text: &str,
        property: &str,
        language: Language,
        vocabulary: u32,
        most: usize,
    ) -> Result<Vec<String>, Refusal> {
        let pieces = match self {
            Self::Character => visible(segment::graphemes(text)),
            Self::Word => visible(segment::words(text, language)),
            Self::Ids => text
                .split([' ', ',', '，', '\t', '\n', '\r'])
                .map(str::to_owned)
                .collect(),
        };
        let pieces: Vec<String> = pieces
            .into_iter()
            .filter(|piece| !piece.is_empty())
            .collect();
        if pieces.is_empty() {
            return Err(empty(property, text));
        }
        if pieces.len() > most {
            return Err(too_long(property, pieces.len(), most));
        }
        if self == Self::Ids {
            for piece in &pieces {
                parse_id(property, piece, vocabulary)?;
            }
        }
        Ok(pieces)
    }
}

/// Gives every token its id: as typed with [`Tokenizer::Ids`], else by first appearance over both sentences.
pub fn number_tokens<const N: usize>(
    tokenizer: Tokenizer,
    sentences: [Vec<String>; N],
) -> [Vec<Token>; N] {
    let mut seen = BTreeMap::new();
    let mut number = |text: String| {
        let next = seen.len() as u32;
        let typed = (tokenizer == Tokenizer::Ids)
            .then(|| text.parse().ok())
            .flatten();
        let id = typed.unwrap_or_else(|| *seen.entry(text.clone()).or_insert(next));
        Token { text, id }
    };
    sentences.map(|texts| texts.into_iter().map(&mut number).collect())
}

/// Reads one id.
pub(super) fn parse_id(property: &str, text: &str, vocabulary: u32) -> Result<u32, Refusal> {
    let id = text.parse::<u32>().ok().filter(|id| *id < vocabulary);
    id.ok_or_else(|| {
        let last = vocabulary - 1;
        let allowed = Said::new(
            format!("编号要填 0 到 {last} 之间的整数（词表大小是 {vocabulary}）"),
            format!("an id is a whole number from 0 to {last} (the vocabulary holds {vocabulary})"),
        );
        Refusal::new(property, text, allowed)
    })
}

fn visible(pieces: Vec<String>) -> Vec<String> {
    pieces
        .into_iter()
        .filter(|piece| !piece.chars().all(char::is_whitespace))
        .collect()
}

fn empty(property: &str, text: &str) -> Refusal {
    let allowed = Said::new(
        "至少写一个词，注意力才有东西可看",
        "write at least one word for attention to look at",
    );
    Refusal::new(property, text.trim(), allowed)
}

fn too_long(property: &str, tokens: usize, most: usize) -> Refusal {
    let allowed = Said::new(
        format!("最多 {most} 个词元，这里有 {tokens} 个"),
        format!("at most {most} tokens are allowed, this has {tokens}"),
    );
    Refusal::new(property, format!("{tokens} tokens"), allowed)
}

#[cfg(not(target_arch = "wasm32"))]
mod segment {
    use crate::language::Language;
    use unicode_segmentation::UnicodeSegmentation;

    pub(super) fn graphemes(text: &str) -> Vec<String> {
        text.graphemes(true).map(str::to_owned).collect()
    }

    pub(super) fn words(text: &str, _: Language) -> Vec<String> {
        text.split_word_bounds().map(str::to_owned).collect()
    }
}

#[cfg(target_arch = "wasm32")]
mod segment {
    use crate::language::Language;
    use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = Intl)]
        type Segmenter;
        #[wasm_bindgen(constructor, catch, js_namespace = Intl)]
        fn new(locale: &str, options: &JsValue) -> Result<Segmenter, JsValue>;
        #[wasm_bindgen(method)]
        fn segment(this: &Segmenter, text: &str) -> JsValue;
    }

    pub(super) fn graphemes(text: &str) -> Vec<String> {
        segments(text, "und", "grapheme")
            .unwrap_or_else(|_| text.chars().map(String::from).collect())
    }

    pub(super) fn words(text: &str, language: Language) -> Vec<String> {
        let locale = match language {
            Language::Zh => "zh",
            Language::En => "en",
        };
        segments(text, locale, "word")
            .unwrap_or_else(|_| text.split_whitespace().map(str::to_owned).collect())
    }

    /// Fails only in a browser from before 2024, which has no `Intl.Segmenter`.
    fn segments(text: &str, locale: &str, granularity: &str) -> Result<Vec<String>, JsValue> {
        let options = js_sys::Object::new();
        js_sys::Reflect::set(&options, &"granularity".into(), &granularity.into())?;
        let pieces = js_sys::Array::from(&Segmenter::new(locale, &options)?.segment(text));
        let field = JsValue::from("segment");
        let piece = |piece: JsValue| js_sys::Reflect::get(&piece, &field);
        let texts = pieces.iter().map(piece);
        texts
            .map(|text| text.map(|text| text.as_string().unwrap_or_default()))
            .collect()
    }
}
