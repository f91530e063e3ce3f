//! The network of a race, from ids to logits: the part that training and tests share.
//!
//! Two pre-norm blocks as a rule (Xiong et al. 2020), with biases, exact GELU, a final norm and a linear head; door 1 is
//! added to the embedding.

use super::doors::DoorNumbers;
use super::dropping::Dropping;
use super::lay::DoorTensors;
use super::{Size, weights};
use crate::encoding::Door;
use crate::engine::op::{Add, AddPositions, Embed, Gelu, LayerNorm, Linear, Scale};
use crate::engine::{EngineError, TensorId};
use crate::model::config::Config;
use crate::model::draft::Draft;
use std::collections::BTreeMap;

/// What keeps a norm's division from zero.
const EPSILON: f64 = 1e-5;

/// Numbers by weight, \[G, ...\]: what training made of them.
pub type Weights = BTreeMap<String, Vec<f32>>;

/// The network in the making.
pub(super) struct Network<'a> {
    pub draft: Draft,
    pub config: &'a Config,
    pub size: &'a Size,
    /// Trained numbers; where there are none, weights start from the seed.
    pub trained: Option<&'a Weights>,
    pub bias_scale: f64,
    pub dropping: Dropping,
    /// The step's key, where anything is dropped.
    pub dropout_key: Option<TensorId>,
    /// How many dropouts there are so far.
    pub dropouts: u32,
    pub doors: DoorTensors,
    /// Stands for a door that is shut.
    pub shut: TensorId,
    pub valid: TensorId,
    /// The attention maps, \[G * B * heads, n, n\] a layer.
    pub maps: Vec<TensorId>,
    /// What goes into the first block and what each block gives, \[G * B * n, d_model\].
    pub outputs: Vec<TensorId>,
    /// Every weight and table by name.
    pub weights: Vec<(String, TensorId)>,
}

impl<'a> Network<'a> {
    /// Lays the doors and builds up to the logits, \[G * B * n, vocabulary\].
    pub fn build(
        config: &'a Config,
        size: &'a Size,
        doors: &DoorNumbers,
        trained: Option<&'a Weights>,
        dropping: Dropping,
    ) -> Result<(Self, TensorId), EngineError> {
        let mut draft = Draft::default();
        let shut = draft.real("door.shut", [1, 1, 1], vec![0.0]);
        let valid = draft.whole("valid", [1], vec![1]);
        let dropout_key = dropping
            .is_on()
            .then(|| draft.whole("dropout.key", [1], vec![0]));
        let mut network = Self {
            draft,
            config,
            size,
            trained,
            bias_scale: doors.bias_scale,
            dropping,
            dropout_key,
            dropouts: 0,
            doors: DoorTensors::default(),
            shut,
            valid,
            maps: Vec::new(),
            outputs: Vec::new(),
            weights: Vec::new(),
        };
        network.lay_doors(doors)?;
        let logits = network.forward()?;
        Ok((network, logits))
    }

    /// The tensors of the doors through which a gradient passes.
    pub fn open_doors(&self) -> Vec<(Door, TensorId)> {
        self.doors.differentiable()
    }

    fn forward(&mut self) -> Result<TensorId, EngineError> {
        for info in weights::weight_list(self.config, self.size) {
            let trained = self.trained.and_then(|trained| trained.get(&info.name));
            let numbers = trained.cloned().unwrap_or_else(|| {
                let first = info.first(self.config.seed);
                first.repeat(self.size.models)
            });
            let axes = [&[self.size.models], info.axes.as_slice()].concat();
            let shape = crate::engine::Shape::new(axes);
            let id = self.draft.weight(&info.name, shape, numbers);
            self.weights.push((info.name, id));
        }
        let rows = self.size.rows();
        let ids = self.draft.whole("ids", [rows], vec![0; rows]);
        let token = self.weight("token");
        let mut x = self.draft.push("embedding", Embed, &[ids, token])?;
        if self.config.scale_embedding {
            let factor = libm::sqrt(self.config.d_model as f64);
            let scaled = Scale { factor };
            x = self.draft.push("embedding.scaled", scaled, &[x])?;
        }
        let doors = self.doors.input.clone();
        for (at, door) in doors.into_iter().enumerate() {
            let name = match at {
                0 => "x.0".to_owned(),
                at => format!("x.0.{at}"),
            };
            x = self.draft.push(name, AddPositions, &[x, door])?;
        }
        x = self.drop_some("x.0.dropped".into(), x, self.dropping.embedding)?;
        self.outputs.push(x);
        for layer in 0..self.config.layers {
            x = self.block(layer, x)?;
            self.outputs.push(x);
        }
        let normed = self.norm("norm", x)?;
        self.linear("logits", "head", normed)
    }

    fn weight(&self, name: &str) -> TensorId {
        let known = self.weights.iter().find(|(own, _)| own == name);
        match known {
            Some((_, id)) => *id,
            None => unreachable!("`{name}` is in the list of weights"),
        }
    }

    fn norm(&mut self, name: &str, x: TensorId) -> Result<TensorId, EngineError> {
        let gain = self.weight(&format!("{name}.gain"));
        let bias = self.weight(&format!("{name}.bias"));
        let op = LayerNorm { epsilon: EPSILON };
        self.draft.push(format!("{name}.out"), op, &[x, gain, bias])
    }

    pub(super) fn linear(
        &mut self,
        output: &str,
        name: &str,
        x: TensorId,
    ) -> Result<TensorId, EngineError> {
        let w = self.weight(&format!("w_{name}"));
        let b = self.weight(&format!("b_{name}"));
        self.draft.push(output, Linear, &[x, w, b])
    }

    fn block(&mut self, layer: usize, x: TensorId) -> Result<TensorId, EngineError> {
        let norm = format!("norm1.{layer}");
        let normed = self.norm(&norm, x)?;
        let mixed = self.attention(layer, normed)?;
        let out = self.linear(
            &format!("attention_out.{layer}"),
            &format!("o.{layer}"),
            mixed,
        )?;
        let name = format!("attention_out_dropped.{layer}");
        let out = self.drop_some(name, out, self.dropping.residual)?;
        let x = self
            .draft
            .push(format!("residual.{layer}"), Add, &[x, out])?;
        let norm = format!("norm2.{layer}");
        let normed = self.norm(&norm, x)?;
        let hidden = self.linear(&format!("ff_hidden.{layer}"), &format!("1.{layer}"), normed)?;
        let act = self
            .draft
            .push(format!("ff_act.{layer}"), Gelu, &[hidden])?;
        let out = self.linear(&format!("ff_out.{layer}"), &format!("2.{layer}"), act)?;
        let name = format!("ff_out_dropped.{layer}");
        let out = self.drop_some(name, out, self.dropping.residual)?;
        self.draft.push(format!("x.{}", layer + 1), Add, &[x, out])
    }
}
