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

/// One cell of a table whose axes may each be 1; 0 where the program has none.
pub(super) async fn cell(run: &Run, name: &str, at: [usize; 3]) -> Result<f64, EngineError> {
    let Some(id) = run.program().find(name) else {
        return Ok(0.0);
    };
    let axes = run.program().info(id).shape.axes();
    let place = |axis: usize| if axes[axis] == 1 { 0 } else { at[axis] };
    let row = row(run, name, place(0) * axes[1] + place(1)).await?;
    Ok(f64::from(row[place(2)]))
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

/// Door 4 as one query meets it.
pub(super) struct Relative {
    rows: usize,
    head_dim: usize,
    planes: Vec<f32>,
    index: Vec<f32>,
}

impl Relative {
    pub async fn read(run: &Run, query: usize) -> Result<Self, EngineError> {
        let program = run.program();
        let ids = [program.find("door.relative"), program.find("door.index")];
        let [Some(planes), Some(index)] = ids else {
            return Ok(Self {
                rows: 0,
                head_dim: 0,
                planes: Vec::new(),
                index: vec![0.0],
            });
        };
        let planes = run.read(planes).await?;
        let at = query.min(program.info(index).shape.rows() - 1);
        Ok(Self {
            rows: planes.shape.axes()[1],
            head_dim: planes.shape.width(),
            index: run.read_rows(index, at..at + 1).await?.values,
            planes: planes.values,
        })
    }

    /// What door 4 adds to the product of query and key.
    pub fn meets(&self, query: &[f32], key_row: &[f32], key: usize) -> f64 {
        dot(query, self.vector(0, key)) + dot(key_row, self.vector(1, key))
    }

    /// What door 4 adds to the value of `key` in one dimension of the head.
    pub fn value(&self, key: usize, dimension: usize) -> f32 {
        self.vector(2, key).get(dimension).copied().unwrap_or(0.0)
    }

    /// The vector of a plane (key, query, value) that the query and `key` look up; empty past the table's rows.
    fn vector(&self, plane: usize, key: usize) -> &[f32] {
        let row = self.index[key.min(self.index.len() - 1)] as usize;
        if row >= self.rows {
            return &[];
        }
        &self.planes[(plane * self.rows + row) * self.head_dim..][..self.head_dim]
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    let products = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b));
    products.sum()
}
