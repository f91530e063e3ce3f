//! Training tasks: data are what they say, the same for the same seed, and a bound holds for whoever is blind to order.

use poslab::experiment::train::{Back, NOT_ASKED, Purpose, TASKS, Task, batch, task};
use poslab::language::Language;

const N: usize = 16;

fn drawn(id: &str, purpose: Purpose) -> (Vec<u32>, Vec<u32>) {
    let batch = batch(task(id).unwrap(), (1, "test"), purpose, N, 200);
    (batch.ids, batch.targets)
}

/// Ids and targets of each sequence.
fn each(id: &str, check: impl Fn(&[u32], &[u32])) {
    let (ids, targets) = drawn(id, Purpose::Test);
    for (ids, targets) in ids.chunks(N).zip(targets.chunks(N)) {
        check(ids, targets);
    }
}

fn asked(targets: &[u32]) -> Vec<usize> {
    (0..targets.len())
        .filter(|i| targets[*i] != NOT_ASKED)
        .collect()
}

#[test]
fn every_task_draws_ids_of_its_vocabulary_and_asks_something() {
    for task in TASKS {
        let vocabulary = task.vocabulary() as u32;
        for purpose in [Purpose::Train, Purpose::Test] {
            let [least, _] = task.lengths();
            for n in [least, N, 33] {
                let drawn = batch(*task, (1, "a"), purpose, n, 20);
                assert!(drawn.ids.iter().all(|id| *id < vocabulary), "{}", task.id());
                for targets in drawn.targets.chunks(n) {
                    let asked = asked(targets);
                    assert!(!asked.is_empty(), "{} at {n}", task.id());
                    assert!(asked.iter().all(|i| targets[*i] < vocabulary));
                }
                assert_eq!(drawn, batch(*task, (1, "a"), purpose, n, 20));
                assert_ne!(drawn, batch(*task, (2, "a"), purpose, n, 20));
                assert_ne!(drawn, batch(*task, (1, "b"), purpose, n, 20));
            }
        }
        let [chance, blind] = [task.chance(N), task.without_positions(N)];
        assert!(
            chance > 0.0 && chance <= blind + 1e-9 && blind <= 1.0,
            "{}",
            task.id()
        );
        assert!(!task.question().zh.is_empty() && !task.needs().en.is_empty());
    }
}

#[test]
fn role_names_the_animal_before_the_verb() {
    for id in ["role", "rolelast"] {
        each(id, |ids, targets| {
            let animals: Vec<_> = (0..N).filter(|i| (16..24).contains(&ids[*i])).collect();
            let verbs: Vec<_> = (0..N).filter(|i| ids[*i] == 24).collect();
            let (&[a, b], &[verb]) = (&animals[..], &verbs[..]) else {
                panic!("two animals and a verb: {ids:?}");
            };
            assert!(a < verb && verb < b && ids[a] != ids[b]);
            let place = if id == "role" { verb } else { N - 1 };
            assert_eq!(asked(targets), [place]);
            assert_eq!(targets[place], ids[a]);
        });
    }
}

#[test]
fn the_tasks_over_symbols_ask_what_they_say() {
    each("previous", |ids, targets| {
        assert_eq!(targets[1..], ids[..N - 1])
    });
    each("back_k", |ids, targets| {
        assert_eq!(targets[4..], ids[..N - 4])
    });
    each("first", |ids, targets| {
        assert!(targets[1..].iter().all(|t| *t == ids[0]))
    });
    each("next", |ids, targets| {
        assert_eq!(targets[..N - 1], ids[1..])
    });
    each("reverse", |ids, targets| {
        assert!((0..N).all(|i| targets[i] == ids[N - 1 - i]));
    });
    each("parity", |ids, targets| {
        let odd = |i: usize| ids[..=i].iter().sum::<u32>() % 2;
        assert!((0..N).all(|i| targets[i] == odd(i)));
    });
    each("bag", |ids, targets| {
        let animals = ids.iter().filter(|id| (16..24).contains(*id));
        assert_eq!(animals.collect::<Vec<_>>(), [&targets[asked(targets)[0]]]);
    });
    let far = batch(Back::of(7), (1, "a"), Purpose::Test, N, 1);
    assert_eq!(far.targets[7..], far.ids[..N - 7]);
    assert!(far.targets[..7].iter().all(|t| *t == NOT_ASKED));
}

#[test]
fn following_the_answers_of_sort_sorts() {
    each("sort", |ids, targets| {
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        for (i, id) in ids.iter().enumerate() {
            let at = sorted.binary_search(id).unwrap();
            assert_eq!(targets[i], *sorted.get(at + 1).unwrap_or(id));
        }
    });
}

#[test]
fn copy_repeats_a_block_of_varied_length_to_train_and_of_full_length_to_test() {
    each("copy", |ids, targets| {
        assert_eq!(ids[..N / 2], ids[N / 2..]);
        assert_eq!(asked(targets), (N / 2..N - 1).collect::<Vec<_>>());
        assert_eq!(targets[N / 2..N - 1], ids[N / 2 + 1..]);
    });
    let (_, targets) = drawn("copy", Purpose::Train);
    let counts: std::collections::BTreeSet<_> = targets.chunks(N).map(|t| asked(t).len()).collect();
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), [3, 4, 5, 6, 7]);
}

/// The share of right answers of somebody who knows which symbols occur, and which one stands here, but no order.
fn blind_guesser(id: &str) -> f64 {
    let (ids, targets) = drawn(id, Purpose::Test);
    let (mut right, mut questions) = (0.0, 0.0);
    for (ids, targets) in ids.chunks(N).zip(targets.chunks(N)) {
        for i in asked(targets) {
            let others = (0..N).filter(|j| *j != i).map(|j| ids[j]);
            let mut counts = [0; 64];
            others.for_each(|id| counts[id as usize] += 1);
            let most = counts.iter().max().unwrap();
            let ties = counts.iter().filter(|count| *count == most).count();
            right += if counts[targets[i] as usize] == *most {
                1.0 / ties as f64
            } else {
                0.0
            };
            questions += 1.0;
        }
    }
    right / questions
}

#[test]
fn the_bound_without_positions_is_what_a_blind_guesser_gets() {
    for id in ["previous", "back_k", "first", "reverse"] {
        let bound = task(id).unwrap().without_positions(N);
        let got = blind_guesser(id);
        assert!((got - bound).abs() < 0.05, "{id}: {got} against {bound}");
    }
}

#[test]
fn parity_without_order_is_a_little_better_than_a_coin() {
    // By hand for two bits: 00 and 11 are known at each place but for the order of equal bits; of 01 and 10 the one is always odd.
    // 00: even, even. 11: odd at one of two places, even at the other: a coin. 01, 10: the one is odd; the zero a coin.
    let parity: &dyn Task = task("parity").unwrap();
    assert!((parity.without_positions(2) - (0.25 + 0.25 * 0.5 + 0.5 * 0.75)).abs() < 1e-12);
    assert!(parity.without_positions(64) < 0.55);
}

/// The pieces of a text as they are shipped, without titles.
fn pieces(file: &str) -> Vec<String> {
    let own = |piece: &str| {
        let lines = piece.lines().filter(|line| !line.starts_with('#'));
        lines.collect::<Vec<_>>().join("⏎").to_lowercase()
    };
    let pieces = file.split("\n\n").map(own);
    pieces.filter(|piece| !piece.is_empty()).collect()
}

#[test]
fn texts_ask_for_the_next_character_and_test_on_pieces_never_trained_on() {
    let tang = include_str!("../static/texts/tang.txt");
    let english = include_str!("../static/texts/english.txt");
    for (id, file) in [("text", tang), ("text_en", english)] {
        let text = task(id).unwrap();
        let pieces = pieces(file);
        let joined = |kept: bool| {
            let own = pieces.iter().enumerate();
            let own = own.filter(|(at, _)| (at % 5 == 4) == kept);
            own.map(|(_, piece)| format!("{piece}⏎"))
                .collect::<String>()
        };
        let [train, test] = [joined(false), joined(true)];
        assert!(test.chars().count() > 900, "{id} has little to test");
        for (purpose, own, other) in [
            (Purpose::Train, &train, &test),
            (Purpose::Test, &test, &train),
        ] {
            let drawn = batch(text, (1, "a"), purpose, N, 50);
            for (ids, targets) in drawn.ids.chunks(N).zip(drawn.targets.chunks(N)) {
                let words = ids.iter().map(|id| text.word(*id, Language::Zh));
                let read = words.collect::<String>().replace('␣', " ");
                // A character without an id of its own may be any.
                if !read.contains('□') {
                    assert!(own.contains(&read), "{read}");
                    assert!(!other.contains(&read), "{read}");
                }
                for i in 0..N - 1 {
                    assert!(
                        targets[i] == ids[i + 1] || (targets[i] == NOT_ASKED && ids[i + 1] == 0)
                    );
                }
            }
        }
    }
}

#[test]
fn verse_is_whole_lines_of_five_or_seven() {
    for poem in pieces(include_str!("../static/texts/tang.txt")) {
        let lines = poem.split(['，', '。']).filter(|line| !line.is_empty());
        let lengths: Vec<_> = lines.map(|line| line.chars().count()).collect();
        // One old poem has two lines of six.
        let regular = lengths
            .iter()
            .all(|n| *n == lengths[0] && [5, 7].contains(n));
        assert!(regular || poem.starts_with("前不见古人"), "{poem}");
    }
}
