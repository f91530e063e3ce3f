//! A training step in f64, for tests that take its numbers apart.

use poslab::engine::Feeds;
use poslab::experiment::request::TrainRequest;
use poslab::experiment::train::{Plan, Purpose, batch};
use poslab::model::train::{DoorNumbers, Optimiser, Size, Trainer, trainer};
use serde_json::Value;

/// What `lab.train` would plan for this request.
pub fn plan(request: Value) -> Plan {
    let request: TrainRequest = serde_json::from_value(request).expect("a request");
    request.plan().expect("an allowed request")
}

/// A training step of a plan with gradients clipped to `clip`, fed with a batch from the stream called `name`.
pub fn step_of(plan: &Plan, clip: Option<f64>, name: &str) -> (Trainer, Feeds<f64>) {
    let size = Size {
        models: plan.entrants.len(),
        sequences: plan.batch,
        tokens: plan.length,
        vocabulary: plan.task.vocabulary(),
    };
    let learned: Vec<_> = (plan.entrants.iter().map(|e| e.learned(&plan.config))).collect();
    let opened = plan.open(0).expect("doors");
    let doors = DoorNumbers::stack(&opened, &learned, &plan.config).expect("doors");
    let optimiser = Optimiser {
        clip,
        table_rate: 1.0,
        dropping: plan.dropping,
    };
    let trainer = trainer(&plan.config, &size, &doors, optimiser).expect("a program");
    let (n, count) = (plan.length, plan.batch);
    let drawn = batch(plan.task, (3, name), Purpose::Train, n, count);
    let mut feeds = trainer.feeds.widen();
    feeds.whole(trainer.ids, drawn.ids.repeat(size.models));
    feeds.whole(trainer.targets, drawn.targets.repeat(size.models));
    (trainer, feeds)
}
