//! Laying the doors: slots and tables become the tensors that attention reads.

use super::doors::DoorNumbers;
use super::learned::{Table, fire};
use super::network::Network;
use super::slot::{Slot, Stacked};
use crate::encoding::{Door, Pairing};
use crate::engine::op::{Add, DistanceKernel, Embed, Linear, Pairs, Scale};
use crate::engine::{Data, EngineError, Shape, TensorId};

/// Where the doors of all models stand in the program; none where no model opens one.
#[derive(Clone, Debug, Default)]
pub(super) struct DoorTensors {
    /// Each joins the embedding.
    pub input: Vec<TensorId>,
    /// For queries and for keys.
    pub rotation: Option<([TensorId; 2], Pairs)>,
    /// \[G, 2n - 1, heads\].
    pub bias: Option<TensorId>,
    /// \[G, heads * n * n\].
    pub pairs: Option<TensorId>,
    /// u and v, \[G, 1, d_model\].
    pub preference: Option<[TensorId; 2]>,
    pub score_factor: Option<TensorId>,
    pub weight_factor: Option<TensorId>,
    /// By layer.
    pub layers: Vec<LayerDoors>,
}

/// Doors of one layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LayerDoors {
    pub key: Option<TensorId>,
    pub value: Option<TensorId>,
    pub heads_key: Option<TensorId>,
    pub heads_query: Option<TensorId>,
    pub counted: Option<TensorId>,
}

impl DoorTensors {
    /// Those through which a gradient passes.
    pub fn differentiable(&self) -> Vec<(Door, TensorId)> {
        let input = self.input.iter().map(|id| (Door::Input, *id));
        let bias = [self.bias, self.pairs].into_iter().flatten();
        let layers = self.layers.iter().flat_map(|layer| {
            let LayerDoors {
                key,
                value,
                heads_key,
                heads_query,
                counted,
            } = *layer;
            [key, value, heads_key, heads_query, counted]
        });
        let relative = self.preference.into_iter().flatten();
        let relative = relative.chain(layers.flatten());
        input
            .chain(bias.map(|id| (Door::Bias, id)))
            .chain(relative.map(|id| (Door::Relative, id)))
            .collect()
    }
}

impl Network<'_> {
    pub(super) fn lay_doors(&mut self, doors: &DoorNumbers) -> Result<(), EngineError> {
        for table in &doors.tables {
            self.lay_table(table);
        }
        self.doors.input = self.lay_input(doors)?;
        self.doors.rotation = self.lay_rotation(doors);
        self.doors.bias = self.lay_bias(doors)?;
        self.doors.pairs = self.lay_pairs(doors)?;
        if let Some(stacked) = doors.get(Slot::Preference) {
            let [u, v] = ["u", "v"];
            self.doors.preference = Some([
                self.look_up("door.u".into(), u.into(), stacked)?,
                self.look_up("door.v".into(), v.into(), stacked)?,
            ]);
        }
        let n = self.size.tokens;
        for (slot, to) in [(Slot::ScoreFactor, 0), (Slot::WeightFactor, 1)] {
            let id = self.feed(doors, slot, &[2 * n - 1]);
            match to {
                0 => self.doors.score_factor = id,
                _ => self.doors.weight_factor = id,
            }
        }
        for layer in 0..self.config.layers {
            let own = self.lay_layer(doors, layer)?;
            self.doors.layers.push(own);
        }
        Ok(())
    }

    fn lay_table(&mut self, table: &Table) {
        let axes = [&[self.size.models], table.axes.as_slice()].concat();
        let trained = self.trained.and_then(|trained| trained.get(&table.name));
        let numbers = trained.cloned();
        let numbers = numbers.unwrap_or_else(|| table.first(self.config.seed));
        let id = self.draft.weight(&table.name, Shape::new(axes), numbers);
        self.weights.push((table.name.clone(), id));
    }

    /// A slot's tensor, \[G, ...\] with these axes of each model's part; none where no model uses it.
    fn feed(&mut self, doors: &DoorNumbers, slot: Slot, axes: &[usize]) -> Option<TensorId> {
        let stacked = doors.get(slot)?;
        Some(self.feed_stacked(stacked, axes))
    }

    fn feed_stacked(&mut self, stacked: &Stacked, axes: &[usize]) -> TensorId {
        let shape = Shape::new([&[self.size.models], axes].concat());
        let name = stacked.slot.name();
        match &stacked.numbers {
            Data::Real(values) => self.draft.real(name, shape, values.clone()),
            Data::Whole(values) => self.draft.whole(name, shape, values.clone()),
        }
    }

    /// The rows that a slot names, of `table.TABLE`.
    fn look_up(
        &mut self,
        name: String,
        table: String,
        stacked: &Stacked,
    ) -> Result<TensorId, EngineError> {
        let len = stacked.numbers.len() / self.size.models;
        let ids = self.feed_stacked(stacked, &[len]);
        let table = self.table(&table);
        self.draft.push(name, Embed, &[ids, table])
    }

    fn table(&self, stem: &str) -> TensorId {
        let name = format!("table.{stem}");
        let known = self.weights.iter().find(|(own, _)| *own == name);
        // A slot of rows without a table names rows that no table has: zeros.
        known.map_or(self.shut, |(_, id)| *id)
    }

    fn lay_input(&mut self, doors: &DoorNumbers) -> Result<Vec<TensorId>, EngineError> {
        let axes = [self.size.tokens, self.config.d_model];
        let fixed = self.feed(doors, Slot::Input, &axes);
        let learned = match doors.get(Slot::InputRows) {
            Some(rows) => Some(self.look_up("door.input.learned".into(), "input".into(), rows)?),
            None => None,
        };
        let whole = self.sum("door.input", [fixed, learned])?;
        let patches = match doors.get(Slot::PatchRows) {
            Some(rows) => Some(self.look_up("door.patches".into(), "patches".into(), rows)?),
            None => None,
        };
        Ok([whole, patches].into_iter().flatten().collect())
    }

    /// The sum of what there is of several tensors of one size.
    fn sum<const N: usize>(
        &mut self,
        name: &str,
        parts: [Option<TensorId>; N],
    ) -> Result<Option<TensorId>, EngineError> {
        let mut parts = parts.into_iter().flatten();
        let Some(mut sum) = parts.next() else {
            return Ok(None);
        };
        for (at, part) in parts.enumerate() {
            let name = match at {
                0 => name.to_owned(),
                at => format!("{name}.{at}"),
            };
            sum = self.draft.push(name, Add, &[sum, part])?;
        }
        Ok(Some(sum))
    }

    fn lay_rotation(&mut self, doors: &DoorNumbers) -> Option<([TensorId; 2], Pairs)> {
        let turning = doors.turning?;
        let axes = [self.size.tokens, turning.pairs, 2];
        let queries = self.feed(doors, Slot::QueryTurn, &axes)?;
        let keys = self.feed(doors, Slot::KeyTurn, &axes).unwrap_or(queries);
        let pairs = match turning.pairing {
            Pairing::HalfSplit => Pairs::HalfSplit,
            Pairing::Interleaved => Pairs::Interleaved,
        };
        Some(([queries, keys], pairs))
    }

    fn lay_bias(&mut self, doors: &DoorNumbers) -> Result<Option<TensorId>, EngineError> {
        let (n, heads) = (self.size.tokens, self.config.heads);
        let fixed = self.feed(doors, Slot::Bias, &[2 * n - 1, heads]);
        let learned = match doors.get(Slot::BiasRows) {
            Some(rows) => {
                let rows = self.look_up("door.bias.learned".into(), "bias".into(), rows)?;
                Some(self.enlarge("door.bias.scaled", rows)?)
            }
            None => None,
        };
        let kernel = match self.feed(doors, Slot::Kernel, &[]) {
            Some(kind) => {
                let (op, table) = (DistanceKernel { tokens: n }, self.table("kernel"));
                Some(self.draft.push("door.bias.kernel", op, &[table, kind])?)
            }
            None => None,
        };
        self.sum("door.bias", [learned, fixed, kernel])
    }

    /// Times the factor of tables that hold biases.
    fn enlarge(&mut self, name: &str, rows: TensorId) -> Result<TensorId, EngineError> {
        let factor = self.bias_scale;
        if factor == 1.0 {
            return Ok(rows);
        }
        self.draft.push(name, Scale { factor }, &[rows])
    }

    /// What depends on pairs.
    fn lay_pairs(&mut self, doors: &DoorNumbers) -> Result<Option<TensorId>, EngineError> {
        let network = match self.feed(doors, Slot::Positions, &[self.size.tokens]) {
            Some(positions) => {
                let (op, table) = (fire(self.config.heads), self.table("fire"));
                Some(
                    self.draft
                        .push("door.pairs.fire", op, &[table, positions])?,
                )
            }
            None => None,
        };
        let window = match doors.get(Slot::WindowRows) {
            Some(rows) => {
                let rows = self.look_up("door.window".into(), "window".into(), rows)?;
                Some(self.enlarge("door.window.scaled", rows)?)
            }
            None => None,
        };
        match (network, window) {
            (Some(network), Some(window)) => {
                let op = crate::engine::op::AddPositions;
                let both = self.draft.push("door.pairs", op, &[network, window])?;
                Ok(Some(both))
            }
            (network, window) => Ok(network.or(window)),
        }
    }

    fn lay_layer(&mut self, doors: &DoorNumbers, layer: usize) -> Result<LayerDoors, EngineError> {
        let mut of = |slot: Slot, stem: &str| match doors.get(slot) {
            Some(rows) => {
                let name = format!("{stem}.{layer}");
                self.look_up(format!("door.{name}"), name, rows).map(Some)
            }
            None => Ok(None),
        };
        let key = of(Slot::KeyRows, "key")?;
        let value = of(Slot::ValueRows, "value")?;
        let heads_key = of(Slot::HeadsKeyRows, "heads_key")?;
        let heads_query = of(Slot::HeadsQueryRows, "heads_query")?;
        let counted = of(Slot::CountedRows, "counted")?;
        let distances = self.project_distances(doors, layer)?;
        // The projection's gradient wants rows as it made them, so it stands first.
        let heads_key = self.sum(&format!("door.relative.{layer}"), [distances, heads_key])?;
        Ok(LayerDoors {
            key,
            value,
            heads_key,
            heads_query,
            counted,
        })
    }

    /// R = W_kR times the sinusoids of the distances, \[G * (2n - 1), d_model\].
    fn project_distances(
        &mut self,
        doors: &DoorNumbers,
        layer: usize,
    ) -> Result<Option<TensorId>, EngineError> {
        let Some(stacked) = doors.get(Slot::Distances) else {
            return Ok(None);
        };
        let Data::Real(values) = &stacked.numbers else {
            return Ok(None);
        };
        let d = self.config.d_model;
        let shape = [values.len() / d, d];
        let distances = self.draft.real(stacked.slot.name(), shape, values.clone());
        let table = self.table(&format!("r.{layer}"));
        let none = self.draft.real("no_bias", [1, 1], vec![0.0]);
        let inputs = [distances, table, none];
        let name = format!("door.distances.{layer}");
        self.draft.push(name, Linear, &inputs).map(Some)
    }
}
