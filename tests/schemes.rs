//! What every scheme's doors let in: refusals, looked-up rows, and what depends on offsets alone.

#[path = "common/doors.rs"]
mod doors;

use doors::{ask, near, open, values};
use poslab::encoding::{Ask, Index, InputDoor, SCHEMES, Value, find, precision};

fn refused(id: &str, ask: &Ask, set: &[(&str, &str)]) -> String {
    let scheme = find(id).expect("a scheme");
    let refusal = scheme.open(ask, &values(id, set)).expect_err("refused");
    refusal.to_string()
}

/// Case 5: a position past the table is refused by name; each workaround reads the row that it says.
#[test]
fn a_position_past_the_table_has_no_row() {
    let nine = ask(9, 4, 1);
    let sentence = refused("learned", &nine, &[("max_len", "8")]);
    assert!(
        sentence.contains("position 8 has no row (the table holds 8)"),
        "{sentence}"
    );
    let rows = |beyond| {
        let Some(InputDoor::Rows(rows)) =
            open("learned", &nine, &[("max_len", "8"), ("beyond", beyond)]).input
        else {
            panic!("learned fills door 1 with rows");
        };
        rows
    };
    let (clamp, wrap, squeeze) = (rows("clamp"), rows("wrap"), rows("interpolate"));
    assert_eq!(clamp[32..36], clamp[28..32]);
    assert_eq!(wrap[32..36], wrap[0..4]);
    assert_eq!(
        squeeze[32..36],
        clamp[28..32],
        "the last position meets the last row"
    );
    assert_ne!(squeeze[4..8], clamp[4..8], "the others move in between");
}

/// Case 19: the bias varies over keys, so it survives the softmax.
#[test]
fn alibi_changes_the_weights() {
    let door = open("alibi", &ask(3, 8, 8), &[]).bias.expect("door 3");
    assert_eq!(door.slopes.as_ref().expect("slopes")[0], 0.5);
    let row: Vec<f64> = (0..3).map(|j| libm::exp(door.at(3, 0, 2, j))).collect();
    let sum: f64 = row.iter().sum();
    let weights: Vec<f64> = row.iter().map(|e| e / sum).collect();
    near(&weights, &[0.1863, 0.3072, 0.5065], 1e-4, "weights");
}

/// Case 20.
#[test]
fn t5_rows_of_ten_tokens() {
    let index = open("t5", &ask(10, 8, 2), &[]).bias.expect("door 3").index;
    let row = |i| (0..10).map(|j| index.row(10, i, j)).collect::<Vec<u32>>();
    assert_eq!(row(0), [0, 17, 18, 19, 20, 21, 22, 23, 24, 24]);
    assert_eq!(row(9), [8, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
}

/// Case 22.
#[test]
fn shaw_clips_to_2k_plus_1_rows() {
    let door = open("shaw", &ask(5, 8, 2), &[("clip", "2")])
        .relative
        .expect("door 4");
    assert_eq!(door.rows, 5);
    let want = [
        2, 3, 4, 4, 4, 1, 2, 3, 4, 4, 0, 1, 2, 3, 4, 0, 0, 1, 2, 3, 0, 0, 0, 1, 2,
    ];
    assert_eq!(door.index.dense(5), want);
}

/// The two readings of a decay that renormalise are one function, and it is ALiBi's.
#[test]
fn a_renormalised_decay_is_a_bias() {
    let door = |reading| open("distance_decay", &ask(6, 8, 2), &[("reading", reading)]);
    assert_eq!(door("weights_renormalised"), door("logits"));
    assert!(door("weights").bias.is_none() && door("weights").damping.is_some());
}

/// Transformer-XL's parts add up to its four terms.
#[test]
fn transformer_xl_adds_up() {
    let ask = ask(4, 8, 2);
    let doors = open("transformer_xl", &ask, &[]);
    let (bias, relative) = (doors.bias.expect("door 3"), doors.relative.expect("door 4"));
    let (u, keys) = (relative.content_bias.expect("u"), relative.key.expect("R"));
    let v = poslab::random::normals(7, "transformer_xl.v", 8, 0.5);
    let dims = 4..8;
    for (i, j) in [(0, 3), (2, 1), (3, 3)] {
        let row = relative.index.row(4, i, j) as usize * 8;
        let dot = |x: &[f64]| dims.clone().map(|e| x[e] * keys[row + e]).sum::<f64>();
        let whole = dot(&u) / 2.0 + bias.at(4, 1, i, j);
        near(&[whole], &[dot(&v) / 2.0], 1e-9, "u.R + (v - u).R = v.R");
    }
}

/// DeBERTa's one inner index serves both lookups, the second one mirrored.
#[test]
fn deberta_looks_up_both_ways() {
    let door = open(
        "deberta",
        &ask(40, 8, 1),
        &[("buckets", "8"), ("max_position", "16")],
    )
    .relative
    .expect("door 4");
    let (key, query) = (door.key.expect("Kr"), door.query.expect("Qr"));
    let table = |name| poslab::random::normals(7, name, 16 * 8, 1.0);
    let (own_key, own_query) = (table("deberta.key"), table("deberta.query"));
    // The inner table has a row for each bucket from -8 to 8; the scheme's own clamps the last one away.
    let shown = |i, j| (door.index.row(40, i, j) as usize).min(15);
    for (i, j) in [(0, 39), (39, 0), (5, 5), (20, 17), (3, 9)] {
        let row = door.index.row(40, i, j) as usize;
        assert_eq!(
            key[row * 8..][..8],
            own_key[shown(i, j) * 8..][..8],
            "Kr at ({i}, {j})"
        );
        assert_eq!(
            query[row * 8..][..8],
            own_query[shown(j, i) * 8..][..8],
            "Qr at ({j}, {i})"
        );
    }
}

/// A refused size says why: odd widths, and positions outside a grid.
#[test]
fn sizes_that_do_not_fit_are_refused_in_a_sentence() {
    assert!(refused("rope", &ask(2, 9, 1), &[]).contains("head_dim can't be 9"));
    assert!(refused("rope_2d", &ask(2, 6, 1), &[]).contains("multiple of 4"));
    assert!(refused("sinusoidal_2d", &ask(2, 6, 1), &[]).contains("multiple of 4"));
    assert!(refused("swin_2d", &ask(65, 8, 2), &[]).contains("positions 0 to 63"));
    let far = Ask {
        positions: vec![0, 1 << 20],
        ..ask(2, 8, 1)
    };
    assert!(refused("xpos", &far, &[]).contains("overflow"));
}

/// Case 11: positions collide in half precision.
#[test]
fn bf16_positions_collide() {
    let positions: Vec<i32> = (0..512).collect();
    let held = precision::round(&positions, "bf16").expect("bf16 reaches far");
    assert_eq!(precision::distinct(&held), 385);
    assert_eq!(held[257], 256);
    assert_eq!(
        precision::round(&positions, "f16").expect("in range"),
        positions
    );
    assert_eq!(precision::round(&[2049], "f16").expect("in range"), [2048]);
    assert!(precision::round(&[70_000], "f16").is_err());
}

/// Any list of positions: gaps, repeats, a shift. Relative schemes see offsets alone.
#[test]
fn relative_schemes_see_offsets_alone() {
    let at = |positions: &[i32]| Ask {
        positions: positions.to_vec(),
        ..ask(0, 16, 2)
    };
    for id in [
        "alibi",
        "t5",
        "kerple",
        "distance_decay",
        "shaw",
        "deberta",
        "transformer_xl",
    ] {
        let [here, there] =
            [at(&[3, 4, 9, 9]), at(&[103, 104, 109, 109])].map(|a| open(id, &a, &[]));
        assert_eq!(here, there, "{id}");
    }
    let Index::ByPair(rows) = Index::of(&[5, 5, 7], |offset| (offset + 2) as u32) else {
        panic!("a list with repeats has no single row per offset");
    };
    assert_eq!(rows, [2, 2, 4, 2, 2, 4, 0, 0, 2]);
}

/// Every scheme opens at its defaults, fills the doors that it names, and only those.
#[test]
fn every_scheme_fills_the_doors_it_names() {
    use poslab::encoding::{ContentBias, Door};
    for scheme in SCHEMES {
        let doors = open(scheme.id(), &ask(7, 16, 2), &[]);
        let counted = matches!(doors.content, Some(ContentBias::Counted { .. }));
        let gated = matches!(doors.content, Some(ContentBias::Gate(_)));
        let open = [
            (Door::Input, doors.input.is_some()),
            (Door::Rotation, doors.rotation.is_some()),
            (
                Door::Bias,
                doors.bias.is_some() || doors.damping.is_some() || gated,
            ),
            (Door::Relative, doors.relative.is_some() || counted),
        ];
        let open: Vec<Door> = open
            .iter()
            .filter(|(_, open)| *open)
            .map(|(door, _)| *door)
            .collect();
        assert_eq!(open, scheme.doors(), "{}", scheme.id());
        assert!(
            scheme
                .parameters()
                .iter()
                .all(|p| p.parse(p.default).is_ok()),
            "{}",
            scheme.id()
        );
    }
    assert!(matches!(
        find("rope").map(|s| s.parameters()[0].default_value()),
        Some(Value::Real(_))
    ));
}

/// A table of one's own: rows by position, zeros where it is narrower than the model, refusals that say where.
#[test]
fn a_table_of_ones_own_gives_its_rows() {
    let rows = |ask: &Ask, set: &[(&str, &str)]| match open("table", ask, set).input {
        Some(InputDoor::Rows(rows)) => rows,
        other => panic!("door 1 opens, not {other:?}"),
    };
    let three = Ask {
        positions: vec![2, 0, 2],
        ..ask(0, 4, 1)
    };
    let own = [("table", "0.5,-1; 1,2\n3e-1,.25")];
    let want = [
        0.3, 0.25, 0.0, 0.0, 0.5, -1.0, 0.0, 0.0, 0.3, 0.25, 0.0, 0.0,
    ];
    assert_eq!(rows(&three, &own), want);
    let counted = rows(&ask(64, 2, 1), &[]);
    assert_eq!(counted[2 * 63..], [63.0, 0.0]);
    for (table, said) in [
        ("0;1,2", "row 0 has 1 numbers and row 1 has 2"),
        ("1,2,3,4,5", "at most 4 numbers a row"),
        ("0;1;2;x", "row 3"),
        ("0;1e39", "row 1"),
        (" ; ", "at least one row"),
        ("7;8", "position 2 has no row (the table holds 2)"),
    ] {
        let sentence = refused("table", &three, &[("table", table)]);
        assert!(sentence.contains(said), "{table}: {sentence}");
    }
    let negative = Ask {
        positions: vec![-1],
        ..ask(0, 4, 1)
    };
    assert!(refused("table", &negative, &[]).contains("position -1 has no row"));
}
