//! What holds of encodings whatever the sizes, the positions and the numbers are.

#[path = "common/values.rs"]
mod values;

use poslab::encoding::deberta::Ruler;
use poslab::encoding::scaling::Scaling;
use poslab::encoding::t5::Buckets;
use poslab::encoding::{Ask, Doors, find, inverse_frequencies};
use poslab::engine::cpu;
use poslab::model::{Given, attention_alone};
use poslab::random::normals;
use proptest::prelude::*;
use std::rc::Rc;
use values::values;

const HEADS: usize = 2;
const HEAD_DIM: usize = 8;

/// The encodings whose scores depend on nothing but the distance (and on what query and key hold). FIRE is none of them:
/// it divides by a function of the query's own position.
const RELATIVE: [&str; 10] = [
    "rope",
    "xpos",
    "alibi",
    "t5",
    "kerple",
    "distance_decay",
    "shaw",
    "transformer_xl",
    "deberta",
    "cope",
];

fn open(id: &str, positions: Vec<i32>, set: &[(&str, &str)]) -> Doors {
    let ask = Ask {
        positions,
        d_model: HEADS * HEAD_DIM,
        heads: HEADS,
        seed: 7,
    };
    let scheme = find(id).expect("a scheme");
    scheme.open(&ask, &values(id, set)).expect("opens")
}

/// Queries after rotation, and outputs, of random rows at `positions`, in f64.
fn attend(doors: &Doors, positions: &[i32], seed: u64) -> [Vec<f64>; 2] {
    let n = positions.len();
    let rows = |name| {
        let numbers = normals(seed, name, n * HEADS * HEAD_DIM, 1.0);
        numbers.into_iter().map(|v| v as f32).collect::<Vec<f32>>()
    };
    let given = Given {
        heads: HEADS,
        head_dim: HEAD_DIM,
        q: rows("q"),
        k: rows("k"),
        v: rows("v"),
        positions: positions.to_vec(),
        valid: vec![true; n],
        scale: 1.0 / (HEAD_DIM as f64).sqrt(),
        causal: false,
        bias: None,
        maps: false,
    };
    let built = attention_alone(given, doors).expect("fits");
    let run = cpu::run(&built.program, &Rc::new(built.feeds.widen())).expect("runs");
    [built.q, built.output].map(|id| run.data(id).real().to_vec())
}

/// Squares of the lengths of every head's part of every row.
fn lengths(rows: &[f64]) -> Vec<f64> {
    let squares = |part: &[f64]| part.iter().map(|v| v * v).sum();
    rows.chunks(HEAD_DIM).map(squares).collect()
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn who_sees_distances_alone_does_not_see_a_shift(
        which in 0..RELATIVE.len(),
        gaps in proptest::collection::vec(1..4_i32, 1..9),
        from in -50..50_i32,
        shift in -400..400_i32,
        seed in any::<u64>(),
    ) {
        let id = RELATIVE[which];
        let positions: Vec<i32> = gaps
            .iter()
            .scan(from, |at, gap| { *at += gap; Some(*at) })
            .collect();
        let shifted: Vec<i32> = positions.iter().map(|p| p + shift).collect();
        let [_, here] = attend(&open(id, positions.clone(), &[]), &positions, seed);
        let [_, there] = attend(&open(id, shifted.clone(), &[]), &shifted, seed);
        for (a, b) in here.iter().zip(&there) {
            prop_assert!((a - b).abs() <= 1e-5, "{id}, shifted by {shift}: {a} and {b}");
        }
    }

    #[test]
    fn a_rotation_keeps_every_length(
        base in 2.0..1e6_f64,
        half in 0..=HEAD_DIM / 2,
        pairing in prop_oneof![Just("half_split"), Just("interleaved")],
        scaling in prop_oneof![Just("none"), Just("linear"), Just("ntk"), Just("dynamic"), Just("llama3")],
        from in 0..100_000_i32,
        seed in any::<u64>(),
    ) {
        let positions: Vec<i32> = (from..).take(5).collect();
        let (base, rotary_dim) = (base.to_string(), (2 * half).to_string());
        let set = [
            ("base", base.as_str()),
            ("rotary_dim", rotary_dim.as_str()),
            ("pairing", pairing),
            ("scaling", scaling),
        ];
        let [turned, _] = attend(&open("rope", positions.clone(), &set), &positions, seed);
        let [plain, _] = attend(&Doors::default(), &positions, seed);
        for (a, b) in lengths(&turned).iter().zip(lengths(&plain)) {
            prop_assert!((a - b).abs() <= 1e-6 * b, "{a}, not {b}");
        }
    }

    #[test]
    fn a_text_of_trained_length_is_read_with_trained_frequencies(
        pairs in 2..64_usize,
        base in 100.0..1e6_f64,
        original_length in 64.0..65_536.0_f64,
        share in 0.0..=1.0_f64,
        factor in 1.0..64.0_f64,
    ) {
        let width = 2 * pairs;
        let plain = inverse_frequencies(width, base);
        let unscaled = [
            // Dynamic NTK follows the current length, and does nothing up to the trained one.
            Scaling::Dynamic { factor, original_length, length: share * original_length },
            // The fixed ways do nothing where nothing is to be extended.
            Scaling::Linear { factor: 1.0 },
            Scaling::Ntk { factor: 1.0 },
            Scaling::Yarn {
                factor: 1.0,
                original_length,
                beta_fast: 32.0,
                beta_slow: 1.0,
                attention_factor: None,
            },
            Scaling::Llama3 {
                factor: 1.0,
                original_length,
                low_freq_factor: 1.0,
                high_freq_factor: 4.0,
            },
        ];
        for scaling in unscaled {
            let scaled = scaling.apply(width, base);
            prop_assert_eq!(scaled.attention_factor, 1.0);
            for (a, b) in scaled.inv_freq.iter().zip(&plain) {
                prop_assert!((a - b).abs() <= 1e-12 * b, "{scaling:?}: {a}, not {b}");
            }
        }
    }

    #[test]
    fn buckets_only_rise_with_distance(
        quarter in 1..32_i64,
        beyond in 1..512_i64,
        bidirectional in any::<bool>(),
        distance in 0..2000_i64,
    ) {
        let count = 4 * quarter;
        let buckets = Buckets { count, max_distance: count + beyond, bidirectional };
        // A key before its query has a negative offset.
        prop_assert!(buckets.bucket(-distance) <= buckets.bucket(-distance - 1));
        if bidirectional {
            prop_assert!(buckets.bucket(distance + 1) <= buckets.bucket(distance + 2));
        }
        prop_assert!(i64::from(buckets.bucket(-distance)) < count);
    }

    #[test]
    fn log_buckets_only_rise_with_distance(
        buckets in 2..300_i64,
        beyond in 1..512_i64,
        offset in -2000..2000_i64,
    ) {
        let ruler = Ruler { buckets, max_position: buckets + beyond, span: buckets };
        prop_assert!(ruler.bucket(offset) <= ruler.bucket(offset + 1));
        prop_assert_eq!(ruler.bucket(-offset), -ruler.bucket(offset));
    }
}
