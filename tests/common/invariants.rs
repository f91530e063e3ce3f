//! What holds of every encoding on every executor: padding changes no real token, and a cache changes no output.

use super::gpu::read;
use super::values::values;
use pollster::block_on;
use poslab::encoding::{Ask, Doors, SCHEMES, Scheme};
use poslab::engine::{Engine, Tensor};
use poslab::model::{Config, Given, Look, Sentence, Side, attention_alone, transformer};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};

const HEADS: usize = 2;
const HEAD_DIM: usize = 8;
const WIDTH: usize = HEADS * HEAD_DIM;
/// Largest difference over the largest number (at least 1): two f32 runs whose sums have other lengths.
const TOLERANCE: f32 = 2e-5;

/// Draws `cases` of them for every encoding of the list.
fn for_every_scheme<S: Strategy>(
    cases: u32,
    strategy: impl Fn() -> S,
    holds: impl Fn(&'static dyn Scheme, S::Value) -> TestCaseResult,
) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    for scheme in SCHEMES {
        let outcome = TestRunner::new(config.clone()).run(&strategy(), |case| holds(*scheme, case));
        if let Err(failure) = outcome {
            panic!("{}: {failure}", scheme.id());
        }
    }
}

/// Positions that rise, by one or with gaps; all of them within the smallest default table, a grid of 64 patches.
fn positions(most: usize) -> impl Strategy<Value = Vec<i32>> {
    let gaps = prop_oneof![
        proptest::collection::vec(Just(1), 1..=most),
        proptest::collection::vec(1..6_i32, 1..=most),
    ];
    (0..10_i32, gaps).prop_map(|(from, gaps)| {
        let steps = gaps.iter().scan(from - 1, |at, gap| {
            *at += gap;
            Some(*at)
        });
        steps.collect()
    })
}

fn open(scheme: &dyn Scheme, positions: &[i32]) -> Doors {
    let ask = Ask {
        positions: positions.to_vec(),
        d_model: WIDTH,
        heads: HEADS,
        seed: 7,
    };
    let values = values(scheme.id(), &[]);
    scheme.open(&ask, &values).expect("opens")
}

fn near(got: &[f32], want: &[f32], what: &str) -> TestCaseResult {
    prop_assert_eq!(got.len(), want.len(), "{}", what);
    let largest = want.iter().fold(1.0, |most: f32, v| most.max(v.abs()));
    for (at, (got, want)) in got.iter().zip(want).enumerate() {
        let off = (got - want).abs();
        prop_assert!(
            off <= TOLERANCE * largest,
            "{what}[{at}]: {got}, not {want}"
        );
    }
    Ok(())
}

/// Padding on either side leaves the output of every real token, and the pooled vector, as they are.
pub fn padding_changes_no_real_token(engine: &Engine, cases: u32) {
    let strategy = || {
        let side = prop_oneof![Just(Side::Left), Just(Side::Right)];
        (positions(7), side, 1..5_usize, any::<bool>(), any::<bool>())
    };
    for_every_scheme(
        cases,
        strategy,
        |scheme, (positions, side, count, causal, maps)| {
            let config = Config {
                d_model: WIDTH,
                heads: HEADS,
                d_ff: 2 * WIDTH,
                layers: 2,
                causal,
                ..Config::default()
            };
            let look = if maps {
                Look::Everything
            } else {
                Look::Nothing
            };
            let run = |sentence: &Sentence| -> [Tensor; 2] {
                let doors = open(scheme, &sentence.positions);
                let built = transformer(&config, &doors, sentence, look).expect("fits");
                let run = block_on(engine.run(&built.program, &built.feeds)).expect("runs");
                [built.output, built.pooled].map(|id| read(&run, id))
            };
            let mut sentence =
                Sentence::new((0..positions.len()).map(|i| format!("token {}", i % 3)));
            sentence.positions = positions;
            let n = sentence.len();
            let [output, pooled] = run(&sentence);
            let [padded, padded_pooled] = run(&sentence.padded(side, count));
            let first = if side == Side::Left { count } else { 0 };
            near(
                &padded.values[first * WIDTH..][..n * WIDTH],
                &output.values,
                "output",
            )?;
            near(&padded_pooled.values, &pooled.values, "pooled")
        },
    );
}

/// A token that meets the keys of a cache gets what it gets when all tokens run at once.
pub fn one_at_a_time_equals_all_at_once(engine: &Engine, cases: u32) {
    let strategy = || {
        (
            positions(9),
            any::<prop::sample::Index>(),
            any::<u64>(),
            any::<bool>(),
        )
    };
    for_every_scheme(cases, strategy, |scheme, (positions, at, seed, maps)| {
        let n = positions.len();
        let rows = |name: &str| -> Vec<f32> {
            let numbers = poslab::random::normals(seed, name, n * WIDTH, 1.0);
            numbers.into_iter().map(|v| v as f32).collect()
        };
        let [q, k, v] = ["q", "k", "v"].map(rows);
        // The outputs of the queries from `first` on, where `keys` keys are known.
        let attend = |first: usize, keys: usize| -> Vec<f32> {
            let doors = open(scheme, &positions[..keys]);
            let given = Given {
                heads: HEADS,
                head_dim: HEAD_DIM,
                q: q[first * WIDTH..keys * WIDTH].to_vec(),
                k: k[..keys * WIDTH].to_vec(),
                v: v[..keys * WIDTH].to_vec(),
                positions: positions[..keys].to_vec(),
                valid: vec![true; keys],
                scale: doors.score_scale.unwrap_or(1.0 / (HEAD_DIM as f64).sqrt()),
                causal: true,
                bias: None,
                maps,
            };
            let built = attention_alone(given, &doors).expect("fits");
            let run = block_on(engine.run(&built.program, &built.feeds)).expect("runs");
            read(&run, built.output).values
        };
        let at = at.index(n);
        let whole = attend(0, n);
        near(&attend(at, at + 1), &whole[at * WIDTH..][..WIDTH], "output")
    });
}
