//! One block: attention and feed-forward, each behind a norm and beside a residual (pre-norm: Xiong et al. 2020).

use super::config::Config;
use super::draft::Draft;
use super::heads::{Attended, Heads, Look};
use super::stage::{self, Kind, Stage};
use super::weights;
use crate::encoding::Door;
use crate::engine::op::{Add, Gelu, LayerNorm, Matmul};
use crate::engine::{EngineError, TensorId};

/// What keeps a norm's division from zero.
const EPSILON: f64 = 1e-5;

/// The model in the making.
pub(super) struct Builder<'a> {
    pub config: &'a Config,
    pub draft: Draft,
    pub stages: Vec<Stage>,
    pub look: Look,
}

impl<'a> Builder<'a> {
    /// Nothing built yet.
    pub fn new(config: &'a Config, look: Look) -> Self {
        Self {
            config,
            draft: Draft::default(),
            stages: Vec::new(),
            look,
        }
    }

    /// Notes a stage.
    pub fn stage(
        &mut self,
        kind: Kind,
        layer: Option<usize>,
        door: Option<Door>,
        tensors: &[TensorId],
    ) {
        self.stages.push(Stage {
            label: kind.label,
            formula: kind.formula,
            door,
            layer,
            tensors: tensors.to_vec(),
        });
    }

    /// A layer norm with gain 1 and bias 0.
    pub fn norm(&mut self, name: String, x: TensorId) -> Result<TensorId, EngineError> {
        let d = self.config.d_model;
        let gain = self.draft.weight("norm.gain", [d], vec![1.0; d]);
        let bias = self.draft.weight("norm.bias", [d], vec![0.0; d]);
        let op = LayerNorm { epsilon: EPSILON };
        self.draft.push(name, op, &[x, gain, bias])
    }

    /// x times the weight called `weight`, \[rows, columns\], without a bias.
    pub fn project(
        &mut self,
        name: String,
        x: TensorId,
        weight: String,
        [rows, columns]: [usize; 2],
    ) -> Result<TensorId, EngineError> {
        let values = weights::matrix(self.config.seed, &weight, rows, columns);
        let w = self.draft.weight(&weight, [rows, columns], values);
        let no_bias = self.draft.weight("no_bias", [1], vec![0.0]);
        self.draft.push(name, Matmul, &[x, w, no_bias])
    }

    /// Block `layer` on the residual stream `x`; `inside` is added to what its first norm gives out.
    pub fn block(
        &mut self,
        layer: usize,
        x: TensorId,
        heads: &Heads,
        inside: Option<TensorId>,
    ) -> Result<TensorId, EngineError> {
        let at = Some(layer);
        let mut normed = self.norm(format!("norm1.{layer}"), x)?;
        self.stage(stage::NORM, at, None, &[normed]);
        if let Some(input) = inside {
            let name = format!("norm1_positioned.{layer}");
            normed = self.draft.push(name, Add, &[normed, input])?;
            self.stage(stage::POSITION, at, Some(Door::Input), &[normed]);
        }
        let mixed = self.attention(layer, normed, heads)?;
        let d = self.config.d_model;
        let out = format!("attention_out.{layer}");
        let out = self.project(out, mixed, format!("w_o.{layer}"), [d, d])?;
        self.stage(stage::OUT, at, None, &[out]);
        let residual = self
            .draft
            .push(format!("residual.{layer}"), Add, &[x, out])?;
        self.stage(stage::RESIDUAL, at, None, &[residual]);
        self.feed_forward(layer, residual)
    }

    /// Projections, rotation and attention of block `layer` on the rows `x`.
    pub fn attention(
        &mut self,
        layer: usize,
        x: TensorId,
        heads: &Heads,
    ) -> Result<TensorId, EngineError> {
        let d = self.config.d_model;
        let mut project = |name| {
            let weight = format!("w_{name}.{layer}");
            self.project(format!("{name}.{layer}"), x, weight, [d, d])
        };
        let qkv = [project("q")?, project("k")?, project("v")?];
        let look = match self.look {
            Look::Everything => Some(None),
            Look::Map { layer: at, head } => (at == layer).then_some(Some(head)),
            Look::Nothing => None,
        };
        let suffix = format!(".{layer}");
        let attended = heads.attend(&mut self.draft, &suffix, qkv, look)?;
        self.attention_stages(layer, qkv, attended);
        Ok(attended.mixed)
    }

    fn attention_stages(&mut self, layer: usize, qkv: [TensorId; 3], attended: Attended) {
        let at = Some(layer);
        let Attended { q, k, map, mixed } = attended;
        self.stage(stage::PROJECTIONS, at, None, &qkv);
        self.stage(stage::ROTATED, at, Some(Door::Rotation), &[q, k]);
        if let Some([scores, weights]) = map {
            self.stage(stage::SCORES, at, Some(Door::Bias), &[scores]);
            self.stage(stage::ATTENTION, at, None, &[weights]);
        }
        self.stage(stage::MIXED, at, Some(Door::Relative), &[mixed]);
    }

    fn feed_forward(&mut self, layer: usize, x: TensorId) -> Result<TensorId, EngineError> {
        let at = Some(layer);
        let (d, d_ff) = (self.config.d_model, self.config.d_ff);
        let normed = self.norm(format!("norm2.{layer}"), x)?;
        self.stage(stage::NORM, at, None, &[normed]);
        let hidden = format!("ff_hidden.{layer}");
        let hidden = self.project(hidden, normed, format!("w_1.{layer}"), [d, d_ff])?;
        let act = self
            .draft
            .push(format!("ff_act.{layer}"), Gelu, &[hidden])?;
        let out = format!("ff_out.{layer}");
        let out = self.project(out, act, format!("w_2.{layer}"), [d_ff, d])?;
        self.stage(stage::FEED_FORWARD, at, None, &[hidden, act, out]);
        let next = self
            .draft
            .push(format!("x.{}", layer + 1), Add, &[x, out])?;
        self.stage(stage::BLOCK_OUT, at, None, &[next]);
        Ok(next)
    }
}
