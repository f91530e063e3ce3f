//! The state of an experiment: what is set of the property table, and its link.

use super::property::{PROPERTIES, property};
use super::table::DEFAULT_SCHEME;
use super::token::Tokenizer;
use crate::encoding::{Parameter, SCHEMES, Scheme, Value, Values, find};
use crate::engine::Backend;
use crate::language::Language;
use crate::model::{AddAt, Config, EmbeddingStd};
use crate::refusal::Refusal;
use std::collections::BTreeMap;

/// One of the two sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The first, `text`.
    A,
    /// The second, `text-b`.
    B,
}

impl Which {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// The property that holds it.
    pub const fn property(self) -> &'static str {
        match self {
            Self::A => "text",
            Self::B => "text-b",
        }
    }
}

/// What is set of the property table; what isn't set has its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State(BTreeMap<&'static str, Value>);

impl State {
    /// Reads a link's query, with or without its `?`. What is refused keeps its default and is told.
    pub fn from_query(query: &str) -> (Self, Vec<Refusal>) {
        let query = query.trim_start_matches(['?', '#']);
        let mut state = Self::default();
        let pairs = form_urlencoded::parse(query.as_bytes());
        let refusals = pairs
            .filter_map(|(name, text)| state.set(&name, &text).err())
            .collect();
        (state, refusals)
    }

    /// The link's query: every property that differs from its default, in the table's order, without `?`.
    pub fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for row in PROPERTIES.iter() {
            if let Some(value) = self.0.get(row.name()) {
                query.append_pair(row.name(), &value.write());
            }
        }
        query.finish()
    }

    /// Sets a property from how it stands in a link.
    ///
    /// # Errors
    /// A [`Refusal`] that names the property and what it takes; the state then stays as it was.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Refusal> {
        let row = property(name)?;
        let value = row.parse(text)?;
        if let Some(own) = self.own_parameter(name) {
            own.parse(text)?;
        }
        if value == row.parameter.default_value() && !row.default_varies {
            self.0.remove(row.name());
        } else {
            self.0.insert(row.name(), value);
        }
        if name == "scheme" {
            self.forget_what_the_scheme_refuses();
        }
        Ok(())
    }

    /// The parameter of this name that the chosen encoding has.
    fn own_parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.scheme().parameters().iter().find(|p| p.name == name)
    }

    /// Two encodings may share a parameter's name and take different values: a value of the other one goes.
    fn forget_what_the_scheme_refuses(&mut self) {
        for parameter in self.scheme().parameters() {
            let refused = |value: &Value| parameter.parse(&value.write()).is_err();
            if self.0.get(parameter.name).is_some_and(refused) {
                self.0.remove(parameter.name);
            }
        }
    }

    /// The parameter that a control of this name sets: the chosen encoding's own, else the table's.
    pub fn parameter(&self, name: &str) -> Option<Parameter> {
        let own = self.own_parameter(name).copied();
        own.or_else(|| property(name).ok().map(|row| row.parameter))
    }

    /// The names of the chosen encoding's parameters that matter at the values of the moment.
    pub fn scheme_parameters(&self) -> Vec<&'static str> {
        let all = self.scheme().parameters().iter();
        let matters = |parameter: &&Parameter| {
            let other = |(name, words): (&str, &'static [&str])| words.contains(&self.choice(name));
            parameter.when.is_none_or(other)
        };
        all.filter(matters)
            .map(|parameter| parameter.name)
            .collect()
    }

    /// Puts a property back to its default: the way to unset a sentence, whose default depends on the language.
    pub fn reset(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Whether a property was set to something else than its default.
    pub fn is_set(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// A property as it would stand in a link; empty where no property has this name.
    ///
    /// For a sentence that isn't set this is empty; [`State::sentence`] gives the one that runs.
    pub fn get(&self, name: &str) -> String {
        self.value(name).map(|v| v.write()).unwrap_or_default()
    }

    /// A property's value, set or default.
    pub fn value(&self, name: &str) -> Option<Value> {
        let own = self.scheme().parameters().iter().find(|p| p.name == name);
        let parameter = || {
            own.copied()
                .or(property(name).ok().map(|row| row.parameter))
        };
        let default = || Some(parameter()?.default_value());
        self.0.get(name).cloned().or_else(default)
    }

    /// The names that `hide` lists.
    pub fn is_hidden(&self, name: &str) -> bool {
        names(&self.get("hide")).any(|hidden| hidden == name)
    }

    /// Where it is to be computed.
    pub fn backend(&self) -> Backend {
        match self.choice("backend") {
            "gpu" => Backend::Gpu,
            "cpu" => Backend::Cpu,
            _ => Backend::Auto,
        }
    }

    /// The chosen language; `None` where it follows the browser.
    pub fn language(&self) -> Option<Language> {
        match self.choice("lang") {
            "zh" => Some(Language::Zh),
            "en" => Some(Language::En),
            _ => None,
        }
    }

    /// The sentence that runs: what was typed, or the language's own example.
    pub fn sentence(&self, which: Which, language: Language) -> String {
        if self.is_set(which.property()) {
            return self.get(which.property());
        }
        let example = match (self.tokenizer(), language, which) {
            (Tokenizer::Ids, _, Which::A) => "100 2 421 300",
            (Tokenizer::Ids, _, Which::B) => "300 421 2 100",
            (_, Language::Zh, Which::A) => "猫追老鼠",
            (_, Language::Zh, Which::B) => "老鼠追猫",
            (_, Language::En, Which::A) => "cat chases mouse",
            (_, Language::En, Which::B) => "mouse chases cat",
        };
        example.to_owned()
    }

    /// How sentences fall into tokens.
    pub fn tokenizer(&self) -> Tokenizer {
        match self.choice("tokenizer") {
            "character" => Tokenizer::Character,
            "ids" => Tokenizer::Ids,
            _ => Tokenizer::Word,
        }
    }

    /// How many ids there are.
    pub fn vocabulary(&self) -> u32 {
        self.whole("vocabulary") as u32
    }

    /// Whether positions are on.
    pub fn positions_on(&self) -> bool {
        self.choice("positions") == "on"
    }

    /// Whether token i sees only tokens 0..=i.
    pub fn is_causal(&self) -> bool {
        self.choice("mask") == "causal"
    }

    /// The chosen encoding, whether or not positions are on.
    pub fn scheme(&self) -> &'static dyn Scheme {
        let chosen = match self.0.get("scheme") {
            Some(Value::Choice(id)) => *id,
            _ => DEFAULT_SCHEME,
        };
        find(chosen).unwrap_or(SCHEMES[0])
    }

    /// The values of the chosen encoding's parameters, each held to what this encoding takes.
    ///
    /// # Errors
    /// A [`Refusal`] of a value that only another encoding takes.
    pub fn scheme_values(&self) -> Result<Values, Refusal> {
        let mut values = Values::default();
        for parameter in self.scheme().parameters() {
            let value = match self.0.get(parameter.name) {
                Some(value) => parameter.parse(&value.write())?,
                None => parameter.default_value(),
            };
            values.set(parameter.name, value);
        }
        Ok(values)
    }

    /// The model's sizes and choices. [`Config::check`] tells whether they fit each other.
    pub fn model_config(&self) -> Config {
        let d_model = self.whole("d_model") as usize;
        let d_ff = match self.whole("d_ff") as usize {
            0 => 4 * d_model,
            given => given,
        };
        Config {
            d_model,
            heads: self.whole("heads") as usize,
            layers: self.whole("layers") as usize,
            d_ff,
            seed: self.whole("seed") as u64,
            causal: self.is_causal(),
            scale_embedding: self.flag("scale_embedding"),
            embedding_std: match self.choice("embedding_std") {
                "inverse_sqrt_d" => EmbeddingStd::InverseSqrtD,
                _ => EmbeddingStd::One,
            },
            add: match self.choice("add") {
                "after_norm" => AddAt::AfterNorm,
                "nowhere" => AddAt::Nowhere,
                _ => AddAt::BeforeNorm,
            },
            naive_trig: self.flag("naive_trig"),
        }
    }

    /// A choice's word; empty where the property is none.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.value(name) {
            Some(Value::Choice(word)) => word,
            _ => "",
        }
    }

    /// A whole number; 0 where the property is none.
    pub fn whole(&self, name: &str) -> i64 {
        match self.value(name) {
            Some(Value::Whole(number)) => number,
            _ => 0,
        }
    }

    /// A real number; 0 where the property is none.
    pub fn real(&self, name: &str) -> f64 {
        match self.value(name) {
            Some(Value::Real(number)) => number,
            _ => 0.0,
        }
    }

    /// A flag; false where the property is none.
    pub fn flag(&self, name: &str) -> bool {
        self.value(name) == Some(Value::Flag(true))
    }
}

/// The names in a comma list.
pub(super) fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
}
