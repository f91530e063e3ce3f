//! Golden values from other implementations (PyTorch, transformers, numpy), on every executor.
//!
//! Each file in `tests/golden/` names its sources. The f64 reference is held to the file's tolerance, the f32 executors
//! to that or 2e-6, whichever is larger.

mod common;

use common::golden::{Golden, cases, check, narrow};
use common::numbers;
use poslab::encoding::{Ask, Doors, Values, find};
use poslab::engine::op::{Attention, Matmul, Scores, Softmax, WeightedSum};
use poslab::engine::{Element, Feeds, Program, TensorId, cpu};
use poslab::model::{Given, attention_alone, tables};
use serde_json::Value;
use std::rc::Rc;

fn size(case: &Value, name: &str) -> usize {
    case["params"][name].as_u64().expect(name) as usize
}

fn positions(case: &Value) -> Vec<i32> {
    let positions = numbers(&case["input"]["positions"]);
    positions.into_iter().map(|p| p as i32).collect()
}

/// Opens the case's scheme with the parameters that the case names.
fn doors(case: &Value, d_model: usize, heads: usize) -> Doors {
    let scheme = find(case["scheme"].as_str().expect("a scheme")).expect("a known scheme");
    let mut values = Values::defaults(scheme.parameters());
    for parameter in scheme.parameters() {
        let given = [&case[parameter.name], &case["params"][parameter.name]];
        for given in given.into_iter().filter(|given| !given.is_null()) {
            let text = given
                .as_str()
                .map_or_else(|| given.to_string(), str::to_owned);
            values.set(
                parameter.name,
                parameter.parse(&text).expect("an allowed value"),
            );
        }
    }
    let ask = Ask {
        positions: positions(case),
        d_model,
        heads,
        seed: 0,
    };
    scheme.open(&ask, &values).expect("doors")
}

/// [heads, n, head_dim] to [n, heads * head_dim].
fn by_token(values: &[f64], [heads, n, head_dim]: [usize; 3]) -> Vec<f64> {
    let at = |token: usize, head: usize| &values[(head * n + token) * head_dim..][..head_dim];
    let rows = (0..n).flat_map(|token| (0..heads).flat_map(move |head| at(token, head)));
    rows.copied().collect()
}

#[test]
fn sinusoidal() {
    let cases = cases(include_str!("golden/sinusoidal.json"));
    assert!(cases.len() >= 8);
    for case in &cases {
        let d_model = size(case, "d_model");
        let doors = doors(case, d_model, 1);
        let built = tables(&doors, &positions(case), false).expect("tables");
        let shown = case["output"][0].as_array().expect("rows").len();
        // Of a wide table the file holds the first columns; the f32 executors meet the reference in the others.
        let exact =
            cpu::run(&built.program, &Rc::new(built.feeds.widen())).expect("the reference runs");
        let id = built.input.expect("door 1 is open");
        let all = exact.data(id).real();
        let rows: Vec<_> = numbers(&case["output"]);
        let wanted: Vec<f64> = all
            .chunks_exact(d_model)
            .zip(rows.chunks_exact(shown))
            .flat_map(|(all, golden)| golden.iter().chain(&all[shown..]).copied())
            .collect();
        let golden = Golden {
            program: built.program,
            feeds: Rc::new(built.feeds.widen()),
            wanted: vec![(id, wanted)],
        };
        check(
            &format!("sinusoidal {} d={d_model}", case["layout"]),
            case,
            &golden,
        );
    }
}

#[test]
fn rope() {
    let cases = cases(include_str!("golden/rope.json"));
    assert!(cases.len() >= 4);
    for case in &cases {
        let (heads, head_dim) = (size(case, "heads"), size(case, "head_dim"));
        let positions = positions(case);
        let n = positions.len();
        let axes = [heads, n, head_dim];
        let [q, k] = ["q", "k"].map(|name| by_token(&numbers(&case["input"][name]), axes));
        let given = Given {
            heads,
            head_dim,
            q: narrow(&q),
            k: narrow(&k),
            v: narrow(&k),
            positions,
            valid: vec![true; n],
            scale: 1.0,
            causal: false,
            bias: None,
            maps: false,
        };
        let doors = doors(case, heads * head_dim, heads);
        let built = attention_alone(given, &doors).expect("attention");
        let mut feeds = built.feeds.widen();
        let find = |name| built.program.find(name).expect("a feed");
        feeds.real(find("q"), q);
        feeds.real(find("k"), k);
        let wanted = [(built.q, "q"), (built.k, "k")]
            .map(|(id, name)| (id, by_token(&numbers(&case["output"][name]), axes)));
        let golden = Golden {
            program: built.program,
            feeds: Rc::new(feeds),
            wanted: wanted.into(),
        };
        check(
            &format!("rope {} of {head_dim}", case["pairing"]),
            case,
            &golden,
        );
    }
}

#[test]
fn attention() {
    let cases = cases(include_str!("golden/attention.json"));
    assert!(cases.len() >= 3);
    for case in &cases {
        let golden = attention_program(case);
        check(&format!("attention {}", case["params"]), case, &golden);
    }
}

/// Projections, attention by maps and by the one-step operation, and the output projection.
fn attention_program(case: &Value) -> Golden {
    let (heads, head_dim) = (size(case, "heads"), size(case, "head_dim"));
    let causal = case["params"]["causal"].as_bool().expect("causal");
    let n = case["input"]["x"].as_array().expect("rows").len();
    let d = heads * head_dim;
    let scale = 1.0 / (head_dim as f64).sqrt();
    let mut program = Program::new();
    let mut feeds = Feeds::new();
    let mut real = |program: &mut Program, name: &str, axes: &[usize]| {
        let id = program.feed(name, poslab::engine::Shape::new(axes), Element::Real);
        feeds.real(id, numbers(&case["input"][name]));
        id
    };
    let x = real(&mut program, "x", &[n, d]);
    let weights = ["w_q", "w_k", "w_v", "w_o"].map(|name| real(&mut program, name, &[d, d]));
    let bias = real(&mut program, "score_bias", &[heads, n, n]);
    let no_bias = program.feed("no_bias", [1], Element::Real);
    feeds.real(no_bias, vec![0.0]);
    let relative = program.feed("relative", [3, 1, head_dim], Element::Real);
    feeds.real(relative, vec![0.0; 3 * head_dim]);
    let index = program.feed("index", [1, 1], Element::Whole);
    feeds.whole(index, vec![0]);
    let valid = program.feed("valid", [n], Element::Whole);
    let seen = n - size(case, "padded_keys_at_end");
    feeds.whole(valid, (0..n).map(|key| u32::from(key < seen)).collect());

    let mut push = |name: &str, op: poslab::engine::op::Op, inputs: &[TensorId]| {
        program.push_any(name, op, inputs).expect("shapes that fit")
    };
    let [q, k, v] = [("q", 0), ("k", 1), ("v", 2)]
        .map(|(name, at)| push(name, Matmul.into(), &[x, weights[at], no_bias]));
    let inputs = [q, k, bias, relative, index];
    let scores = push("scores", Scores::all(heads, scale, false).into(), &inputs);
    let maps = push("attention", Softmax { causal }.into(), &[scores, valid]);
    let inputs = [maps, v, relative, index];
    let no_relative = WeightedSum {
        heads,
        relative: false,
    };
    let mixed = push("mixed", no_relative.into(), &inputs);
    let y = push("y", Matmul.into(), &[mixed, weights[3], no_bias]);
    let inputs = [q, k, v, bias, relative, index, valid];
    let op = Attention {
        heads,
        relative: false,
        scale,
        causal,
    };
    let streamed = push("streamed", op.into(), &inputs);
    let y_streamed = push(
        "y_streamed",
        Matmul.into(),
        &[streamed, weights[3], no_bias],
    );

    let wanted_y = numbers(&case["output"]["y"]);
    Golden {
        program: Rc::new(program),
        feeds: Rc::new(feeds),
        wanted: vec![
            (maps, numbers(&case["output"]["attention"])),
            (y, wanted_y.clone()),
            (y_streamed, wanted_y),
        ],
    }
}
