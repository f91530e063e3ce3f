//! The page's race: the line-up and the settings of the link, as a plan.
//!
//! The model is that of the measured reference: width 32, 4 heads, 2 layers, feed-forward 64, 32 sequences a step, Adam at 0.004.

use super::lineup::{self, Entry};
use super::property::{Group, PROPERTIES, Property};
use super::request::{Scalar, SchemeRequest, TrainRequest};
use super::state::State;
use super::train::{Plan, task};
use crate::refusal::Refusal;
use std::collections::BTreeMap;

/// What may race, each an entry of a line-up: the encodings that training covers.
pub const RACERS: &[&str] = &[
    "none",
    "sinusoidal",
    "learned",
    "dynamic",
    "table",
    "rope",
    "alibi",
    "alibi:direction=split",
    "t5",
    "kerple",
    "fire",
    "distance_decay",
    "shaw",
    "transformer_xl",
    "deberta",
    "cope",
    "xpos",
    "hybrid",
    "content_gate",
    "sinusoidal_2d",
    "learned_2d",
    "rope_2d",
    "swin_2d",
];

/// The race that the state asks for.
///
/// # Errors
/// A [`Refusal`] that names the property of the link.
pub fn race_plan(state: &State) -> Result<Plan, Refusal> {
    let task_id = state.choice("task");
    let number = |name: &str| Scalar::Number(state.whole(name) as f64);
    let real = |name: &str| Scalar::Number(state.real(name));
    let entries = lineup::parse_racers(&state.get("racers"))?;
    let request = TrainRequest {
        task: task_id.to_owned(),
        k: (task_id == "back_k").then(|| number("back")),
        schemes: entries.iter().map(scheme).collect(),
        model: mask(state),
        length: number("train_length"),
        steps: number("train_steps"),
        batch: None,
        learning_rate: None,
        seed: Some(number("seed")),
        evaluate_at: None,
        evaluate_scaling: Vec::new(),
        random_start: Some(number("random_start")),
        precision: Some(Scalar::Text(state.get("precision"))),
        warm_up: None,
        clip: None,
        position_lr: Some(real("position_lr")),
        bias_scale: Some(real("bias_scale")),
        dropout_embedding: Some(real("dropout_embedding")),
        dropout_attention: Some(real("dropout_attention")),
        dropout_residual: Some(real("dropout_residual")),
    };
    request.plan().map_err(named_as_in_the_link)
}

/// A causal task whose mask was left out on purpose sees both ways.
fn mask(state: &State) -> BTreeMap<String, Scalar> {
    match leaks(state) {
        true => BTreeMap::from([("causal".to_owned(), Scalar::Text("0".into()))]),
        false => BTreeMap::new(),
    }
}

/// Whether the chosen task has a mask that can be left out: whether it is causal.
pub fn can_leak(state: &State) -> bool {
    task(state.choice("task")).is_ok_and(|task| task.causal())
}

/// Whether the future leaks into the race that the state asks for.
pub fn leaks(state: &State) -> bool {
    state.flag("leak") && can_leak(state)
}

/// How many seeds the race is run under.
pub fn race_seeds(state: &State) -> usize {
    state.choice("seeds").parse().unwrap_or(1)
}

/// The names of the properties that a race follows from.
pub fn race_properties() -> impl Iterator<Item = &'static str> {
    let own = PROPERTIES.iter().filter(|row| row.group == Group::Race);
    own.map(Property::name).chain(["seed", "precision"])
}

/// The query of the link that opens the race which the state asks for, and nothing else of the state.
pub fn race_link(state: &State) -> String {
    let mut own = State::default();
    for name in race_properties().chain(["view"]) {
        // What the state holds, another takes.
        let _taken = own.set(name, &state.get(name));
    }
    own.query()
}

fn scheme(entry: &Entry) -> SchemeRequest {
    let given = entry.scheme.parameters().iter().filter_map(|parameter| {
        let value = entry.values.get(parameter.name)?;
        let differs = *value != parameter.default_value();
        differs.then(|| (parameter.name.to_owned(), Scalar::Text(value.write())))
    });
    SchemeRequest {
        id: entry.scheme.id().to_owned(),
        parameters: given.collect(),
    }
}

/// The link's names for what a request names otherwise: several encodings have a `length` of their own.
fn named_as_in_the_link(refusal: Refusal) -> Refusal {
    let property = match refusal.property.as_str() {
        "length" => "train_length".to_owned(),
        "steps" => "train_steps".to_owned(),
        "schemes" => "racers".to_owned(),
        "k" => "back".to_owned(),
        _ => refusal.property.clone(),
    };
    Refusal {
        property,
        ..refusal
    }
}

#[cfg(test)]
mod tests {
    use super::{RACERS, State, leaks, race_link, race_plan, race_seeds};

    #[test]
    fn the_default_is_the_reference_setting() {
        let plan = race_plan(&State::default()).expect("it is allowed");
        assert_eq!((plan.length, plan.steps, plan.batch), (16, 300, 32));
        assert_eq!((plan.config.d_model, plan.config.heads), (32, 4));
        assert_eq!((plan.config.layers, plan.config.d_ff), (2, 64));
        assert_eq!(plan.task.id(), "role");
    }

    #[test]
    fn whatever_may_race_can_be_trained() {
        for racer in RACERS {
            let mut state = State::default();
            state
                .set("racers", &format!("none,{racer}"))
                .expect("a line-up");
            assert!(race_plan(&state).is_ok(), "{racer}");
        }
    }

    #[test]
    fn a_link_holds_the_race_alone() {
        let query = "?view=race&task=next&leak=1&lang=en&theme=dark&scheme=rope&base=100&seeds=3";
        let (state, refused) = State::from_query(query);
        assert!(refused.is_empty());
        let link = race_link(&state);
        assert_eq!(link, "view=race&task=next&seeds=3&leak=1");
        let (again, _) = State::from_query(&link);
        assert_eq!(race_link(&again), link);
        assert_eq!(race_seeds(&again), 3);
    }

    #[test]
    fn only_a_mask_that_is_there_can_be_left_out() {
        let plan = |query: &str| {
            let (state, _) = State::from_query(query);
            race_plan(&state).expect("it is allowed").config.causal
        };
        assert!(plan("task=next"));
        assert!(!plan("task=next&leak=1"));
        assert!(!plan("task=role") && !plan("task=role&leak=1"));
        assert!(!leaks(&State::from_query("task=role&leak=1").0));
    }

    #[test]
    fn refusals_name_the_link_s_properties() {
        let mut state = State::default();
        state.set("task", "role").expect("a task");
        state
            .set("train_length", "4")
            .expect("in the table's range");
        let small = "none,swin_2d:rows=1;columns=3";
        state.set("racers", small).expect("a line-up");
        let refusal = race_plan(&state).expect_err("four words on three patches");
        assert_eq!(refusal.property, "position");
        assert!(state.set("racers", "rope").is_err(), "one is no race");
    }
}
