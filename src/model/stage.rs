//! Stages: the model's program as a learner reads it, for the pipeline drawing.

use crate::encoding::Door;
use crate::engine::TensorId;
use crate::language::Bilingual;

/// A stage of the model: what it does, and the tensors that it makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What it is called.
    pub label: Bilingual,
    /// The formula, in the field's notation.
    pub formula: &'static str,
    /// The door through which a position may enter here.
    pub door: Option<Door>,
    /// The block that it belongs to, from 0; none ahead of the first and after the last.
    pub layer: Option<usize>,
    /// The tensors that it makes; their true shapes stand in the program.
    pub tensors: Vec<TensorId>,
}

/// What kind of stage: words and formula.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub label: Bilingual,
    pub formula: &'static str,
}

const fn kind(zh: &'static str, en: &'static str, formula: &'static str) -> Kind {
    Kind {
        label: Bilingual::new(zh, en),
        formula,
    }
}

pub(super) const IDS: Kind = kind("词元编号", "Token ids", "ids");
pub(super) const EMBEDDING: Kind = kind("词向量", "Embedding", "E[ids]");
pub(super) const SCALED: Kind = kind("放大", "Scaled up", "x · √d_model");
pub(super) const POSITION: Kind = kind("加上位置", "Position added", "x + p");
pub(super) const NORM: Kind = kind("归一化", "Layer norm", "(x − mean) / std");
pub(super) const PROJECTIONS: Kind =
    kind("查询、键、值", "Query, key, value", "x W_q, x W_k, x W_v");
pub(super) const ROTATED: Kind = kind("按位置旋转", "Turned by position", "R(p) q, R(p) k");
pub(super) const SCORES: Kind = kind("分数", "Scores", "q · k / √head_dim + bias");
pub(super) const ATTENTION: Kind = kind("注意力权重", "Attention weights", "softmax(scores)");
pub(super) const MIXED: Kind = kind("按权重求和", "Weighted sum", "Σ attention · v");
pub(super) const OUT: Kind = kind("合并各头", "Heads joined", "x W_o");
pub(super) const RESIDUAL: Kind = kind("残差", "Residual", "x + attention(x)");
pub(super) const FEED_FORWARD: Kind = kind("前馈", "Feed-forward", "GELU(x W_1) W_2");
pub(super) const BLOCK_OUT: Kind = kind("残差", "Residual", "x + feed_forward(x)");
pub(super) const FINAL_NORM: Kind = kind("输出", "Output", "layer_norm(x)");
pub(super) const POOLED: Kind = kind("平均成一个向量", "Mean of the rows", "Σ rows / n");
