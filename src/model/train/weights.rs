//! The weights of a model that is trained: names, shapes, and how they start.
//!
//! Each starts from a random stream of its own, named after it, so every model of a race starts from the very same numbers.
//! Linear layers start as PyTorch's do, weight and bias uniform in ±1/sqrt(rows) (He et al. 2015 with a = sqrt 5, the
//! default of `torch.nn.Linear`), since the published comparisons that a race reproduces did.

use super::Size;
use crate::model::config::{Config, EmbeddingStd};
use crate::random::{normals, uniforms};

/// How the numbers of a weight start.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// All the same.
    Constant(f64),
    /// N(0, std^2).
    Normal(f64),
    /// Uniform between minus and plus this.
    Uniform(f64),
    /// These; zeros past them.
    Numbers(Vec<f64>),
}

impl Start {
    /// `len` first numbers of the weight called `name`.
    pub(super) fn numbers(&self, seed: u64, name: &str, len: usize) -> Vec<f64> {
        match self {
            Self::Constant(value) => vec![*value; len],
            Self::Normal(std) => normals(seed, name, len, *std),
            Self::Uniform(bound) => uniforms(seed, name, len, *bound),
            Self::Numbers(numbers) => {
                let mut numbers = numbers.clone();
                numbers.resize(len, 0.0);
                numbers
            }
        }
    }
}

/// One weight of one model.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightInfo {
    /// Its name: "w_q.0".
    pub name: String,
    /// Its axes without the models'.
    pub axes: Vec<usize>,
    /// How it starts.
    pub start: Start,
}

impl WeightInfo {
    fn new(name: impl Into<String>, axes: impl Into<Vec<usize>>, start: Start) -> Self {
        Self {
            name: name.into(),
            axes: axes.into(),
            start,
        }
    }

    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        self.axes.iter().product()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers that it starts with.
    pub fn first(&self, seed: u64) -> Vec<f32> {
        let numbers = self.start.numbers(seed, &self.name, self.len());
        numbers.into_iter().map(|v| v as f32).collect()
    }
}

/// Every weight of the model itself, in the order in which data flow; doors come besides.
pub fn weight_list(config: &Config, size: &Size) -> Vec<WeightInfo> {
    let (d, d_ff, vocabulary) = (config.d_model, config.d_ff, size.vocabulary);
    let std = match config.embedding_std {
        EmbeddingStd::One => 1.0,
        EmbeddingStd::InverseSqrtD => 1.0 / libm::sqrt(d as f64),
    };
    let mut list = List::default();
    list.add("token", [vocabulary, d], Start::Normal(std));
    for layer in 0..config.layers {
        list.norm(&format!("norm1.{layer}"), d);
        for name in ["q", "k", "v", "o"] {
            list.linear(&format!("{name}.{layer}"), d, d);
        }
        list.norm(&format!("norm2.{layer}"), d);
        list.linear(&format!("1.{layer}"), d, d_ff);
        list.linear(&format!("2.{layer}"), d_ff, d);
    }
    list.norm("norm", d);
    list.linear("head", d, vocabulary);
    list.0
}

#[derive(Default)]
struct List(Vec<WeightInfo>);

impl List {
    fn add(&mut self, name: &str, axes: impl Into<Vec<usize>>, start: Start) {
        self.0.push(WeightInfo::new(name, axes, start));
    }

    fn norm(&mut self, name: &str, d: usize) {
        self.add(&format!("{name}.gain"), [d], Start::Constant(1.0));
        self.add(&format!("{name}.bias"), [d], Start::Constant(0.0));
    }

    /// "w_q.0" \[rows, columns\] and "b_q.0" \[columns\].
    fn linear(&mut self, name: &str, rows: usize, columns: usize) {
        let start = Start::Uniform(1.0 / libm::sqrt(rows as f64));
        self.add(&format!("w_{name}"), [rows, columns], start.clone());
        self.add(&format!("b_{name}"), [columns], start);
    }
}
