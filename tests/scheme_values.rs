//! Buckets, slopes and scaled frequencies against values from elsewhere (`tests/golden`) and known faults of such code.

#[path = "common/doors.rs"]
mod doors;

use doors::{ask, near, open};
use poslab::encoding::{alibi, deberta::Ruler, t5::Buckets};
use serde_json::Value as Json;

fn cases(file: &str) -> Vec<Json> {
    let path = format!("{}/tests/golden/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the golden file is there");
    let json: Json = serde_json::from_str(&text).expect("json");
    json["cases"].as_array().expect("cases").clone()
}

fn numbers(json: &Json) -> Vec<f64> {
    let list = json.as_array().expect("a list");
    list.iter().map(|v| v.as_f64().expect("a number")).collect()
}

fn close(got: &[f64], want: &[f64], relative: f64, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}: length");
    for (i, (g, w)) in got.iter().zip(want).enumerate() {
        assert!(
            (g - w).abs() <= relative * w.abs(),
            "{what}[{i}]: {g}, not {w}"
        );
    }
}

#[test]
fn alibi_slopes_match_both_implementations() {
    let cases = cases("alibi");
    for case in &cases {
        let heads = case["params"]["heads"].as_u64().expect("heads") as usize;
        let variant = case["variant"].as_str().expect("variant");
        let want = numbers(&case["output"]["slopes"]);
        close(
            &alibi::slopes(heads, variant),
            &want,
            1e-6,
            &format!("{variant} {heads}"),
        );
    }
    assert!(cases.len() >= 16);
}

#[test]
fn scaled_frequencies_match_transformers() {
    let cases = cases("rope_scaling");
    for case in &cases {
        let kind = case["kind"].as_str().expect("kind");
        let p = &case["params"];
        let text = |key: &str, default: &str| match p[key].as_f64() {
            Some(v) => v.to_string(),
            None => default.to_owned(),
        };
        let trained = text(
            "original_max_position_embeddings",
            &text("max_position_embeddings", "0"),
        );
        let length = case["input"]["seq_len"].as_u64().unwrap_or(0).to_string();
        let set = [
            ("scaling", kind),
            ("base", &text("base", "10000")),
            ("factor", &text("factor", "1")),
            ("original_length", &trained),
            ("length", &length),
            ("beta_fast", &text("beta_fast", "32")),
            ("beta_slow", &text("beta_slow", "1")),
            ("low_freq_factor", &text("low_freq_factor", "1")),
            ("high_freq_factor", &text("high_freq_factor", "4")),
        ];
        let head_dim = p["head_dim"].as_u64().expect("head_dim") as usize;
        let door = open("rope", &ask(4, head_dim, 1), &set)
            .rotation
            .expect("door 2");
        close(
            &door.inv_freq,
            &numbers(&case["output"]["inv_freq"]),
            1e-5,
            kind,
        );
        let factor = case["output"]["attention_factor"]
            .as_f64()
            .expect("a factor");
        close(&[door.attention_factor], &[factor], 1e-6, kind);
    }
    assert!(cases.len() >= 9);
}

#[test]
fn t5_buckets_match_transformers() {
    for case in cases("t5") {
        let p = &case["params"];
        let buckets = Buckets {
            count: p["num_buckets"].as_i64().expect("buckets"),
            max_distance: p["max_distance"].as_i64().expect("max_distance"),
            bidirectional: p["bidirectional"].as_bool().expect("bidirectional"),
        };
        let offsets = numbers(&case["input"]["relative_positions"]);
        let got: Vec<f64> = offsets
            .iter()
            .map(|o| f64::from(buckets.bucket(*o as i64)))
            .collect();
        near(&got, &numbers(&case["output"]["buckets"]), 0.0, "bucket");
    }
}

#[test]
fn deberta_buckets_match_transformers() {
    for case in cases("deberta") {
        let buckets = case["params"]["bucket_size"].as_i64().expect("buckets");
        let max_position = case["params"]["max_position"]
            .as_i64()
            .expect("max_position");
        let ruler = Ruler {
            buckets,
            max_position,
            span: buckets,
        };
        let offsets = numbers(&case["input"]["relative_positions"]);
        let got: Vec<f64> = offsets
            .iter()
            .map(|o| ruler.bucket(*o as i64) as f64)
            .collect();
        near(&got, &numbers(&case["output"]["buckets"]), 0.0, "bucket");
    }
}

/// Case 14.
#[test]
fn dynamic_ntk_is_dynamic() {
    for (length, base) in [(4, 1e4), (5, 22_500.0), (6, 4e4), (8, 9e4)] {
        let length = length.to_string();
        let set = [
            ("scaling", "dynamic"),
            ("factor", "2"),
            ("original_length", "4"),
            ("length", length.as_str()),
        ];
        let door = open("rope", &ask(3, 4, 1), &set).rotation.expect("door 2");
        close(
            &door.inv_freq,
            &[1.0, 1.0 / libm::sqrt(base)],
            1e-12,
            "inv_freq",
        );
    }
}

/// Cases 15 and 23: NTK leaves pair 0 and divides the last by s; the ratios fall in between.
#[test]
fn ntk_scales_the_base_and_not_the_positions() {
    let plain = open("rope", &ask(2, 64, 1), &[])
        .rotation
        .expect("door 2")
        .inv_freq;
    let set = [("scaling", "ntk"), ("factor", "4")];
    let ntk = open("rope", &ask(2, 64, 1), &set)
        .rotation
        .expect("door 2")
        .inv_freq;
    let ratios: Vec<f64> = ntk.iter().zip(&plain).map(|(a, b)| a / b).collect();
    near(&[ratios[0], ratios[31]], &[1.0, 0.25], 1e-12, "ends");
    assert!(ratios.windows(2).all(|w| w[1] < w[0]));
}

/// Case 16.
#[test]
fn yarn_ramps_between_its_ends_and_warms_once() {
    assert_eq!(
        poslab::encoding::scaling::yarn_ends(128, 1e4, 4096.0, 32.0, 1.0),
        (20.0, 46.0)
    );
    for (factor, want) in [("4", 1.138_629), ("64", 1.415_888)] {
        let set = [
            ("scaling", "yarn"),
            ("factor", factor),
            ("original_length", "4096"),
        ];
        let door = open("rope", &ask(2, 128, 1), &set)
            .rotation
            .expect("door 2");
        near(&[door.attention_factor], &[want], 1e-6, "attention_factor");
    }
}

/// Case 17.
#[test]
fn llama3_has_three_zones() {
    let base = [("base", "500000")];
    let plain = open("rope", &ask(2, 64, 1), &base)
        .rotation
        .expect("door 2")
        .inv_freq;
    let set = [
        ("base", "500000"),
        ("scaling", "llama3"),
        ("factor", "32"),
        ("original_length", "8192"),
    ];
    let scaled = open("rope", &ask(2, 64, 1), &set)
        .rotation
        .expect("door 2")
        .inv_freq;
    let ratios: Vec<f64> = scaled.iter().zip(&plain).map(|(a, b)| a / b).collect();
    near(&ratios[..15], &[1.0; 15], 1e-12, "fast");
    near(
        &ratios[15..18],
        &[0.605_573, 0.303_743, 0.103_448],
        1e-6,
        "ramp",
    );
    near(&ratios[18..], &[1.0 / 32.0; 14], 1e-12, "slow");
}

/// Case 18, and that the plain formula differs where heads is no power of two.
#[test]
fn six_heads_have_the_authors_slopes() {
    let want = [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125];
    near(&alibi::slopes(6, "press"), &want, 1e-15, "press");
    assert!((alibi::slopes(6, "geometric")[0] - 0.3969).abs() < 1e-4);
}
