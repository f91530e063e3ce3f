//! The doors of training hold what the encodings themselves let in: with the same tables, attention of a race's model and
//! attention alone, which shares no door with it, are the same.

mod common;

use common::on_cpu;
use pollster::block_on;
use poslab::encoding::{ContentBias, Doors};
use poslab::engine::{Tensor, cpu};
use poslab::experiment::request::{AttendRequest, TrainRequest};
use poslab::experiment::train::Plan;
use poslab::model::train::{DoorNumbers, Size, Weights, examiner};
use poslab::random::normals;
use serde_json::{Value, json};
use std::rc::Rc;

const N: usize = 9;
const D: usize = 8;
const HEADS: usize = 2;
const SEED: u64 = 7;

fn plan(scheme: &Value, causal: bool) -> Plan {
    let request: TrainRequest = serde_json::from_value(json!({
        "task": "previous", "schemes": [scheme], "length": N, "steps": 1, "batch": 1, "seed": SEED,
        "model": { "d_model": D, "heads": HEADS, "layers": 1, "d_ff": 8, "causal": causal },
    }))
    .expect("a request");
    request.plan().expect("an allowed request")
}

fn narrow(values: &[f64]) -> Vec<f32> {
    values.iter().map(|v| *v as f32).collect()
}

/// The tables that hold what the encoding's own doors hold.
fn tables(id: &str, doors: &Doors) -> Weights {
    let mut tables = Weights::new();
    let mut put = |name: &str, values: Vec<f32>| tables.insert(format!("table.{name}"), values);
    match id {
        "t5" => {
            let door = doors.bias.as_ref().expect("a bias");
            let by_row = (0..door.rows).flat_map(|r| (0..HEADS).map(move |h| (r, h)));
            let numbers = by_row.map(|(r, h)| door.row(h, r) / 8.0);
            put("bias", narrow(&numbers.collect::<Vec<_>>()));
        }
        "swin_2d" => {
            let door = doors.bias.as_ref().expect("a bias");
            let numbers: Vec<f64> = door
                .table
                .narrow()
                .iter()
                .map(|v| f64::from(*v) / 8.0)
                .collect();
            put("window", narrow(&numbers));
        }
        "shaw" | "hybrid" => {
            let door = doors.relative.as_ref().expect("vectors");
            // Hybrid's last row is the zero beyond its window, which isn't learned.
            let rows = door.rows - usize::from(id == "hybrid");
            let key = door.key.as_ref().expect("keys");
            put("key.0", narrow(&key[..rows * D / HEADS]));
            if let Some(value) = &door.value {
                put("value.0", narrow(value));
            }
        }
        "deberta" => {
            let door = doors.relative.as_ref().expect("vectors");
            let rows = door.rows - 1;
            let key = door.key.as_ref().expect("keys");
            put("heads_key.0", narrow(&key[..rows * D]));
            // The queries' table lies mirrored.
            let query = door.query.as_ref().expect("queries");
            let mirrored = (0..rows).flat_map(|r| &query[(rows - r) * D..][..D]);
            put(
                "heads_query.0",
                narrow(&mirrored.copied().collect::<Vec<_>>()),
            );
        }
        "transformer_xl" => {
            let [by_model, by_head] = [D, D / HEADS].map(|width| 1.0 / (width as f64).sqrt());
            let seeded =
                |name, len, std| normals(SEED, &format!("transformer_xl.{name}"), len, std);
            put("u", narrow(&seeded("u", D, by_head)));
            put("v", narrow(&seeded("v", D, by_head)));
            put("r.0", narrow(&seeded("r", D * D, by_model)));
        }
        "cope" => {
            let Some(ContentBias::Counted { vectors, .. }) = &doors.content else {
                panic!("counted positions");
            };
            put("counted.0", narrow(vectors));
        }
        // Computed, or drawn from the same seed.
        _ => {}
    }
    tables
}

/// Rows \[n, heads * head_dim\] as \[heads\]\[n\]\[head_dim\].
fn by_head(rows: &[f32]) -> Value {
    let head_dim = D / HEADS;
    let vector = |h: usize, i: usize| json!(rows[i * D + h * head_dim..][..head_dim]);
    let head = |h| (0..N).map(|i| vector(h, i)).collect::<Value>();
    (0..HEADS).map(head).collect()
}

/// \[heads, n, head_dim\] as rows.
fn by_token(tensor: &Tensor) -> Vec<f32> {
    let head_dim = D / HEADS;
    let place = |i: usize, c: usize| (c / head_dim * N + i) * head_dim + c % head_dim;
    let places = (0..N).flat_map(|i| (0..D).map(move |c| place(i, c)));
    places.map(|at| tensor.values[at]).collect()
}

fn near(id: &str, what: &str, got: &[f32], wanted: &[f32]) {
    assert_eq!(got.len(), wanted.len(), "{id}: {what}");
    for (i, (got, wanted)) in got.iter().zip(wanted).enumerate() {
        let off = (got - wanted).abs();
        assert!(off < 2e-5, "{id}: {what}[{i}] is {got}, not {wanted}");
    }
}

/// Gives how far positions moved attention at all.
fn check(scheme: &Value, causal: bool) -> f32 {
    let id = scheme["id"].as_str().expect("an id");
    let plan = plan(scheme, causal);
    let entrant = &plan.entrants[0];
    let doors = entrant.scheme.open(
        &plan.ask(entrant, 0, N).expect("exact positions"),
        &entrant.values,
    );
    let weights = tables(id, &doors.expect("it opens"));
    let size = Size {
        models: 1,
        sequences: 1,
        tokens: N,
        vocabulary: plan.task.vocabulary(),
    };
    let opened = plan.open(0).expect("it opens");
    let learned = [entrant.learned(&plan.config)];
    let doors = DoorNumbers::stack(&opened, &learned, &plan.config).expect("one model");
    let built = examiner(&plan.config, &size, &doors, &weights).expect("a program");
    let mut feeds = built.feeds;
    feeds.whole(built.ids, (0..N as u32).collect());
    let run = cpu::run(&built.program, &Rc::new(feeds)).expect("it runs");
    let read = |name: &str| {
        let id = built.program.find(name).expect(name);
        run.data(id).real().to_vec()
    };
    let alone = |scheme: &Value| {
        let request: AttendRequest = serde_json::from_value(json!({
            "q": by_head(&read("q.0")), "k": by_head(&read("k.0")), "v": by_head(&read("v.0")),
            "scheme": scheme, "causal": causal, "seed": SEED,
        }))
        .expect("a request");
        block_on(request.run(&on_cpu())).expect("attention")
    };
    let wanted = alone(scheme);
    near(id, "output", &read("mixed.0"), &by_token(&wanted.output));
    let maps = run.data(built.maps[0]).real();
    let wanted = wanted.attention.expect("small maps").values;
    near(id, "attention", maps, &wanted);
    let without = alone(&json!({ "id": "none" }));
    let without = without.attention.expect("small maps").values;
    let apart = maps.iter().zip(&without).map(|(a, b)| (a - b).abs());
    apart.fold(0.0, f32::max)
}

#[test]
fn every_door_inside_attention_is_the_encodings_own() {
    for scheme in [
        json!({ "id": "rope" }),
        json!({ "id": "rope", "pairing": "interleaved", "rotary_dim": 2 }),
        json!({ "id": "xpos", "scale_base": 16 }),
        json!({ "id": "alibi", "direction": "split" }),
        json!({ "id": "t5", "buckets": 8, "bidirectional": true }),
        json!({ "id": "kerple" }),
        json!({ "id": "kerple", "variant": "power" }),
        json!({ "id": "fire" }),
        json!({ "id": "distance_decay" }),
        json!({ "id": "distance_decay", "reading": "logits" }),
        json!({ "id": "shaw", "clip": 3 }),
        json!({ "id": "transformer_xl" }),
        json!({ "id": "deberta", "buckets": 4, "max_position": 8 }),
        json!({ "id": "deberta", "buckets": 0, "max_position": 5 }),
        json!({ "id": "cope", "max_position": 3 }),
        json!({ "id": "hybrid", "window": 2 }),
        json!({ "id": "content_gate" }),
        json!({ "id": "rope_2d", "rows": 3, "columns": 3 }),
        json!({ "id": "swin_2d", "rows": 3, "columns": 3 }),
    ] {
        for causal in [false, true] {
            let apart = check(&scheme, causal);
            assert!(apart > 1e-3, "{scheme} moves nothing: {apart}");
        }
    }
}

#[test]
fn a_table_that_starts_from_the_sinusoid_holds_its_rows() {
    let both = [
        json!({ "id": "sinusoidal" }),
        json!({ "id": "learned", "init": "sinusoid", "max_len": 16 }),
    ];
    let rows = both.map(|scheme| {
        let plan = plan(&scheme, true);
        let learned = [plan.entrants[0].learned(&plan.config)];
        let opened = plan.open(0).expect("it opens");
        let doors = DoorNumbers::stack(&opened, &learned, &plan.config).expect("one model");
        let size = Size {
            models: 1,
            sequences: 1,
            tokens: N,
            vocabulary: plan.task.vocabulary(),
        };
        let built = examiner(&plan.config, &size, &doors, &Weights::new()).expect("a program");
        let run = cpu::run(&built.program, &Rc::new(built.feeds)).expect("it runs");
        let names = ["door.input.fixed", "door.input.learned"];
        let id = names.iter().find_map(|name| built.program.find(name));
        run.data(id.expect("door 1")).real().to_vec()
    });
    assert_eq!(rows[0].len(), N * D);
    near("learned", "rows", &rows[1], &rows[0]);
}
