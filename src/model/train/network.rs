//! The network of a race, from ids to logits: the part that training and tests share.
//!
//! Two pre-norm blocks as a rule (Xiong et al. 2020), with biases, exact GELU, a final norm and a linear head; door 1 is
//! added to the embedding.

use super::doors::{DoorNumbers, Stacked, Table};
use super::{Size, weights};
use crate::encoding::{Door, Pairing};
use crate::engine::op::{
    Add, AddPositions, Embed, Gelu, LayerNorm, Linear, PairMix, PairScores, Pairs, Rotate, Scale,
    Softmax,
};
use crate::engine::{EngineError, TensorId};
use crate::model::config::Config;
use crate::model::draft::Draft;
use std::collections::BTreeMap;

/// What keeps a norm's division from zero.
const EPSILON: f64 = 1e-5;

/// A bias table stores an eighth of the bias. Adam moves any number by about the learning rate a step, and a bias has farther
/// to go than a weight: without the factor it can't leave ±0.5 within a few hundred steps, and T5 looks worse than it is.
const BIAS_SCALE: f64 = 8.0;

/// Numbers by weight, \[G, ...\]: what training made of them.
pub type Weights = BTreeMap<String, Vec<f32>>;

/// Where the doors of all models stand in the program; none where no model opens one.
#[derive(Clone, Debug, Default)]
struct DoorTensors {
    input: Option<TensorId>,
    rotation: Option<(TensorId, Pairs)>,
    bias: Option<TensorId>,
    /// By layer.
    key: Vec<Option<TensorId>>,
    value: Vec<Option<TensorId>>,
}

/// The network in the making.
pub(super) struct Network<'a> {
    pub draft: Draft,
    config: &'a Config,
    size: &'a Size,
    /// Trained numbers; where there are none, weights start from the seed.
    trained: Option<&'a Weights>,
    doors: DoorTensors,
    /// Stands for a door that is shut.
    shut: TensorId,
    valid: TensorId,
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
    ) -> Result<(Self, TensorId), EngineError> {
        let mut draft = Draft::default();
        let shut = draft.real("door.shut", [1, 1, 1], vec![0.0]);
        let valid = draft.whole("valid", [1], vec![1]);
        let mut network = Self {
            draft,
            config,
            size,
            trained,
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
        let DoorTensors {
            input, bias, key, ..
        } = &self.doors;
        let relative = key.iter().chain(&self.doors.value);
        let relative = relative.map(|id| (Door::Relative, id));
        [(Door::Input, input), (Door::Bias, bias)]
            .into_iter()
            .chain(relative)
            .filter_map(|(door, id)| Some((door, (*id)?)))
            .collect()
    }

    fn lay_doors(&mut self, doors: &DoorNumbers) -> Result<(), EngineError> {
        let (n, models) = (self.size.tokens, self.size.models);
        let (d, heads) = (self.config.d_model, self.config.heads);
        for table in &doors.tables {
            self.lay_table(table);
        }
        self.doors.input = self.lay_stacked("input", &doors.input, [n, d], 1.0)?;
        let offsets = 2 * n - 1;
        self.doors.bias = self.lay_stacked("bias", &doors.bias, [offsets, heads], BIAS_SCALE)?;
        self.doors.rotation = doors.rotation.as_ref().map(|turning| {
            let axes = [models, n, turning.pairs, 2];
            let pairs = match turning.pairing {
                Pairing::HalfSplit => Pairs::HalfSplit,
                Pairing::Interleaved => Pairs::Interleaved,
            };
            let table = turning.table.clone();
            (self.draft.real("door.rotation", axes, table), pairs)
        });
        for layer in 0..self.config.layers {
            let key = self.lay_relative(&format!("key.{layer}"), "key", doors.key.as_ref())?;
            self.doors.key.push(key);
            let value = format!("value.{layer}");
            let value = self.lay_relative(&value, "value", doors.value.as_ref())?;
            self.doors.value.push(value);
        }
        Ok(())
    }

    fn lay_table(&mut self, table: &Table) {
        let axes = [self.size.models, table.rows, table.width];
        let trained = self.trained.and_then(|trained| trained.get(&table.name));
        let numbers = trained.cloned();
        let numbers = numbers.unwrap_or_else(|| table.first(self.config.seed));
        let id = self.draft.weight(&table.name, axes, numbers);
        self.weights.push((table.name.clone(), id));
    }

    /// One door, \[G, len, width\]: fixed numbers plus `scale` times the rows of `table.NAME`.
    fn lay_stacked(
        &mut self,
        name: &str,
        door: &Stacked,
        [len, width]: [usize; 2],
        scale: f64,
    ) -> Result<Option<TensorId>, EngineError> {
        let models = self.size.models;
        let fixed = door.fixed.as_ref().map(|numbers| {
            let name = format!("door.{name}.fixed");
            self.draft
                .real(&name, [models, len, width], numbers.clone())
        });
        let Some(rows) = &door.rows else {
            return Ok(fixed);
        };
        let looked_up = format!("door.{name}.learned");
        let mut door = self.look_up(&looked_up, name, name, rows, len)?;
        if scale != 1.0 {
            let name = format!("door.{name}.scaled");
            door = self.draft.push(name, Scale { factor: scale }, &[door])?;
        }
        match fixed {
            Some(fixed) => {
                let sum = self
                    .draft
                    .push(format!("door.{name}"), Add, &[door, fixed])?;
                Ok(Some(sum))
            }
            None => Ok(Some(door)),
        }
    }

    fn lay_relative(
        &mut self,
        name: &str,
        ids: &str,
        rows: Option<&Vec<u32>>,
    ) -> Result<Option<TensorId>, EngineError> {
        let Some(rows) = rows else {
            return Ok(None);
        };
        let len = 2 * self.size.tokens - 1;
        let door = self.look_up(&format!("door.{name}"), name, ids, rows, len)?;
        Ok(Some(door))
    }

    /// Rows `rows.IDS` of `table.TABLE`, \[G, len, width\].
    fn look_up(
        &mut self,
        name: &str,
        table: &str,
        ids: &str,
        rows: &[u32],
        len: usize,
    ) -> Result<TensorId, EngineError> {
        let axes = [self.size.models, len];
        let ids = self
            .draft
            .whole(&format!("rows.{ids}"), axes, rows.to_vec());
        let table = format!("table.{table}");
        let known = self.weights.iter().find(|(name, _)| *name == table);
        let table = known.map_or(self.shut, |(_, id)| *id);
        self.draft.push(name, Embed, &[ids, table])
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
        if let Some(door) = self.doors.input {
            x = self.draft.push("x.0", AddPositions, &[x, door])?;
        }
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

    fn linear(&mut self, output: &str, name: &str, x: TensorId) -> Result<TensorId, EngineError> {
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
        self.draft.push(format!("x.{}", layer + 1), Add, &[x, out])
    }

    fn attention(&mut self, layer: usize, x: TensorId) -> Result<TensorId, EngineError> {
        let mut project =
            |name| self.linear(&format!("{name}.{layer}"), &format!("{name}.{layer}"), x);
        let [q, k, v] = [project("q")?, project("k")?, project("v")?];
        let q = self.turn(&format!("q_turned.{layer}"), q)?;
        let k = self.turn(&format!("k_turned.{layer}"), k)?;
        let (bias, key, value) = (
            self.doors.bias,
            self.doors.key[layer],
            self.doors.value[layer],
        );
        let Size {
            models, sequences, ..
        } = *self.size;
        let scores = PairScores {
            models,
            sequences,
            heads: self.config.heads,
            scale: self.config.score_scale(),
            bias: bias.is_some(),
            key: key.is_some(),
        };
        let [bias, key] = [bias, key].map(|door| door.unwrap_or(self.shut));
        let scores = self
            .draft
            .push(format!("scores.{layer}"), scores, &[q, k, bias, key])?;
        let softmax = Softmax {
            causal: self.config.causal,
        };
        let maps = self
            .draft
            .push(format!("attention.{layer}"), softmax, &[scores, self.valid])?;
        self.maps.push(maps);
        let mix = PairMix {
            models,
            sequences,
            heads: self.config.heads,
            transpose: false,
            scale: 1.0,
            value: value.is_some(),
        };
        let value = value.unwrap_or(self.shut);
        self.draft
            .push(format!("mixed.{layer}"), mix, &[maps, v, value])
    }

    /// Door 2 on queries or keys.
    fn turn(&mut self, name: &str, x: TensorId) -> Result<TensorId, EngineError> {
        let Some((table, pairing)) = self.doors.rotation else {
            return Ok(x);
        };
        let op = Rotate {
            head_dim: self.config.head_dim(),
            pairing,
            inverse: false,
        };
        self.draft.push(name, op, &[x, table])
    }
}
