//! Every operation's gradient against central differences in f64, on generated operands.

mod common;

use common::twin::cases;
use poslab::engine::op::{
    Add, CrossEntropy, Dice, Gelu, LayerNorm, Linear, Listed, Op, Sample, Scale,
};
use poslab::engine::{
    Data, Element, Engine, EngineError, Feeds, Program, Real, TensorId, TensorInfo, backward, cpu,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Operations that no training program differentiates: those of the model that only looks, and gradients themselves.
const WITHOUT: &[&str] = &[
    "adam_mean",
    "adam_square",
    "adam_step",
    "asked",
    "attention",
    "count",
    "cross_entropy_gradient",
    "damp",
    "distance_kernel_gradient",
    "embed_gradient",
    "fire_gradient",
    "gate",
    "gate_count_gradient",
    "gelu_gradient",
    "grow",
    "hits",
    "interpolate_rows",
    "interpolate_slope",
    "layer_norm_gradient",
    "linear_input",
    "linear_weight",
    "matmul",
    "mean_pool",
    "normalize",
    "offset_mix",
    "offset_sum",
    "product_sum",
    "rotation",
    "row_gather",
    "row_mix",
    "scores",
    "sinusoid",
    "softmax_gradient",
    "square_sum",
    "sum",
    "weighted_sum",
];

/// Real operands that are constants where their operation is used: (operation, operand).
const CONSTANT: &[(&str, &str)] = &[
    ("fire", "positions"),
    ("offset_scale", "factor"),
    ("rotate", "table"),
];

/// A step of the difference quotient, and what it may differ from the gradient, relative to 1 + |gradient|.
const STEP: f64 = 2e-5;
const TOLERANCE: f64 = 1e-6;

/// Numbers of an operand whose slope is measured.
const PROBES: usize = 12;

/// An operation with its gradients, from a weighted sum of its output.
struct Case {
    program: Rc<Program>,
    feeds: Feeds<f64>,
    output: TensorId,
    weights: Vec<f64>,
    /// Operands and their gradients.
    gradients: Vec<(TensorId, TensorId)>,
}

impl Case {
    fn new(sample: &Sample, dice: &mut Dice) -> Result<Self, EngineError> {
        let mut program = Program::new();
        let mut feeds = Feeds::new();
        let mut inputs = Vec::new();
        for (info, data) in &sample.inputs {
            let id = program.feed(&info.name, info.shape.clone(), info.element);
            match data {
                Data::Real(values) => feeds.real(id, widen(values)),
                Data::Whole(values) => feeds.whole(id, values.clone()),
            }
            inputs.push(id);
        }
        let output = program.push_any("output", sample.op.clone(), &inputs)?;
        let shape = program.info(output).shape.clone();
        let (_, weights) = dice.normal("weights", shape.clone());
        let seed = program.feed("weights", shape, Element::Real);
        let weights = widen(weights.real());
        feeds.real(seed, weights.clone());
        let constant = |id: &TensorId| {
            let name = program.info(*id).name.as_str();
            CONSTANT.contains(&(sample.op.name(), name))
        };
        inputs.retain(|id| program.info(*id).element == Element::Real && !constant(id));
        let made = backward(&mut program, &[(output, seed)], &inputs)?;
        Ok(Self {
            program: Rc::new(program),
            feeds,
            output,
            weights,
            gradients: inputs.into_iter().zip(made).collect(),
        })
    }

    /// The weighted sum of the output, with number `at` of an operand moved.
    fn loss(&self, operand: TensorId, at: usize, by: f64) -> f64 {
        let mut feeds = self.feeds.clone();
        let mut values = feeds.get(operand).expect("fed").real().to_vec();
        values[at] += by;
        feeds.real(operand, values);
        let run = cpu::run(&self.program, &Rc::new(feeds)).expect("it runs");
        let output = run.data(self.output).real().iter();
        output
            .zip(&self.weights)
            .map(|(y, weight)| y * weight)
            .sum()
    }

    /// Five points: the error falls with the fourth power of the step.
    fn slope(&self, operand: TensorId, at: usize) -> f64 {
        let apart = |by| self.loss(operand, at, by) - self.loss(operand, at, -by);
        (8.0 * apart(STEP) - apart(2.0 * STEP)) / (12.0 * STEP)
    }

    fn check(&self, op: &Op, dice: &mut Dice) -> Result<(), TestCaseError> {
        let run = cpu::run(&self.program, &Rc::new(self.feeds.clone())).expect("it runs");
        for (operand, gradient) in &self.gradients {
            let info = self.program.info(*operand);
            prop_assert_eq!(&self.program.info(*gradient).shape, &info.shape);
            let values = run.data(*gradient).real();
            for _ in 0..PROBES {
                let at = dice.below(values.len());
                let (value, slope) = (values[at], self.slope(*operand, at));
                prop_assert!(
                    (value - slope).abs() <= TOLERANCE * (1.0 + value.abs()),
                    "{op:?}: d {}[{at}] is {value}, not {slope}",
                    info.name
                );
            }
        }
        Ok(())
    }
}

fn widen(values: &[f32]) -> Vec<f64> {
    values.iter().map(|v| f64::from(*v)).collect()
}

fn check(op: &Listed) {
    let sizes = prop_oneof![1..4usize, 1..14usize];
    let result = cases(48).run(&(any::<u64>(), sizes), |(seed, size)| {
        let mut dice = Dice::new(seed, size);
        let sample = (op.sample)(&mut dice);
        let case = Case::new(&sample, &mut dice);
        let case = case.map_err(|error| TestCaseError::fail(error.to_string()))?;
        case.check(&sample.op, &mut dice)
    });
    if let Err(error) = result {
        panic!("{}: {error}", op.name);
    }
}

#[test]
fn every_gradient_is_the_slope() {
    let with = Op::LIST.iter().filter(|op| !WITHOUT.contains(&op.name));
    let checked = with.map(check).count();
    assert_eq!(checked + WITHOUT.len(), Op::LIST.len());
}

/// Enough rows for the sums over them to be cut in slices, which generated operands are too small for.
#[test]
fn sums_over_many_rows_are_slopes_too() {
    let (models, rows, k, m) = (2, 192, 6, 5);
    let mut dice = Dice::new(11, 8);
    let linear = vec![
        dice.normal("x", [models * rows, k]),
        dice.normal("w", [models, k, m]),
        dice.normal("b", [models, m]),
    ];
    let norm = vec![
        dice.normal("x", [models * rows, k]),
        dice.normal("gain", [models, k]),
        dice.normal("bias", [models, k]),
    ];
    let epsilon = 1e-5;
    let ops: [(Op, _); 2] = [
        (Linear.into(), linear),
        (LayerNorm { epsilon }.into(), norm),
    ];
    for (op, inputs) in ops {
        let sample = Sample {
            op,
            inputs,
            tolerance: 1e-5,
        };
        let case = Case::new(&sample, &mut dice).expect("gradients");
        let sliced = case
            .program
            .tensors()
            .iter()
            .any(|info| info.name.ends_with(".parts"));
        assert!(sliced, "{}: no sum is cut in slices", sample.op.name());
        case.check(&sample.op, &mut dice).expect("slopes");
    }
}

#[test]
fn operations_without_a_gradient_say_so() {
    for op in Op::LIST.iter().filter(|op| WITHOUT.contains(&op.name)) {
        let mut dice = Dice::new(3, 6);
        let sample = (op.sample)(&mut dice);
        let real = sample
            .inputs
            .iter()
            .any(|(info, _)| info.element == Element::Real);
        match Case::new(&sample, &mut dice) {
            Err(EngineError::NoGradient { op: name, .. }) => assert_eq!(name, op.name),
            other => assert!(!real, "{} has a gradient: {}", op.name, other.is_ok()),
        }
    }
}

/// y = gelu(2 a + b) + a + gelu(2 a + b), where a reaches y on three ways.
fn branching() -> (Program, [TensorId; 4]) {
    let mut program = Program::new();
    let [a, b, seed] = ["a", "b", "seed"].map(|name| program.feed(name, [2, 3], Element::Real));
    let mut push = |name: &str, op: Op, inputs: &[TensorId]| {
        program.push_any(name, op, inputs).expect("shapes that fit")
    };
    let doubled = push("doubled", Scale { factor: 2.0 }.into(), &[a]);
    let inner = push("inner", Add.into(), &[doubled, b]);
    let bent = push("bent", Gelu.into(), &[inner]);
    let once = push("once", Add.into(), &[bent, a]);
    let y = push("y", Add.into(), &[once, bent]);
    (program, [a, b, seed, y])
}

#[test]
fn what_reaches_a_tensor_on_several_ways_is_added() {
    let (mut program, [a, b, seed, y]) = branching();
    let made = backward(&mut program, &[(y, seed)], &[a, b]).expect("gradients");
    assert_eq!(program.find("d.a"), Some(made[0]), "the sum has the name");
    let values = [
        [0.3, -0.7, 1.1, 0.0, 2.0, -3.0],
        [0.5, 0.1, -0.2, 0.4, -1.0, 0.6],
    ];
    let mut feeds = Feeds::new();
    feeds.real(a, values[0].to_vec());
    feeds.real(b, values[1].to_vec());
    feeds.real(seed, vec![1.0; 6]);
    let run = cpu::run(&Rc::new(program), &Rc::new(feeds)).expect("it runs");
    for (i, (a, b)) in values[0].iter().zip(&values[1]).enumerate() {
        let x: f64 = 2.0 * a + b;
        let slope = 0.5 * (1.0 + Real::erf(x / 2f64.sqrt()))
            + x * (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
        let [da, db] = [made[0], made[1]].map(|id| run.data(id).real()[i]);
        assert!((da - (4.0 * slope + 1.0)).abs() < 1e-12, "d a[{i}]: {da}");
        assert!((db - 2.0 * slope).abs() < 1e-12, "d b[{i}]: {db}");
    }
}

#[test]
fn only_what_leads_to_the_wanted_tensor_is_walked() {
    let (mut program, [_, b, seed, y]) = branching();
    let before = program.steps().len();
    backward(&mut program, &[(y, seed)], &[b]).expect("gradients");
    let added: BTreeMap<_, _> = program.steps()[before..]
        .iter()
        .map(|step| (program.info(step.output).name.as_str(), step.op.name()))
        .collect();
    // y's two ways to `bent` join, then gelu; nothing of a's.
    assert_eq!(
        added,
        [("d.bent", "add"), ("d.inner", "gelu_gradient")].into()
    );
}

#[test]
fn a_tensor_that_nothing_depends_on_has_no_gradient() {
    let (mut program, [_, _, seed, y]) = branching();
    let idle = program.feed("idle", [1], Element::Real);
    let error = backward(&mut program, &[(y, seed)], &[idle]).expect_err("no way leads there");
    assert_eq!(error, EngineError::Unreached("idle".into()));
}

#[test]
fn the_exceptions_name_operations() {
    let names: BTreeSet<_> = Op::LIST.iter().map(|op| op.name).collect();
    let named = WITHOUT.iter().chain(CONSTANT.iter().map(|(op, _)| op));
    for name in named {
        assert!(names.contains(name), "{name} is no operation");
    }
}

/// Two models of a linear layer, a layer norm and a loss, with enough rows for sums in slices.
fn small_training() -> (Rc<Program>, Rc<Feeds<f32>>, Vec<TensorId>) {
    let (models, rows, d, classes) = (2, 192, 8, 5);
    let mut dice = Dice::new(21, 8);
    let mut program = Program::new();
    let mut feeds = Feeds::new();
    let mut feed = |program: &mut Program, (info, data): (TensorInfo, Data<f32>)| {
        let id = program.feed(info.name, info.shape, info.element);
        match data {
            Data::Real(values) => feeds.real(id, values),
            Data::Whole(values) => feeds.whole(id, values),
        }
        id
    };
    let x = feed(&mut program, dice.normal("x", [models * rows, d]));
    let gain = feed(&mut program, dice.normal("gain", [models, d]));
    let bias = feed(&mut program, dice.normal("bias", [models, d]));
    let w = feed(&mut program, dice.normal("w", [models, d, classes]));
    let b = feed(&mut program, dice.normal("b", [models, classes]));
    let targets = feed(&mut program, dice.targets(models * rows, classes));
    let seed = feed(&mut program, dice.normal("seed", [models]));
    let mut push = |name: &str, op: Op, inputs: &[TensorId]| {
        program.push_any(name, op, inputs).expect("shapes that fit")
    };
    let normal = push(
        "normal",
        LayerNorm { epsilon: 1e-5 }.into(),
        &[x, gain, bias],
    );
    let logits = push("logits", Linear.into(), &[normal, w, b]);
    let loss = push("loss", CrossEntropy { models }.into(), &[logits, targets]);
    let of = [x, gain, bias, w, b];
    let mut wanted = backward(&mut program, &[(loss, seed)], &of).expect("gradients");
    wanted.push(loss);
    (Rc::new(program), Rc::new(feeds), wanted)
}

fn same_bits_twice(engine: &Engine) {
    let (program, feeds, wanted) = small_training();
    let run = || {
        let run = pollster::block_on(engine.run(&program, &feeds)).expect("it runs");
        let tensors = pollster::block_on(run.read_all(&wanted)).expect("it reads");
        let values = tensors.into_iter().flat_map(|tensor| tensor.values);
        values.map(f32::to_bits).collect::<Vec<_>>()
    };
    let first = run();
    assert!(first.iter().any(|bits| *bits != 0), "gradients are zero");
    assert_eq!(run(), first, "on the {}", engine.kind());
}

#[test]
fn the_same_feeds_give_the_same_bits() {
    same_bits_twice(&common::on_cpu());
    common::gpu::on_gpu(same_bits_twice);
}
