//! Golden values of training (PyTorch): an encoder layer with every gradient, and Adam's steps, on every executor.

mod common;

use common::golden::{Golden, cases, check};
use common::numbers;
use poslab::engine::op::{
    AdamMean, AdamSquare, AdamStep, Add, Gelu, LayerNorm, Linear, Op, Operation, PairMix,
    PairScores, ProductSum, Scale, Softmax, SquareSum, Sum,
};
use poslab::engine::{Element, Feeds, Program, Shape, TensorId, backward};
use serde_json::Value;
use std::rc::Rc;

/// A program under construction with its feeds.
#[derive(Default)]
struct Draft {
    program: Program,
    feeds: Feeds<f64>,
}

impl Draft {
    fn feed(&mut self, name: &str, axes: &[usize], values: Vec<f64>) -> TensorId {
        let id = self.program.feed(name, Shape::new(axes), Element::Real);
        self.feeds.real(id, values);
        id
    }

    fn push(&mut self, name: &str, op: impl Operation + Into<Op>, inputs: &[TensorId]) -> TensorId {
        self.program
            .push(name, op, inputs)
            .expect("shapes that fit")
    }

    fn golden(self, wanted: Vec<(TensorId, Vec<f64>)>) -> Golden {
        Golden {
            program: Rc::new(self.program),
            feeds: Rc::new(self.feeds),
            wanted,
        }
    }
}

/// One weight of the layer: its tensor here, and where the file holds its numbers and its gradient.
struct Weight {
    id: TensorId,
    name: &'static str,
    /// Which third of stacked rows it is.
    third: Option<usize>,
    /// Its columns, where it is a matrix, which the file holds as [out, in].
    inputs: Option<usize>,
}

impl Weight {
    /// Its share of a tensor in the file, as it stands in the program.
    fn of(&self, file: &Value) -> Vec<f64> {
        let all = numbers(&file[self.name]);
        let own = match self.third {
            Some(third) => &all[third * all.len() / 3..][..all.len() / 3],
            None => &all,
        };
        let Some(inputs) = self.inputs else {
            return own.to_vec();
        };
        let column = |input: usize| own.iter().skip(input).step_by(inputs).copied();
        (0..inputs).flat_map(column).collect()
    }
}

/// The layer of one case, for one model and one sequence.
struct Layer<'a> {
    draft: Draft,
    case: &'a Value,
    weights: Vec<Weight>,
}

impl Layer<'_> {
    fn weight(&mut self, name: &'static str, third: Option<usize>, axes: &[usize]) -> TensorId {
        let inputs = (axes.len() == 3).then(|| axes[1]);
        let label = format!("{name}.{}", third.unwrap_or(0));
        let id = self
            .draft
            .program
            .feed(label, Shape::new(axes), Element::Real);
        let weight = Weight {
            id,
            name,
            third,
            inputs,
        };
        let values = weight.of(&self.case["input"]["weights"]);
        self.draft.feeds.real(id, values);
        self.weights.push(weight);
        id
    }

    fn linear(
        &mut self,
        x: TensorId,
        names: [&'static str; 2],
        third: Option<usize>,
        [k, m]: [usize; 2],
    ) -> TensorId {
        let w = self.weight(names[0], third, &[1, k, m]);
        let b = self.weight(names[1], third, &[1, m]);
        let name = format!("{} of {third:?}", names[0]);
        self.draft.push(&name, Linear, &[x, w, b])
    }

    fn norm(&mut self, x: TensorId, names: [&'static str; 2], d: usize) -> TensorId {
        let [gain, bias] = names.map(|name| self.weight(name, None, &[1, d]));
        let name = format!("{} of", names[0]);
        let op = LayerNorm { epsilon: 1e-5 };
        self.draft.push(&name, op, &[x, gain, bias])
    }

    fn attention(&mut self, x: TensorId, heads: usize, d: usize) -> TensorId {
        let names = ["self_attn.in_proj_weight", "self_attn.in_proj_bias"];
        let [q, k, v] = [0, 1, 2].map(|third| self.linear(x, names, Some(third), [d, d]));
        let shut = self.draft.feed("shut", &[1, 1, 1], vec![0.0]);
        let valid = self.draft.program.feed("valid", [1], Element::Whole);
        self.draft.feeds.whole(valid, vec![1]);
        let scores = PairScores {
            models: 1,
            sequences: 1,
            heads,
            scale: 1.0 / ((d / heads) as f64).sqrt(),
            bias: false,
            key: false,
        };
        let mix = PairMix {
            models: 1,
            sequences: 1,
            heads,
            transpose: false,
            scale: 1.0,
            value: false,
        };
        let scores = self.draft.push("scores", scores, &[q, k, shut, shut]);
        let softmax = Softmax { causal: false };
        let maps = self.draft.push("maps", softmax, &[scores, valid]);
        let mixed = self.draft.push("mixed", mix, &[maps, v, shut]);
        let names = ["self_attn.out_proj.weight", "self_attn.out_proj.bias"];
        self.linear(mixed, names, None, [d, d])
    }

    fn feed_forward(&mut self, x: TensorId, d: usize, d_ff: usize) -> TensorId {
        let wide = self.linear(x, ["linear1.weight", "linear1.bias"], None, [d, d_ff]);
        let bent = self.draft.push("bent", Gelu, &[wide]);
        self.linear(bent, ["linear2.weight", "linear2.bias"], None, [d_ff, d])
    }

    fn output(&mut self, x: TensorId, [heads, d, d_ff]: [usize; 3], norm_first: bool) -> TensorId {
        let (norm1, norm2) = (
            ["norm1.weight", "norm1.bias"],
            ["norm2.weight", "norm2.bias"],
        );
        if norm_first {
            let normal = self.norm(x, norm1, d);
            let mixed = self.attention(normal, heads, d);
            let x = self.draft.push("x.1", Add, &[x, mixed]);
            let normal = self.norm(x, norm2, d);
            let fed = self.feed_forward(normal, d, d_ff);
            self.draft.push("y", Add, &[x, fed])
        } else {
            let mixed = self.attention(x, heads, d);
            let x = self.draft.push("x.1", Add, &[x, mixed]);
            let x = self.norm(x, norm1, d);
            let fed = self.feed_forward(x, d, d_ff);
            let x = self.draft.push("x.2", Add, &[x, fed]);
            self.norm(x, norm2, d)
        }
    }
}

/// Output, loss (mean squared error) and every gradient.
fn encoder_layer_program(case: &Value) -> Golden {
    let size = |name: &str| case["params"][name].as_u64().expect(name) as usize;
    let sizes = ["heads", "d_model", "d_ff"].map(size);
    let norm_first = case["params"]["norm_first"].as_bool().expect("norm_first");
    let (d, n) = (sizes[1], case["input"]["x"].as_array().expect("rows").len());
    let mut layer = Layer {
        draft: Draft::default(),
        case,
        weights: Vec::new(),
    };
    let x = layer.draft.feed("x", &[n, d], numbers(&case["input"]["x"]));
    let y = layer.output(x, sizes, norm_first);

    let Layer {
        mut draft, weights, ..
    } = layer;
    let target = numbers(&case["input"]["target"]).into_iter();
    let minus_target = draft.feed("minus target", &[n, d], target.map(|t| -t).collect());
    let apart = draft.push("apart", Add, &[y, minus_target]);
    let per_number = 1.0 / (n * d) as f64;
    let factor = 2.0 * per_number;
    let dy = draft.push("dy", Scale { factor }, &[apart]);
    let squares = draft.push("squares", SquareSum, &[apart]);
    let shape = [1].into();
    let sum = draft.push("sum", Sum { outer: 1, shape }, &[squares]);
    let loss = draft.push("loss", Scale { factor: per_number }, &[sum]);

    let of: Vec<_> = [x]
        .into_iter()
        .chain(weights.iter().map(|w| w.id))
        .collect();
    let gradients = backward(&mut draft.program, &[(y, dy)], &of).expect("gradients");
    let output = &case["output"];
    let mut wanted = vec![
        (y, numbers(&output["y"])),
        (loss, numbers(&output["loss"])),
        (gradients[0], numbers(&output["grad_x"])),
    ];
    let of_weights = weights.iter().zip(&gradients[1..]);
    wanted.extend(of_weights.map(|(weight, id)| (*id, weight.of(&output["grads"]))));
    draft.golden(wanted)
}

#[test]
fn encoder_layer() {
    let cases = cases(include_str!("golden/encoder_layer.json"));
    assert_eq!(cases.len(), 2, "pre-norm and post-norm");
    for case in &cases {
        let golden = encoder_layer_program(case);
        let tensors = case["input"]["weights"].as_object().expect("weights").len();
        // y, loss, x; the stacked weight and its bias come in three parts each.
        assert_eq!(golden.wanted.len(), 3 + tensors + 4);
        check(&format!("encoder layer {}", case["params"]), case, &golden);
    }
}

/// Every step of the case in one program. The loss is sum(w^4) + sum(w), so its gradient 4 w^3 + 1.
fn adam_program(case: &Value) -> Golden {
    let params = &case["params"];
    let number = |name: &str| params[name].as_f64().expect(name);
    let (beta1, beta2) = (number("beta1"), number("beta2"));
    let start = numbers(&case["input"]["w"]);
    let axes = [1, start.len()];
    let mut draft = Draft::default();
    let mut w = draft.feed("w.0", &axes, start.clone());
    let [mut m, mut v] = ["m.0", "v.0"].map(|name| draft.feed(name, &axes, vec![0.0; start.len()]));
    let one = draft.feed("one", &[1, 1], vec![1.0]);
    let squares = draft.feed("squares", &[1], vec![0.0]);
    let after = case["output"]["w_after_each_step"].as_array();
    let mut wanted = Vec::new();
    for (step, after) in (1..).zip(after.expect("steps")) {
        let corrections = [beta1, beta2].map(|beta| 1.0 - beta.powi(step));
        let schedule = vec![number("lr"), corrections[0], corrections[1]];
        let schedule = draft.feed(&format!("schedule.{step}"), &[3], schedule);
        let mut push = |name: &str, op: Op, inputs: &[TensorId]| {
            let name = format!("{name}.{step}");
            let pushed = draft.program.push_any(name, op, inputs);
            pushed.expect("shapes that fit")
        };
        let product = || ProductSum {
            outer: 1,
            shape: axes.into(),
        };
        let square = push("square", product().into(), &[w, w]);
        let cube = push("cube", product().into(), &[square, w]);
        let four = push("four", Scale { factor: 4.0 }.into(), &[cube]);
        let g = push("g", Add.into(), &[four, one]);
        let max_norm = None;
        m = push("m", AdamMean { beta1, max_norm }.into(), &[m, g, squares]);
        v = push("v", AdamSquare { beta2, max_norm }.into(), &[v, g, squares]);
        let op = AdamStep {
            epsilon: number("eps"),
            factor: 1.0,
        };
        w = push("w", op.into(), &[w, m, v, schedule]);
        wanted.push((w, numbers(after)));
    }
    draft.golden(wanted)
}

#[test]
fn adam() {
    let cases = cases(include_str!("golden/adam.json"));
    assert!(!cases.is_empty());
    for case in &cases {
        let golden = adam_program(case);
        assert_eq!(
            Some(golden.wanted.len() as u64),
            case["params"]["steps"].as_u64()
        );
        check("adam", case, &golden);
    }
}
