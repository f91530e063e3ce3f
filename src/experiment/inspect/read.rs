//! Reading the few numbers of a run that an arithmetic needs.

use crate::engine::{EngineError, Run};
use crate::experiment::Side;

/// One row of the tensor called `name`; empty where the program has none.
pub(super) async fn row(run: &Run, name: &str, row: usize) -> Result<Vec<f32>, EngineError> {
    match run.program().find(name) {
        Some(id) => Ok(run.read_rows(id, row..row + 1).await?.values),
        None => Ok(Vec::new()),
    }
}

/// One head's part of a row of \[n, heads * head_dim\].
pub(super) async fn head_row(
    side: &Side,
    name: &str,
    at: usize,
    head: usize,
) -> Result<Vec<f32>, EngineError> {
    let head_dim = side.config.head_dim();
    let row = row(&side.run, name, at).await?;
    Ok(row
        .into_iter()
        .skip(head * head_dim)
        .take(head_dim)
        .collect())
}

/// What door 3 adds to the score of a pair: by pair, or by the row that the pair looks up.
pub(super) async fn bias(
    side: &Side,
    layer: usize,
    [head, query, key]: [usize; 3],
) -> Result<f64, EngineError> {
    let program = side.run.program();
    let content = format!("content_bias.{layer}");
    let name = match program.find(&content) {
        Some(_) => content.as_str(),
        None => "door.bias",
    };
    let Some(id) = program.find(name) else {
        return Ok(0.0);
    };
    match *program.info(id).shape.axes() {
        [heads, queries, keys] => {
            let place = |axis: usize, at: usize| if axis == 1 { 0 } else { at };
            let at = place(heads, head) * queries + place(queries, query);
            let row = row(&side.run, name, at).await?;
            Ok(f64::from(row[place(keys, key)]))
        }
        _ => by_row(side, ["door.bias", "door.index"], [head, query, key]).await,
    }
}

/// The factor on the weight of a pair; `None` where the scheme has none.
pub(super) async fn damping(
    side: &Side,
    [head, query, key]: [usize; 3],
) -> Result<Option<f64>, EngineError> {
    let names = ["door.damping", "door.damping.index"];
    match side.run.program().find(names[0]) {
        Some(_) => by_row(side, names, [head, query, key]).await.map(Some),
        None => Ok(None),
    }
}

/// The number that a pair looks up in a table \[heads | 1, rows\]; 0 past its end.
async fn by_row(
    side: &Side,
    [table, index]: [&str; 2],
    [head, query, key]: [usize; 3],
) -> Result<f64, EngineError> {
    let rows = looked_up(side, index, query).await?;
    let heads = side.run.program().find(table);
    let heads = heads.map_or(1, |id| side.run.program().info(id).shape.rows());
    let table = row(&side.run, table, head.min(heads - 1)).await?;
    Ok(table.get(rows[key]).copied().map_or(0.0, f64::from))
}

/// The row that one query looks up with each key, whatever form the index has: see `engine::op::lookup`.
async fn looked_up(side: &Side, name: &str, query: usize) -> Result<Vec<usize>, EngineError> {
    let n = side.sentence.len();
    let Some(id) = side.run.program().find(name) else {
        return Ok(vec![0; n]);
    };
    let place = |rows: &[f32], at: usize| rows[at.min(rows.len() - 1)] as usize;
    match *side.run.program().info(id).shape.axes() {
        [rows, _] => {
            let row = row(&side.run, name, query.min(rows - 1)).await?;
            Ok((0..n).map(|key| place(&row, key)).collect())
        }
        _ => {
            let all = row(&side.run, name, 0).await?;
            Ok((0..n).map(|key| place(&all, key + n - 1 - query)).collect())
        }
    }
}

/// One query's rows of scores and weights; `None` where this head's map was not made.
pub(super) async fn map_rows(
    side: &Side,
    layer: usize,
    head: usize,
    query: usize,
) -> Result<Option<[Vec<f32>; 2]>, EngineError> {
    let Some(place) = side.built.look.place(layer, head) else {
        return Ok(None);
    };
    let at = place * side.sentence.len() + query;
    let scores = row(&side.run, &format!("scores.{layer}"), at).await?;
    let weights = row(&side.run, &format!("attention.{layer}"), at).await?;
    Ok(Some([scores, weights]))
}

/// Door 4 as one query of one head meets it.
pub(super) struct Relative {
    rows: usize,
    width: usize,
    /// The columns of a row that belong to this head.
    columns: std::ops::Range<usize>,
    planes: Vec<f32>,
    index: Vec<usize>,
}

impl Relative {
    pub async fn read(side: &Side, head: usize, query: usize) -> Result<Self, EngineError> {
        let head_dim = side.config.head_dim();
        let planes = match side.run.program().find("door.relative") {
            Some(id) => Some(side.run.read(id).await?),
            None => None,
        };
        let width = planes.as_ref().map_or(head_dim, |t| t.shape.width());
        let first = if width == head_dim {
            0
        } else {
            head * head_dim
        };
        Ok(Self {
            rows: planes.as_ref().map_or(0, |t| t.shape.axes()[1]),
            width,
            columns: first..first + head_dim,
            index: looked_up(side, "door.index", query).await?,
            planes: planes.map(|t| t.values).unwrap_or_default(),
        })
    }

    /// What the query meets: query . key\[row\].
    pub fn meets_query(&self, query: &[f32], key: usize) -> f64 {
        dot(query, self.vector(0, key))
    }

    /// What the key meets: key . query\[row\].
    pub fn meets_key(&self, key_row: &[f32], key: usize) -> f64 {
        dot(key_row, self.vector(1, key))
    }

    /// What door 4 adds to the product of query and key.
    pub fn meets(&self, query: &[f32], key_row: &[f32], key: usize) -> f64 {
        self.meets_query(query, key) + self.meets_key(key_row, key)
    }

    /// What door 4 adds to the value of `key` in one dimension of the head.
    pub fn value(&self, key: usize, dimension: usize) -> f32 {
        self.vector(2, key).get(dimension).copied().unwrap_or(0.0)
    }

    /// The vector of a plane (key, query, value) that the query and `key` look up; empty past the table's rows.
    fn vector(&self, plane: usize, key: usize) -> &[f32] {
        let row = self.index[key];
        if row >= self.rows {
            return &[];
        }
        &self.planes[(plane * self.rows + row) * self.width..][self.columns.clone()]
    }
}

pub(super) fn dot(a: &[f32], b: &[f32]) -> f64 {
    let products = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b));
    products.sum()
}
