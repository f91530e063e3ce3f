//! The guide asserts nothing that the lab does not show: every link is taken whole, and every claim is run.

mod common;

use common::{doors, on_cpu};
use pollster::block_on;
use poslab::encoding::{Ask, SCHEMES, Values, find};
use poslab::experiment::guide::{Answer, Experiment, QUESTIONS, chosen};
use poslab::experiment::lineup::parse;
use poslab::experiment::{Contestant, Side, State, compare, order};
use poslab::language::Language;
use poslab::model::{Part, exhibit};

fn answers() -> impl Iterator<Item = &'static Answer> {
    QUESTIONS.iter().flat_map(|question| question.answers)
}

fn answer(id: &str) -> &'static Answer {
    answers().find(|answer| answer.id == id).expect(id)
}

fn experiments() -> impl Iterator<Item = &'static Experiment> {
    answers().flat_map(|answer| answer.experiments)
}

fn runs(state: &State, language: Language) -> Vec<Contestant> {
    let lineup = parse(&state.get("compare")).expect("a line-up");
    block_on(compare(&on_cpu(), state, language, lineup)).expect("runs")
}

fn side(contestant: &Contestant) -> &Side {
    contestant.outcome.as_ref().expect("runs")
}

/// Whether the page's two sentences come out as one.
fn is_one(query: &str) -> bool {
    let (state, refused) = State::from_query(query);
    assert!(refused.is_empty(), "{query}: {refused:?}");
    // Chinese falls into words in a browser alone; the page's English sentences do anywhere.
    block_on(order(&on_cpu(), &state, Language::En, (0, 0)))
        .expect("runs")
        .is_one()
}

#[test]
fn every_link_is_taken_whole_and_every_comparison_runs() {
    for experiment in experiments() {
        let (_, refused) = State::from_query(experiment.query);
        assert!(refused.is_empty(), "{}: {refused:?}", experiment.query);
        for language in [Language::Zh, Language::En] {
            let state = experiment.state(language);
            if state.choice("view") == "compare" {
                for contestant in &runs(&state, language) {
                    side(contestant);
                }
            }
        }
    }
}

#[test]
fn every_answer_has_a_word_of_its_own_an_experiment_and_known_encodings() {
    let mut ids: Vec<_> = answers().map(|answer| answer.id).collect();
    assert_eq!(chosen(&ids.join(",")).len(), QUESTIONS.len());
    for answer in answers() {
        assert!(!answer.experiments.is_empty(), "{}", answer.id);
        for id in answer.names.iter().chain(answer.rules_out) {
            assert!(find(id).is_some(), "{}: {id}", answer.id);
        }
        assert!(answer.names.iter().all(|id| !answer.rules_out.contains(id)));
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), answers().count());
}

#[test]
fn what_is_ruled_out_for_encoders_cannot_tell_a_sentence_from_its_reversal() {
    for scheme in SCHEMES {
        let id = scheme.id();
        let blind = is_one(&format!("view=order&positions=on&scheme={id}"));
        let out = answer("both").rules_out.contains(&id);
        assert_eq!(blind, out, "{id}");
    }
    assert!(!is_one("positions=on&scheme=alibi&direction=split"));
    assert!(is_one("view=order") && !is_one("view=order&mask=causal"));
}

#[test]
fn what_is_ruled_out_for_long_sentences_ends() {
    let ask = Ask {
        positions: (0..600).collect(),
        d_model: 32,
        heads: 4,
        seed: 7,
    };
    for scheme in SCHEMES {
        let values = Values::defaults(scheme.parameters());
        let ends = scheme.open(&ask, &values).is_err();
        let id = scheme.id();
        assert_eq!(ends, answer("longer").rules_out.contains(&id), "{id}");
    }
    let (state, _) = State::from_query("positions=on&scheme=learned&max_len=2");
    assert!(block_on(order(&on_cpu(), &state, Language::En, (0, 0))).is_err());
}

#[test]
fn recipes_for_longer_contexts_change_the_pairs_that_the_guide_says() {
    let frequencies = |scaling| {
        let set = [("scaling", scaling), ("factor", "4")];
        let door = doors("rope", &set, 32, 4, &[0, 1]).rotation.expect("turns");
        door.inv_freq
    };
    let plain = frequencies("none");
    let ratio = |scaling| {
        let pairs = frequencies(scaling);
        let ratios: Vec<f64> = plain.iter().zip(pairs).map(|(a, b)| a / b).collect();
        ratios
    };
    assert!(ratio("linear").iter().all(|r| (r - 4.0).abs() < 1e-9));
    let ntk = ratio("ntk");
    assert!((ntk[0] - 1.0).abs() < 1e-9 && ntk.is_sorted() && ntk[3] > 3.9);
    let yarn = ratio("yarn");
    assert!((yarn[0] - 1.0).abs() < 1e-9 && (yarn[3] - 4.0).abs() < 1e-9);
    let set = [("scaling", "yarn"), ("factor", "4")];
    let door = doors("rope", &set, 32, 4, &[0]).rotation.expect("turns");
    assert!(door.attention_factor > 1.0);
}

#[test]
fn grids_fold_a_line_every_eight_words() {
    let positions: Vec<i32> = (0..64).collect();
    let door = doors("sinusoidal_2d", &[], 32, 4, &positions);
    let laid = exhibit(&door, &positions, false).expect("lays");
    let run = block_on(on_cpu().run(&laid.program, &laid.feeds)).expect("runs");
    let (_, input) = laid.parts[0];
    let rows = block_on(run.read(input)).expect("reads").values;
    let row = |p: usize| &rows[32 * p..][..32];
    let equal = |a: usize, b: usize| (0..32).filter(|c| row(a)[*c] == row(b)[*c]).count();
    assert_eq!(equal(3, 11), 16, "the same column of the grid, another row");
    for id in ["rope_2d", "swin_2d"] {
        let door = doors(id, &[], 32, 4, &positions);
        assert!(
            !exhibit(&door, &positions, false)
                .expect(id)
                .parts
                .is_empty()
        );
    }
}

#[test]
fn a_bias_by_distance_draws_attention_near() {
    let experiment = &answer("near").experiments[0];
    for language in [Language::Zh, Language::En] {
        let found = runs(&experiment.state(language), language);
        let near = |contestant: &Contestant| {
            let side = side(contestant);
            let n = side.tokens.len();
            assert!(n >= 7, "near and far can be told apart");
            let map = block_on(side.map(0)).expect("maps").values;
            let cells = map.iter().enumerate();
            let near = cells.filter(|(at, _)| (at / n % n).abs_diff(at % n) <= 1);
            near.map(|(_, weight)| f64::from(*weight)).sum::<f64>()
        };
        let shares: Vec<f64> = found.iter().map(near).collect();
        assert!(
            shares[1..].iter().all(|share| *share > 1.05 * shares[0]),
            "{shares:?}"
        );
    }
}

#[test]
fn tables_of_distances_let_far_ones_share_a_row() {
    let positions: Vec<i32> = (0..64).collect();
    for (id, set) in [
        ("shaw", &[("clip", "4")][..]),
        ("t5", &[]),
        ("deberta", &[]),
    ] {
        let laid = exhibit(&doors(id, set, 32, 4, &positions), &positions, false).expect(id);
        let index = laid.parts.iter().find(|(part, _)| *part == Part::Index);
        let (_, index) = index.expect(id);
        let run = block_on(on_cpu().run(&laid.program, &laid.feeds)).expect(id);
        let rows = block_on(run.read(*index)).expect(id).values;
        let row = |offset: usize| rows[63 * 64 + 63 - offset];
        assert!((0..4).all(|near| row(near) != row(near + 1)), "{id}: near");
        let shared = (0..63).any(|far| row(far) == row(far + 1));
        // DeBERTa's buckets of the lab's size are wide enough for 64 positions only by logarithms.
        assert!(shared || id == "deberta", "{id}: far");
    }
}
