//! Known faults of positional-encoding code, each as an input with its right values.
//!
//! Each comes from a public bug report on some library or demo. The right values were computed from the formulas.

mod common;

use common::{doors, on_cpu, on_gpu, state};
use pollster::block_on;
use poslab::encoding::{
    Ask, BiasDoor, Doors, Index, InputDoor, Numbers, Pairing, RelativeDoor, RotationDoor,
};
use poslab::encoding::{Values, Wave, find, inverse_frequencies};
use poslab::engine::{Engine, cpu};
use poslab::language::Language;
use poslab::model::{Config, Given, Look, Sentence, attention_alone, tables, transformer};
use std::rc::Rc;

/// The rows that the sinusoidal scheme adds at `positions`, in f64.
fn sinusoidal(d_model: usize, layout: &str, positions: &[i32]) -> Vec<f64> {
    let doors = doors("sinusoidal", &[("layout", layout)], d_model, 1, positions);
    let built = tables(&doors, positions, false).unwrap();
    let run = cpu::run(&built.program, &Rc::new(built.feeds.widen())).unwrap();
    run.data(built.input.unwrap()).real().to_vec()
}

fn near(got: &[f64], wanted: &[f64], tolerance: f64) {
    assert_eq!(got.len(), wanted.len());
    for (got_one, wanted_one) in got.iter().zip(wanted) {
        let off = (got_one - wanted_one).abs();
        assert!(off <= tolerance, "{got:?}, not {wanted:?}");
    }
}

/// Attention on the same rows as queries, keys and values, one head.
struct Alone<'a> {
    rows: &'a [Vec<f64>],
    doors: Doors,
    scale: f64,
    causal: bool,
}

impl Alone<'_> {
    /// Queries after rotation, scores and outputs of the last `queries` rows, in f64.
    fn run(&self, queries: usize) -> [Vec<f64>; 3] {
        let n = self.rows.len();
        let numbers = self.rows.concat();
        let narrow: Vec<f32> = numbers.iter().map(|v| *v as f32).collect();
        let head_dim = self.rows[0].len();
        let given = Given {
            heads: 1,
            head_dim,
            q: narrow[(n - queries) * head_dim..].to_vec(),
            k: narrow.clone(),
            v: narrow,
            positions: (0..n as i32).collect(),
            valid: vec![true; n],
            scale: self.scale,
            causal: self.causal,
            bias: None,
            maps: true,
        };
        let built = attention_alone(given, &self.doors).unwrap();
        let run = cpu::run(&built.program, &Rc::new(built.feeds.widen())).unwrap();
        let [scores, _] = built.map.unwrap();
        [built.q, scores, built.output].map(|id| run.data(id).real().to_vec())
    }
}

/// Case 1, odd widths: every width works, and holds the columns of the formula.
#[test]
fn odd_widths_work() {
    near(
        &sinusoidal(3, "interleaved", &[1]),
        &[0.841471, 0.540302, 0.002154],
        1e-6,
    );
    for layout in ["interleaved", "concatenated", "tensor2tensor"] {
        for width in 2..40 {
            let row = sinusoidal(width, layout, &[5]);
            assert_eq!(row.len(), width);
            assert!(row.iter().all(|v| v.is_finite()));
        }
    }
}

/// Case 2: the sine and the cosine of a pair share one frequency, so their squares add up to one.
#[test]
fn a_pair_shares_its_frequency() {
    let row = sinusoidal(4, "interleaved", &[1]);
    near(&row, &[0.841471, 0.540302, 0.010000, 0.999950], 1e-6);
    for position in [-7, 0, 3, 1000, 1 << 20] {
        for pair in sinusoidal(64, "interleaved", &[position]).chunks_exact(2) {
            near(&[pair[0] * pair[0] + pair[1] * pair[1]], &[1.0], 1e-12);
        }
    }
}

/// Case 3: interleaved and concatenated are one table in two orders; tensor2tensor is another table.
#[test]
fn a_layout_is_a_permutation_and_another_spacing_is_not() {
    let interleaved = sinusoidal(4, "interleaved", &[1]);
    let tensor2tensor = sinusoidal(4, "tensor2tensor", &[1]);
    near(&tensor2tensor, &[0.841471, 0.000100, 0.540302, 1.0], 1e-6);
    for width in [4, 6, 16, 33] {
        let sorted = |layout| {
            let mut row = sinusoidal(width, layout, &[7]);
            row.sort_by(f64::total_cmp);
            row
        };
        assert_eq!(sorted("interleaved"), sorted("concatenated"));
        if width > 4 {
            assert_ne!(sorted("interleaved"), sorted("tensor2tensor"));
        }
    }
    assert_ne!(interleaved, tensor2tensor);
}

/// Case 4: a token gets the row of its place in its own sentence, whichever sentence comes first.
#[test]
fn rows_follow_the_place_in_the_sentence() {
    let settings = [
        ("text", "a b c".to_owned()),
        ("text-b", "d e f".to_owned()),
        ("positions", "on".to_owned()),
    ];
    let report = common::report(&on_cpu(), &state(&settings));
    let wanted = sinusoidal(32, "interleaved", &[0, 1, 2]);
    for side in &report.sides {
        let door = side.built.program.find("door.input").unwrap();
        let rows = block_on(side.run.read(door)).unwrap().values;
        let rows: Vec<f64> = rows.into_iter().map(f64::from).collect();
        near(&rows, &wanted, 2e-7);
    }
}

/// Doors that are open but let nothing in: tables of zeros of full size.
fn explicit_zeros(config: &Config, n: usize) -> Doors {
    let (d_model, head_dim) = (config.d_model, config.head_dim());
    let index = Index::ByPair((0..n * n).map(|at| (at % 3) as u32).collect());
    Doors {
        input: Some(InputDoor::Waves(vec![Wave::SILENT; d_model])),
        rotation: Some(RotationDoor::plain(
            vec![0.0; head_dim / 2],
            Pairing::HalfSplit,
        )),
        bias: Some(BiasDoor {
            table: Numbers::Exact(vec![0.0; config.heads * 3]),
            rows: 3,
            index: index.clone(),
            slopes: None,
            indexed: true,
        }),
        relative: Some(RelativeDoor {
            rows: 3,
            width: head_dim,
            key: Some(vec![0.0; 3 * head_dim]),
            query: Some(vec![0.0; 3 * head_dim]),
            value: Some(vec![0.0; 3 * head_dim]),
            content_bias: None,
            index,
        }),
        ..Doors::default()
    }
}

fn zeros_equal_shut(engine: &Engine, config: &Config, look: Look) {
    let sentence = Sentence::new(["a", "b", "c", "a", "d"]);
    let shut = transformer(config, &Doors::default(), &sentence, look).unwrap();
    let zeros = explicit_zeros(config, sentence.len());
    let zeros = transformer(config, &zeros, &sentence, look).unwrap();
    let runs = [&shut, &zeros].map(|b| block_on(engine.run(&b.program, &b.feeds)).unwrap());
    let mut compared = 0;
    for id in shut.program.made() {
        let name = &shut.program.info(id).name;
        let other = zeros.program.find(name).unwrap();
        let bits = |run: &poslab::engine::Run, id| -> Vec<u32> {
            let tensor = block_on(run.read(id)).unwrap();
            tensor.values.iter().map(|v| v.to_bits()).collect()
        };
        assert_eq!(
            bits(&runs[0], id),
            bits(&runs[1], other),
            "{name}, {}",
            engine.kind()
        );
        compared += 1;
    }
    assert!(compared > 10);
}

/// Case 6: positions off equals explicit zero tables, bit for bit, in every tensor.
#[test]
fn positions_off_equals_zero_tables_bit_for_bit() {
    for engine in [on_cpu(), on_gpu()] {
        for causal in [false, true] {
            for scale_embedding in [false, true] {
                let config = Config {
                    causal,
                    scale_embedding,
                    layers: 2,
                    ..Config::default()
                };
                zeros_equal_shut(&engine, &config, Look::Everything);
                zeros_equal_shut(&engine, &config, Look::Nothing);
            }
        }
    }
}

/// Case 6: switching positions on changes nothing ahead of the door: not the embedding, not its scale.
#[test]
fn positions_leave_the_embedding_alone() {
    let mut settings = vec![("scale_embedding", "1".to_owned())];
    let off = common::report(&on_cpu(), &state(&settings));
    settings.push(("positions", "on".to_owned()));
    let on = common::report(&on_cpu(), &state(&settings));
    for name in ["embedding", "embedding_scaled"] {
        let read = |report: &poslab::experiment::OrderReport| {
            let side = &report.sides[0];
            block_on(side.run.read(side.built.program.find(name).unwrap())).unwrap()
        };
        assert_eq!(read(&off), read(&on), "{name}");
    }
}

/// Cases 7 and 8: 猫 = (1, 0), 追 = (0, 1), 老鼠 = (1, 1), no weights. Bidirectional attention permutes its rows with the
/// tokens, so only a pooled value is equal; a causal mask tells the order.
#[test]
fn order_blind_only_when_bidirectional() {
    let (cat, chases, mouse) = (vec![1.0, 0.0], vec![0.0, 1.0], vec![1.0, 1.0]);
    let first = [cat.clone(), chases.clone(), mouse.clone()];
    let second = [mouse, chases, cat];
    let outputs = |rows: &[Vec<f64>], causal| {
        let alone = Alone {
            rows,
            doors: Doors::default(),
            scale: 0.5_f64.sqrt(),
            causal,
        };
        let [_, _, output] = alone.run(3);
        output
            .chunks_exact(2)
            .map(<[f64]>::to_vec)
            .collect::<Vec<_>>()
    };
    let (a, b) = (outputs(&first, false), outputs(&second, false));
    near(&a[1], &[0.598888, 0.802224], 1e-6);
    for row in 0..3 {
        near(&a[row], &b[2 - row], 1e-12);
    }
    assert!(
        (a[0][0] - b[0][0]).abs() > 0.01,
        "rows are permuted, not equal in place"
    );
    let mean = |rows: &[Vec<f64>]| [0, 1].map(|c| rows.iter().map(|row| row[c]).sum::<f64>() / 3.0);
    near(&mean(&a), &mean(&b), 1e-12);

    let (a, b) = (outputs(&first, true), outputs(&second, true));
    near(&a[1], &[0.330238, 0.669762], 1e-6);
    near(&b[1], &[0.5, 1.0], 1e-6);
}

/// Case 9: the score depends on the distance alone, in each pairing; the two pairings give different scores.
#[test]
fn a_rotation_depends_on_the_distance_alone() {
    let vector = vec![1.0, 2.0, 3.0, 4.0];
    for (pairing, wanted) in [("interleaved", 27.700262), ("half_split", 25.402023)] {
        let rows = vec![vector.clone(); 7];
        let positions: Vec<i32> = (0..7).collect();
        let alone = Alone {
            rows: &rows,
            doors: doors("rope", &[("pairing", pairing)], 4, 1, &positions),
            scale: 1.0,
            causal: false,
        };
        let [turned, scores, _] = alone.run(7);
        for (query, key) in [(1, 0), (2, 1), (6, 5)] {
            near(&[scores[query * 7 + key]], &[wanted], 1e-6);
        }
        // A rotation keeps the length: 1 + 4 + 9 + 16.
        for row in turned.chunks_exact(4) {
            near(&[row.iter().map(|v| v * v).sum()], &[30.0], 1e-9);
        }
    }
}

/// Case 10: half_split(P v) = P interleaved(v) with P = \[0, 2, 1, 3\], and for wider heads alike.
#[test]
fn the_pairings_are_one_thing_permuted() {
    for head_dim in [4, 8, 16] {
        let half = head_dim / 2;
        let place = |i: usize| if i < half { 2 * i } else { 2 * (i - half) + 1 };
        let permute = |v: &[f64]| -> Vec<f64> { (0..head_dim).map(|i| v[place(i)]).collect() };
        let rows: Vec<Vec<f64>> = (0..5)
            .map(|row| {
                (0..head_dim)
                    .map(|i| f64::from((row * 7 + i as i32 * 3) % 11))
                    .collect()
            })
            .collect();
        let permuted: Vec<_> = rows.iter().map(|row| permute(row)).collect();
        let turned = |rows: &[Vec<f64>], pairing| {
            let positions: Vec<i32> = (0..5).collect();
            let alone = Alone {
                rows,
                doors: doors("rope", &[("pairing", pairing)], head_dim, 1, &positions),
                scale: 1.0,
                causal: false,
            };
            let [turned, _, _] = alone.run(5);
            turned
        };
        let interleaved = turned(&rows, "interleaved");
        let wanted: Vec<_> = interleaved
            .chunks_exact(head_dim)
            .flat_map(permute)
            .collect();
        near(&turned(&permuted, "half_split"), &wanted, 1e-12);
    }
}

/// Case 12: one token at a time against a growing cache equals all at once.
#[test]
fn a_cache_continues_the_positions() {
    let rows: Vec<Vec<f64>> = (0..4)
        .map(|row| {
            (0..6)
                .map(|i| f64::from((row * 5 + i * 7) % 13) / 6.0 - 1.0)
                .collect()
        })
        .collect();
    for scheme in ["none", "rope"] {
        let alone = |n: usize| Alone {
            rows: &rows[..n],
            doors: doors(scheme, &[], 6, 1, &(0..n as i32).collect::<Vec<_>>()),
            scale: 0.4,
            causal: true,
        };
        let [_, _, at_once] = alone(4).run(4);
        for n in 1..=4 {
            let [_, _, last] = alone(n).run(1);
            near(&last, &at_once[(n - 1) * 6..][..6], 1e-6);
        }
    }
}

/// Case 13: an odd head can't turn in pairs, and is told so; an even part of it can.
#[test]
fn an_odd_head_is_refused_with_the_reason() {
    let rope = find("rope").unwrap();
    let ask = Ask {
        positions: vec![0, 1],
        d_model: 9,
        heads: 1,
        seed: 0,
    };
    let mut values = Values::defaults(rope.parameters());
    let refusal = rope.open(&ask, &values).unwrap_err();
    assert_eq!(refusal.property, "head_dim");
    assert!(
        refusal.sentence(Language::En).contains("pairs"),
        "{refusal}"
    );
    let rotary_dim = rope
        .parameters()
        .iter()
        .find(|p| p.name == "rotary_dim")
        .unwrap();
    values.set("rotary_dim", rotary_dim.parse("8").unwrap());
    assert_eq!(
        rope.open(&ask, &values)
            .unwrap()
            .rotation
            .unwrap()
            .rotary_dim(),
        8
    );
}

/// Case 21: every frequency of a wide table is right far out, on each executor.
#[test]
fn angles_are_exact_far_out() {
    let positions = [0, 1, 100, 792, 4096, 100_000, 1 << 20];
    let doors = doors("sinusoidal", &[], 512, 1, &positions);
    let built = tables(&doors, &positions, false).unwrap();
    let frequencies = inverse_frequencies(512, 10_000.0);
    for engine in [on_cpu(), on_gpu()] {
        let run = block_on(engine.run(&built.program, &built.feeds)).unwrap();
        let got = block_on(run.read(built.input.unwrap())).unwrap().values;
        for (row, position) in got.chunks_exact(512).zip(positions) {
            for (pair, inv_freq) in row.chunks_exact(2).zip(&frequencies) {
                let angle = f64::from(position) * inv_freq;
                let pair: Vec<f64> = pair.iter().map(|v| f64::from(*v)).collect();
                near(&pair, &[angle.sin(), angle.cos()], 2e-7);
            }
        }
    }
}
