//! How long the engine takes on this machine.

use super::check;
use super::scalar::Scalar;
use super::scheme::SchemeRequest;
use super::train::TrainRequest;
use crate::encoding::{Ask, Doors, Values, find};
use crate::engine::{Engine, Feeds, Program, TensorId};
use crate::experiment::train::{MOST_MODELS, Plan, Race};
use crate::experiment::{MOST_TOKENS, Trouble};
use crate::language::Said;
use crate::model::{Config, attention_layer, door_tensors, tables};
use crate::refusal::Refusal;
use serde::Deserialize;
use std::rc::Rc;

/// Asks for the time of a workload.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchRequest {
    /// "encode": the sinusoidal table, \[n, d\], or whatever the doors of `scheme` hold. "attention": projections, rotation, causal attention, output projection.
    /// "train_step": one optimiser step, with d_ff = 4 d and 64 ids, positions as sinusoids.
    pub workload: String,
    /// Rows.
    pub n: Scalar,
    /// Width; the model's default where it isn't given.
    pub d: Option<Scalar>,
    /// Heads; the model's default where it isn't given.
    pub heads: Option<Scalar>,
    /// Blocks of "train_step"; 2 where they aren't given.
    pub layers: Option<Scalar>,
    /// Sequences of "train_step"; 32 where they aren't given.
    pub batch: Option<Scalar>,
    /// Models of "train_step", 1 to 8; 1 where it isn't given.
    pub models: Option<Scalar>,
    /// The encoding that "encode" opens anew in each run, with everything that attention would read of it.
    pub scheme: Option<SchemeRequest>,
    /// Timed runs; 10 where it isn't given.
    pub runs: Option<Scalar>,
}

/// The times of the runs, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Their median.
    pub median_ms: f64,
    /// The shortest.
    pub min_ms: f64,
    /// The longest.
    pub max_ms: f64,
    /// How many there were.
    pub runs: usize,
    /// Bytes of what the doors of a `scheme` hold.
    pub bytes: Option<u64>,
}

/// Runs ahead of the timed ones, which build pipelines and warm caches.
const WARM_UPS: usize = 2;
/// Most rows of "encode".
const MOST_ROWS: usize = 1 << 16;
/// Most timed runs.
const MOST_RUNS: usize = 1_000;

struct Workload {
    program: Rc<Program>,
    feeds: Rc<Feeds<f32>>,
    output: TensorId,
}

impl BenchRequest {
    /// Times the workload by `now`, a clock in milliseconds. A run is over when the last row of its result was read.
    ///
    /// # Errors
    /// [`Trouble::Refused`] names the property, what was given and what is allowed.
    pub async fn run(&self, engine: &Engine, now: impl Fn() -> f64) -> Result<Timing, Trouble> {
        let runs = check::count("runs", self.runs.as_ref(), 10, MOST_RUNS)?;
        if self.workload == "train_step" {
            return self.train(engine, now, runs).await;
        }
        if let Some(scheme) = &self.scheme {
            return self.doors(scheme, engine, now, runs).await;
        }
        let workload = self.workload()?;
        timed(runs, now, async || {
            let run = engine.run(&workload.program, &workload.feeds).await?;
            let last = run.program().info(workload.output).shape.rows() - 1;
            run.read_rows(workload.output, last..last + 1).await?;
            Ok(())
        })
        .await
    }

    /// Times an encoding: its doors are opened, and what they hold is computed; a run is over when the last row of every
    /// tensor was read.
    async fn doors(
        &self,
        scheme: &SchemeRequest,
        engine: &Engine,
        now: impl Fn() -> f64,
        runs: usize,
    ) -> Result<Timing, Trouble> {
        if self.workload != "encode" {
            let allowed = Said::new("只能和 encode 一起给", "it goes with encode only");
            return Err(Refusal::new("scheme", &scheme.id, allowed).into());
        }
        let (ask, config) = self.ask()?;
        let mut bytes = 0;
        let timing = timed(runs, now, async || {
            let doors = scheme.open(&ask).await?;
            let built = door_tensors(&config, &doors, &ask.positions)?;
            let run = engine.run(&built.program, &built.feeds).await?;
            let info = |id: &TensorId| run.program().info(*id);
            for id in &built.tensors {
                let last = info(id).shape.rows() - 1;
                run.read_rows(*id, last..last + 1).await?;
            }
            bytes = built.tensors.iter().map(|id| info(id).shape.bytes()).sum();
            Ok(())
        })
        .await?;
        Ok(Timing {
            bytes: Some(bytes),
            ..timing
        })
    }

    fn ask(&self) -> Result<(Ask, Config), Refusal> {
        let n = check::count("n", Some(&self.n), 1, MOST_TOKENS)?;
        let config = self.config()?;
        config.check()?;
        Ok((ask(n, &config), config))
    }

    fn config(&self) -> Result<Config, Refusal> {
        Ok(Config {
            d_model: check::whole("d_model", self.d.as_ref())?,
            heads: check::whole("heads", self.heads.as_ref())?,
            causal: true,
            ..Config::default()
        })
    }

    /// Times optimiser steps; one is over when its loss was read.
    async fn train(
        &self,
        engine: &Engine,
        now: impl Fn() -> f64,
        runs: usize,
    ) -> Result<Timing, Trouble> {
        let mut race = Race::new(engine, self.plan(WARM_UPS + runs)?)?;
        timed(runs, now, async || {
            race.step().await?;
            race.loss().await?;
            Ok(())
        })
        .await
    }

    /// A race of equal models on a task of 64 ids.
    fn plan(&self, steps: usize) -> Result<Plan, Refusal> {
        let scheme = SchemeRequest {
            id: "sinusoidal".into(),
            ..SchemeRequest::default()
        };
        let models = check::count("models", self.models.as_ref(), 1, MOST_MODELS)?;
        let d = check::whole("d_model", self.d.as_ref())?;
        let given = [
            ("d_model", self.d.clone()),
            ("heads", self.heads.clone()),
            ("layers", self.layers.clone()),
            ("d_ff", Some(Scalar::Number(4.0 * d as f64))),
        ];
        let model = given.into_iter();
        let model = model.filter_map(|(name, given)| Some((name.to_owned(), given?)));
        let request = TrainRequest {
            model: model.collect(),
            batch: self.batch.clone(),
            ..TrainRequest::new(
                "sort",
                vec![scheme; models],
                self.n.clone(),
                Scalar::Number(steps as f64),
            )
        };
        request.plan()
    }

    fn workload(&self) -> Result<Workload, Trouble> {
        let most = if self.workload == "encode" {
            MOST_ROWS
        } else {
            MOST_TOKENS
        };
        let n = check::count("n", Some(&self.n), 1, most)?;
        let config = self.config()?;
        match self.workload.as_str() {
            "encode" => Ok(encode(n, &config)?),
            "attention" => {
                config.check()?;
                let built = attention_layer(&config, &doors("rope", n, &config)?, n)?;
                Ok(Workload {
                    program: built.program,
                    feeds: built.feeds,
                    output: built.output,
                })
            }
            other => Err(unknown(other).into()),
        }
    }
}

fn ask(n: usize, config: &Config) -> Ask {
    Ask {
        positions: (0..n as i32).collect(),
        d_model: config.d_model,
        heads: config.heads,
        seed: config.seed,
    }
}

fn doors(scheme: &str, n: usize, config: &Config) -> Result<Doors, Refusal> {
    match find(scheme) {
        Some(scheme) => scheme.open(&ask(n, config), &Values::defaults(scheme.parameters())),
        None => Ok(Doors::default()),
    }
}

fn encode(n: usize, config: &Config) -> Result<Workload, Trouble> {
    let positions: Vec<i32> = (0..n as i32).collect();
    let tables = tables(&doors("sinusoidal", n, config)?, &positions, false)?;
    match tables.input {
        Some(output) => Ok(Workload {
            program: tables.program,
            feeds: tables.feeds,
            output,
        }),
        None => unreachable!("the sinusoidal scheme opens door 1"),
    }
}

fn unknown(workload: &str) -> Refusal {
    let allowed = Said::new(
        "可以是 encode、attention、train_step",
        "encode, attention and train_step are allowed",
    );
    Refusal::new("workload", workload, allowed)
}

/// Runs `once` for warming up and then `runs` times, each of which is timed.
async fn timed(
    runs: usize,
    now: impl Fn() -> f64,
    mut once: impl AsyncFnMut() -> Result<(), Trouble>,
) -> Result<Timing, Trouble> {
    let mut times = Vec::with_capacity(runs);
    for turn in 0..WARM_UPS + runs {
        let start = now();
        once().await?;
        if turn >= WARM_UPS {
            times.push(now() - start);
        }
    }
    Ok(timing(times))
}

fn timing(mut times: Vec<f64>) -> Timing {
    times.sort_by(f64::total_cmp);
    let runs = times.len();
    Timing {
        median_ms: (times[(runs - 1) / 2] + times[runs / 2]) / 2.0,
        min_ms: times[0],
        max_ms: times[runs - 1],
        runs,
        bytes: None,
    }
}
