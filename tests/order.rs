//! Order-blindness: bidirectional attention without positions gives the same rows, reordered; anything else does not.

mod common;

use common::{on_cpu, report, state};
use pollster::block_on;
use poslab::experiment::{MOST_TOKENS_WITH_MAPS, OrderReport, Why, order};
use poslab::language::Language;
use proptest::prelude::*;

/// The largest distance between row i of B and the row of A that holds the same token.
fn rows_apart(report: &OrderReport, order: &[usize]) -> f64 {
    let [a, b] = &report.sides;
    let width = a.output.shape.width();
    let row = |values: &[f32], i: usize| values[i * width..][..width].to_vec();
    let apart = order.iter().enumerate().map(|(i, j)| {
        let (x, y) = (row(&b.output.values, i), row(&a.output.values, *j));
        let squares = x.iter().zip(&y).map(|(x, y)| f64::from(x - y).powi(2));
        squares.sum::<f64>().sqrt()
    });
    apart.fold(0.0, f64::max)
}

/// Distinct ids, and the same ids in another order.
fn sentences() -> impl Strategy<Value = (Vec<u32>, Vec<usize>)> {
    let ids = proptest::collection::btree_set(0_u32..1000, 2..12);
    ids.prop_flat_map(|ids| {
        let ids: Vec<_> = ids.into_iter().collect();
        let places: Vec<_> = (0..ids.len()).collect();
        (Just(ids), Just(places).prop_shuffle())
    })
    .prop_filter("an order of its own", |(_, order)| !order.is_sorted())
}

fn text(ids: impl IntoIterator<Item = u32>) -> String {
    let words: Vec<_> = ids.into_iter().map(|id| id.to_string()).collect();
    words.join(" ")
}

/// Settings of a random model that fit each other.
fn model() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    // A norm leaves only a sign of two numbers, so the width is no smaller than 8.
    (
        1_usize..=4,
        4_usize..=8,
        1_usize..=3,
        0_u32..1000,
        0_usize..=1,
    )
        .prop_map(|(heads, pairs, layers, seed, scaled)| {
            vec![
                ("tokenizer", "ids".into()),
                ("heads", heads.to_string()),
                ("d_model", (2 * heads * pairs).to_string()),
                ("layers", layers.to_string()),
                ("seed", seed.to_string()),
                ("scale_embedding", scaled.to_string()),
            ]
        })
}

fn compare(
    settings: &[(&'static str, String)],
    ids: &[u32],
    order: &[usize],
    more: &[(&str, &str)],
) -> OrderReport {
    let mut all: Vec<(&str, String)> = settings.to_vec();
    all.push(("text", text(ids.iter().copied())));
    all.push(("text-b", text(order.iter().map(|i| ids[*i]))));
    all.extend(
        more.iter()
            .map(|(name, value)| (*name, (*value).to_owned())),
    );
    report(&on_cpu(), &state(&all))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn without_positions_rows_are_permuted((ids, order) in sentences(), model in model()) {
        let report = compare(&model, &ids, &order, &[("positions", "off")]);
        prop_assert_eq!(report.why, Why::OrderBlind);
        prop_assert!(report.is_one(), "distance {} > {}", report.distance, report.tolerance);
        prop_assert!(rows_apart(&report, &order) <= report.tolerance);
        prop_assert_eq!(report.equal_rows.len(), ids.len());
    }

    #[test]
    fn a_causal_mask_tells_the_order((ids, order) in sentences(), model in model()) {
        let report = compare(&model, &ids, &order, &[("positions", "off"), ("mask", "causal")]);
        prop_assert_eq!(report.why, Why::CausalMask);
        prop_assert!(rows_apart(&report, &order) > 10.0 * report.tolerance);
    }

    #[test]
    fn an_encoding_tells_the_order(
        (ids, order) in sentences(),
        model in model(),
        scheme in prop::sample::select(vec!["sinusoidal", "rope"]),
    ) {
        let report = compare(&model, &ids, &order, &[("positions", "on"), ("scheme", scheme)]);
        prop_assert_eq!(report.why, Why::Positions);
        prop_assert!(rows_apart(&report, &order) > 10.0 * report.tolerance);
    }
}

#[test]
fn the_first_screen_shows_what_it_says() {
    let words = [
        ("tokenizer", "character".to_owned()),
        ("text", "猫追鼠".to_owned()),
        ("text-b", "鼠追猫".to_owned()),
    ];
    let mut state = state(&words);
    let off = report(&on_cpu(), &state);
    assert!(off.is_one(), "{} > {}", off.distance, off.tolerance);
    assert_eq!(off.equal_rows, [(0, 2), (1, 1), (2, 0)]);
    state.set("positions", "on").unwrap();
    let on = report(&on_cpu(), &state);
    assert!(on.distance > 0.1, "only {}", on.distance);
    state.set("add", "nowhere").unwrap();
    assert_eq!(report(&on_cpu(), &state).why, Why::OrderBlind);
}

#[test]
fn editing_one_sentence_leaves_the_other_alone() {
    let mut state = state(&[("text", "a b c".to_owned()), ("text-b", "c b a".to_owned())]);
    let before = report(&on_cpu(), &state);
    state.set("text-b", "d e f g").unwrap();
    let after = report(&on_cpu(), &state);
    assert_eq!(before.sides[0].output, after.sides[0].output);
    assert_eq!(after.why, Why::OtherWords);
}

#[test]
fn of_a_long_text_the_map_is_made_that_is_looked_at() {
    let n = MOST_TOKENS_WITH_MAPS + 8;
    let ids: Vec<_> = (0..n).map(|i| (i % 7).to_string()).collect();
    let sizes = [("d_model", "16"), ("heads", "4"), ("layers", "2")];
    let mut state = state(&sizes.map(|(name, size)| (name, size.to_owned())));
    state.set("tokenizer", "ids").unwrap();
    state.set("positions", "on").unwrap();
    state.set("text", &ids.join(" ")).unwrap();
    let map = |looked_at: (usize, usize)| {
        let report = block_on(order(&on_cpu(), &state, Language::En, looked_at)).expect("a report");
        block_on(report.sides[0].map(looked_at.0.min(1))).expect("a map")
    };
    let of_head_2 = map((1, 2));
    assert_eq!(of_head_2.shape.axes(), [1, n, n]);
    for row in of_head_2.values.chunks_exact(n) {
        let sum: f64 = row.iter().map(|weight| f64::from(*weight)).sum();
        assert!((sum - 1.0).abs() < 1e-4, "a row adds up to {sum}");
    }
    assert_ne!(of_head_2, map((1, 3)));
    assert_ne!(of_head_2, map((0, 2)));
    assert_eq!(map((1, 3)), map((9, 9)), "beyond the end it is the last");
}
