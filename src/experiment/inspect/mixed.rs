//! The arithmetic behind a cell of the weighted sum.

use super::read::{Relative, map_rows, row};
use crate::engine::EngineError;
use crate::experiment::Side;

/// A cell of the weighted sum: which values were mixed, and how much of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixture {
    /// One term for each key.
    pub terms: Vec<Term>,
    /// Their sum.
    pub sum: f64,
    /// The number that the run holds.
    pub shown: f32,
}

/// One term of a weighted sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The attention weight of this key.
    pub weight: f32,
    /// The key's value in this dimension.
    pub value: f32,
    /// weight * value.
    pub product: f64,
}

/// The arithmetic of a cell of the weighted sum, column `column` of \[n, d_model\]; `None` where its head's map was not
/// made.
///
/// # Errors
/// [`EngineError::Device`] where the GPU is gone.
pub async fn mixed_cell(
    side: &Side,
    layer: usize,
    query: usize,
    column: usize,
) -> Result<Option<Mixture>, EngineError> {
    let head_dim = side.config.head_dim();
    let Some([_, weights]) = map_rows(side, layer, column / head_dim, query).await? else {
        return Ok(None);
    };
    let values = column_of(side, &format!("v.{layer}"), column).await?;
    let relative = Relative::read(side, column / head_dim, query).await?;
    let terms = weights.iter().zip(&values).enumerate();
    let terms = terms.map(|(key, (weight, value))| {
        let value = value + relative.value(key, column % head_dim);
        Term {
            weight: *weight,
            value,
            product: f64::from(*weight) * f64::from(value),
        }
    });
    let terms: Vec<Term> = terms.collect();
    let shown = row(&side.run, &format!("mixed.{layer}"), query).await?[column];
    Ok(Some(Mixture {
        sum: terms.iter().map(|term| term.product).sum(),
        terms,
        shown,
    }))
}

async fn column_of(side: &Side, name: &str, column: usize) -> Result<Vec<f32>, EngineError> {
    let Some(id) = side.built.program.find(name) else {
        return Ok(Vec::new());
    };
    let tensor = side.run.read(id).await?;
    let rows = tensor.values.chunks_exact(tensor.shape.width());
    Ok(rows.map(|row| row[column]).collect())
}
