//! Attention of a race's models: every door that any of them opens, in one program.

use super::lay::LayerDoors;
use super::network::Network;
use crate::engine::op::{
    Add, AddPositions, GateCount, Interpolate, OffsetScale, Op, Operation, PairMix, PairScores,
    Rotate, RowScores, Skew, Softmax,
};
use crate::engine::{EngineError, TensorId};

/// Queries, keys and values of one layer, \[G * B * n, d_model\].
#[derive(Clone, Copy)]
struct Rows {
    q: TensorId,
    k: TensorId,
    v: TensorId,
}

impl Network<'_> {
    pub(super) fn attention(&mut self, layer: usize, x: TensorId) -> Result<TensorId, EngineError> {
        let mut project =
            |name| self.linear(&format!("{name}.{layer}"), &format!("{name}.{layer}"), x);
        let rows = Rows {
            q: project("q")?,
            k: project("k")?,
            v: project("v")?,
        };
        let scores = self.scores(layer, rows)?;
        let maps = self.weights_of(layer, scores)?;
        let value = self.doors.layers[layer].value;
        let mix = PairMix {
            models: self.size.models,
            sequences: self.size.sequences,
            heads: self.config.heads,
            transpose: false,
            scale: 1.0,
            value: value.is_some(),
        };
        let value = value.unwrap_or(self.shut);
        self.push("mixed", layer, mix, &[maps, rows.v, value])
    }

    fn push(
        &mut self,
        name: &str,
        layer: usize,
        op: impl Operation + Into<Op>,
        inputs: &[TensorId],
    ) -> Result<TensorId, EngineError> {
        self.draft.push(format!("{name}.{layer}"), op, inputs)
    }

    /// Attention weights, dropped and damped; what is looked at is what isn't dropped.
    fn weights_of(&mut self, layer: usize, scores: TensorId) -> Result<TensorId, EngineError> {
        let softmax = Softmax {
            causal: self.config.causal,
        };
        let inputs = [scores, self.valid];
        let mut maps = self.push("attention", layer, softmax, &inputs)?;
        if let Some(factor) = self.doors.weight_factor {
            maps = self.push("attention_damped", layer, OffsetScale, &[maps, factor])?;
        }
        self.maps.push(maps);
        let name = format!("attention_dropped.{layer}");
        self.drop_some(name, maps, self.dropping.attention)
    }

    /// Scores \[G * B * heads, n, n\] with everything that doors 2 to 4 bring.
    fn scores(&mut self, layer: usize, rows: Rows) -> Result<TensorId, EngineError> {
        let own = self.doors.layers[layer];
        let (mut content, mut distance) = (rows.q, rows.q);
        if let Some([u, v]) = self.doors.preference {
            content = self.push("q_content", layer, AddPositions, &[rows.q, u])?;
            distance = self.push("q_distance", layer, AddPositions, &[rows.q, v])?;
        }
        let q = self.turn("q_turned", layer, content, 0)?;
        let k = self.turn("k_turned", layer, rows.k, 1)?;
        let bias = self.doors.bias;
        let op = PairScores {
            bias: bias.is_some(),
            key: own.key.is_some(),
            ..self.plain_scores()
        };
        let [bias, key] = [bias, own.key].map(|door| door.unwrap_or(self.shut));
        let mut scores = self.push("scores", layer, op, &[q, k, bias, key])?;
        if let Some(table) = own.heads_key {
            let met = self.meet("met_by_query", layer, [distance, table], false)?;
            scores = self.push("scores_by_query", layer, Add, &[scores, met])?;
        }
        if let Some(table) = own.heads_query {
            let met = self.meet("met_by_key", layer, [rows.k, table], true)?;
            scores = self.push("scores_by_key", layer, Add, &[scores, met])?;
        }
        if let Some(factor) = self.doors.score_factor {
            scores = self.push("scores_scaled", layer, OffsetScale, &[scores, factor])?;
        }
        if let Some(pairs) = self.doors.pairs {
            scores = self.push("scores_by_pair", layer, AddPositions, &[scores, pairs])?;
        }
        self.count(layer, own, [q, k], scores)
    }

    /// The scores of q and k alone.
    fn plain_scores(&self) -> PairScores {
        PairScores {
            models: self.size.models,
            sequences: self.size.sequences,
            heads: self.config.heads,
            scale: self.config.score_scale(),
            bias: false,
            key: false,
        }
    }

    fn row_scores(&self) -> RowScores {
        RowScores {
            models: self.size.models,
            sequences: self.size.sequences,
            heads: self.config.heads,
            scale: self.config.score_scale(),
        }
    }

    /// What queries, or keys, meet at each pair's offset.
    fn meet(
        &mut self,
        name: &str,
        layer: usize,
        inputs: [TensorId; 2],
        keys: bool,
    ) -> Result<TensorId, EngineError> {
        let op = self.row_scores();
        let by_offset = self.push(&format!("{name}_offsets"), layer, op, &inputs)?;
        let inverse = false;
        self.push(name, layer, Skew { keys, inverse }, &[by_offset])
    }

    /// Adds what queries meet at the positions that they count themselves (CoPE).
    fn count(
        &mut self,
        layer: usize,
        doors: LayerDoors,
        [q, k]: [TensorId; 2],
        scores: TensorId,
    ) -> Result<TensorId, EngineError> {
        let Some(table) = doors.counted else {
            return Ok(scores);
        };
        let (gates, rows) = (self.plain_scores(), self.row_scores());
        let gates = self.push("gates", layer, gates, &[q, k, self.shut, self.shut])?;
        let places = self.push("counted", layer, GateCount, &[gates])?;
        let rows = self.push("counted_rows", layer, rows, &[q, table])?;
        let met = self.push("counted_met", layer, Interpolate, &[rows, places])?;
        self.push("scores_counted", layer, Add, &[scores, met])
    }

    /// Door 2 on queries (0) or keys (1).
    fn turn(
        &mut self,
        name: &str,
        layer: usize,
        x: TensorId,
        which: usize,
    ) -> Result<TensorId, EngineError> {
        let Some((tables, pairing)) = self.doors.rotation else {
            return Ok(x);
        };
        let op = Rotate {
            head_dim: self.config.head_dim(),
            pairing,
            inverse: false,
        };
        self.push(name, layer, op, &[x, tables[which]])
    }
}
