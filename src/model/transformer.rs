//! The tiny Transformer as a program: embedding, blocks, a last norm, and the mean of the rows.
//!
//! Pre-norm, as GPT-2 and everything since (Radford et al. 2019). Rows are tokens: every tensor but the maps is
//! \[n, something\]. The weights are the same whatever the encoding; only the doors differ.

use super::block::Builder;
use super::config::{AddAt, Config};
use super::heads::{Heads, Look};
use super::sentence::Sentence;
use super::stage::{self, Stage};
use super::weights;
use super::wire::lay_input;
use crate::encoding::{Door, Doors};
use crate::engine::op::{Add, Embed, MeanPool, Scale};
use crate::engine::{EngineError, Feeds, Program, TensorId};
use std::rc::Rc;

/// A model ready to run.
#[derive(Clone, Debug)]
pub struct Built {
    /// The program.
    pub program: Rc<Program>,
    /// Its weights and inputs.
    pub feeds: Rc<Feeds<f32>>,
    /// The program as a learner reads it.
    pub stages: Vec<Stage>,
    /// The feeds that belong to the model, not to the sentence.
    pub weights: Vec<TensorId>,
    /// Which maps it makes.
    pub look: Look,
    /// The output rows, \[n, d_model\].
    pub output: TensorId,
    /// Their mean, \[1, d_model\].
    pub pooled: TensorId,
    /// The factor on every product of query and key.
    pub scale: f64,
}

/// Builds the model for one sentence.
///
/// # Errors
/// [`EngineError::Shape`] where the doors were opened for other sizes than the configuration's.
pub fn transformer(
    config: &Config,
    doors: &Doors,
    sentence: &Sentence,
    look: Look,
) -> Result<Built, EngineError> {
    // A factor on the weights has no streaming form, so then every map is made.
    let look = match doors.damping {
        Some(_) => Look::Everything,
        None => look,
    };
    let mut builder = Builder::new(config, look);
    let (mut x, inside) = embed(&mut builder, doors, sentence)?;
    let positions = &sentence.positions;
    let valid = sentence.valid();
    let heads = Heads::lay(&mut builder.draft, config, doors, positions, valid)?;
    for layer in 0..config.layers {
        let inside = inside.filter(|_| layer == 0);
        x = builder.block(layer, x, &heads, inside)?;
    }
    let output = builder.norm("output".into(), x)?;
    builder.stage(stage::FINAL_NORM, None, None, &[output]);
    let pooled = builder
        .draft
        .push("pooled", MeanPool, &[output, heads.valid])?;
    builder.stage(stage::POOLED, None, None, &[pooled]);
    Ok(Built {
        program: Rc::new(builder.draft.program),
        feeds: Rc::new(builder.draft.feeds),
        stages: builder.stages,
        weights: builder.draft.weights,
        look,
        output,
        pooled,
        scale: heads.scale,
    })
}

/// Ids to the residual stream; also gives what is to be added inside the first block.
fn embed(
    builder: &mut Builder<'_>,
    doors: &Doors,
    sentence: &Sentence,
) -> Result<(TensorId, Option<TensorId>), EngineError> {
    let config = builder.config;
    let (distinct, rows) = sentence.vocabulary();
    let table = distinct.iter().flat_map(|token| match token {
        Some(token) => weights::embedding(config, token),
        None => vec![0.0; config.d_model],
    });
    let table = table.collect();
    let draft = &mut builder.draft;
    // The table holds only the rows in use, so an id here is a row of it.
    let ids = draft.whole("ids", [sentence.len()], rows);
    let table = draft.weight("embedding_table", [distinct.len(), config.d_model], table);
    let mut x = draft.push("embedding", Embed, &[ids, table])?;
    builder.stage(stage::IDS, None, None, &[ids]);
    builder.stage(stage::EMBEDDING, None, None, &[x]);
    if config.scale_embedding {
        let factor = libm::sqrt(config.d_model as f64);
        x = builder
            .draft
            .push("embedding_scaled", Scale { factor }, &[x])?;
        builder.stage(stage::SCALED, None, None, &[x]);
    }
    let nothing = builder.draft.weight("nothing_added", [1, 1], vec![0.0]);
    let input = match config.add {
        AddAt::Nowhere => nothing,
        AddAt::BeforeNorm | AddAt::AfterNorm => {
            let door = doors.input.as_ref();
            lay_input(
                &mut builder.draft,
                door,
                &sentence.positions,
                config.naive_trig,
            )?
        }
    };
    let (before, inside) = match config.add {
        AddAt::AfterNorm => (nothing, Some(input)),
        AddAt::BeforeNorm | AddAt::Nowhere => (input, None),
    };
    x = builder.draft.push("x", Add, &[x, before])?;
    if inside.is_none() {
        builder.stage(stage::POSITION, None, Some(Door::Input), &[x]);
    }
    Ok((x, inside))
}
