//! A race that is kept: a safetensors file with the weights of every model, and what came out in its metadata.
//!
//! The weights have the names and the orientation that a PyTorch module's would (`names`), each after its model:
//! `rope.layers.0.attention.query.weight`, \[out, in\]. Metadata: `link` opens the race on the page; `poslab` is what only this
//! program reads, its curves and scores.

mod names;

use super::exam::Score;
use super::race::Point;
use super::remedy::{Factor, Remedy};
use super::snapshot::Snapshot;
use crate::engine::{Shape, Tensor};
use crate::language::Said;
use crate::model::train::Entrant;
use names::{Kind, kind, outward};
use safetensors::{Dtype, SafeTensors, View};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Scores under a remedy.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// The remedy.
    pub remedy: Remedy,
    /// By length, and then by seed.
    pub scores: Vec<Vec<Score>>,
}

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The query of the link that opens the race.
    pub link: String,
    /// How it stands, by seed.
    pub heats: Vec<Snapshot>,
    /// What the tests gave.
    pub tests: Vec<Tested>,
    /// Seconds of training.
    pub seconds: f64,
}

/// What the metadata say besides the link.
#[derive(Serialize, Deserialize)]
struct Told {
    seconds: f64,
    models: Vec<String>,
    heats: Vec<Heat>,
    tests: Vec<(String, Factor, Vec<Vec<Score>>)>,
    /// Names of this program's own, with the axes of one model.
    numbers: Vec<(String, Vec<usize>)>,
}

#[derive(Serialize, Deserialize)]
struct Heat {
    taken: usize,
    steps: usize,
    curve: Vec<Point>,
}

/// Most numbers of one tensor that a file may announce.
const MOST_NUMBERS: usize = 1 << 26;

/// One model's tensor on its way into a file.
struct Out {
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl View for Out {
    fn dtype(&self) -> Dtype {
        Dtype::F32
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.bytes)
    }

    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

impl Kept {
    /// The file. `means` says whether Adam's running means join it, which triples it and lets the race train on as if it had
    /// never stopped.
    ///
    /// # Errors
    /// A sentence where the numbers can't be written.
    pub fn write(&self, entrants: &[Entrant], means: bool) -> Result<Vec<u8>, Said> {
        let models = model_names(entrants);
        let mut tensors = Vec::new();
        let mut numbers = Vec::new();
        for (at, heat) in self.heats.iter().enumerate() {
            let own = heat.numbers.iter();
            for (name, tensor) in own.filter(|(name, _)| means || kind(name) == Kind::Weight) {
                let axes = tensor.shape.axes().get(1..).unwrap_or_default().to_vec();
                for (model, values) in models.iter().zip(parts(tensor, models.len())) {
                    if names::is_table(name) && values.iter().all(|v| *v == 0.0) {
                        continue;
                    }
                    let file_name = self.file_name(at, model, name);
                    let (shape, values) = names::turn(name, &axes, values);
                    let bytes = values.iter().flat_map(|v| v.to_le_bytes()).collect();
                    tensors.push((file_name, Out { shape, bytes }));
                }
                if at == 0 {
                    numbers.push((name.clone(), axes));
                }
            }
        }
        let told = serde_json::to_string(&self.told(models, numbers)).map_err(|_| unwritable())?;
        let metadata = [
            ("format", "pt".to_owned()),
            ("link", self.link.clone()),
            ("poslab", told),
        ];
        let metadata = metadata.map(|(name, value)| (name.to_owned(), value));
        let file = safetensors::serialize(tensors, Some(metadata.into_iter().collect()));
        file.map_err(|_| unwritable())
    }

    fn told(&self, models: Vec<String>, numbers: Vec<(String, Vec<usize>)>) -> Told {
        let heat = |heat: &Snapshot| Heat {
            taken: heat.taken,
            steps: heat.steps,
            // JSON has no word for a loss that isn't finite.
            curve: heat
                .curve
                .iter()
                .filter(|p| p.is_finite())
                .cloned()
                .collect(),
        };
        let tested = |tested: &Tested| {
            let Tested { remedy, scores } = tested;
            (remedy.kind().to_owned(), remedy.factor(), scores.clone())
        };
        Told {
            seconds: self.seconds,
            models,
            heats: self.heats.iter().map(heat).collect(),
            tests: self.tests.iter().map(tested).collect(),
            numbers,
        }
    }

    /// `rope.layers.0.attention.query.weight`; with several seeds, `seed_2.rope...` for the second.
    fn file_name(&self, heat: usize, model: &str, name: &str) -> String {
        tensor_name((self.heats.len(), heat), model, name)
    }

    /// Reads a file that [`Kept::write`] wrote.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn read(file: &[u8]) -> Result<Self, Said> {
        let (_, metadata) = SafeTensors::read_metadata(file).map_err(|_| no_safetensors())?;
        let words = metadata.metadata().as_ref();
        let word = |name: &str| words.and_then(|words| words.get(name));
        let (Some(link), Some(told)) = (word("link"), word("poslab")) else {
            return Err(not_ours());
        };
        let told: Told = serde_json::from_str(told).map_err(|_| not_ours())?;
        let tensors = SafeTensors::deserialize(file).map_err(|_| no_safetensors())?;
        let count = told.heats.len();
        if count == 0 || told.models.is_empty() {
            return Err(not_ours());
        }
        let mut heats = Vec::with_capacity(count);
        for (at, heat) in told.heats.into_iter().enumerate() {
            let mut numbers = BTreeMap::new();
            for (name, axes) in &told.numbers {
                let file_name = |model: &String| tensor_name((count, at), model, name);
                let names = told.models.iter().map(file_name);
                numbers.insert(name.clone(), stack(&tensors, names, name, axes)?);
            }
            heats.push(Snapshot {
                taken: heat.taken,
                steps: heat.steps,
                curve: heat.curve,
                numbers,
            });
        }
        let tested = |(kind, factor, scores): (String, Factor, Vec<Vec<Score>>)| {
            let remedy = Remedy::new(&kind, factor)?;
            Some(Tested { remedy, scores })
        };
        Ok(Self {
            link: link.clone(),
            heats,
            tests: told.tests.into_iter().filter_map(tested).collect(),
            seconds: told.seconds,
        })
    }
}

fn tensor_name((heats, heat): (usize, usize), model: &str, name: &str) -> String {
    let own = outward(name);
    match heats {
        1 => format!("{model}.{own}"),
        _ => format!("seed_{}.{model}.{own}", heat + 1),
    }
}

/// Each model's numbers.
fn parts(tensor: &Tensor, models: usize) -> impl Iterator<Item = &[f32]> {
    let len = (tensor.values.len() / models.max(1)).max(1);
    tensor.values.chunks_exact(len)
}

/// Puts the models' parts of one tensor side by side again. A table that a model doesn't have is zeros.
fn stack(
    file: &SafeTensors<'_>,
    names: impl Iterator<Item = String>,
    own: &str,
    axes: &[usize],
) -> Result<Tensor, Said> {
    let len = Shape::new(axes).len();
    if len > MOST_NUMBERS {
        return Err(not_ours());
    }
    let (mut values, mut models) = (Vec::new(), 0);
    for name in names {
        models += 1;
        let Ok(view) = file.tensor(&name) else {
            if !names::is_table(own) {
                return Err(not_ours());
            }
            values.resize(values.len() + len, 0.0);
            continue;
        };
        if view.dtype() != Dtype::F32 || view.data().len() != 4 * len {
            return Err(not_ours());
        }
        let (bytes, _) = view.data().as_chunks::<4>();
        let numbers: Vec<f32> = bytes.iter().map(|b| f32::from_le_bytes(*b)).collect();
        values.extend(names::turn_back(own, axes, &numbers));
    }
    let shape = Shape::new([&[models], axes].concat());
    Ok(Tensor { shape, values })
}

/// What each model is called in a file: its scheme, numbered where a scheme races against itself.
fn model_names(entrants: &[Entrant]) -> Vec<String> {
    let name = |(at, entrant): (usize, &Entrant)| {
        let id = entrant.scheme.id();
        match entrants[..at]
            .iter()
            .filter(|e| e.scheme.id() == id)
            .count()
        {
            0 => id.to_owned(),
            before => format!("{id}_{}", before + 1),
        }
    };
    entrants.iter().enumerate().map(name).collect()
}

fn no_safetensors() -> Said {
    Said::new(
        "这个文件不是完整的 safetensors，读不出来",
        "This is no whole safetensors file",
    )
}

fn not_ours() -> Said {
    Said::new(
        "这个 safetensors 里的权重不是在这里练出来并存下的",
        "The weights in this safetensors file weren’t trained and saved here",
    )
}

fn unwritable() -> Said {
    Said::new(
        "权重没能写成文件",
        "The weights could not be written as a file",
    )
}
