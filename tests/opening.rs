//! Doors of long texts: what is built at once is small, and what is large comes in slices.

#[path = "common/values.rs"]
mod values;

use poslab::encoding::{
    Ask, ContentBias, Doors, InputDoor, Opening, SCHEMES, SLICE, Scheme, Values,
};
use values::values;

const N: usize = 2048;

fn ask() -> Ask {
    Ask {
        positions: (0..N as i32).collect(),
        d_model: 256,
        heads: 8,
        seed: 0,
    }
}

/// The parameters under which a scheme takes every position.
fn long(scheme: &dyn Scheme) -> Values {
    let table = vec!["0.5"; N].join(";");
    let sizes = [
        ("max_len", "2048"),
        ("rows", "64"),
        ("columns", "32"),
        ("table", &table),
    ];
    let known = |name: &str| scheme.parameters().iter().any(|own| own.name == name);
    let sizes: Vec<_> = sizes.into_iter().filter(|(name, _)| known(name)).collect();
    values(scheme.id(), &sizes)
}

/// The numbers that were computed for these doors; an index is only counted off.
fn computed(doors: &Doors) -> usize {
    let input = doors.input.as_ref().map_or(0, |door| match door {
        InputDoor::Rows(rows) => rows.len(),
        InputDoor::Waves(waves) => waves.len(),
    });
    let biases = [doors.bias.as_ref(), doors.damping.as_ref()];
    let biases = biases.into_iter().flatten().map(|door| door.table.len());
    let content = doors.content.as_ref().map_or(0, |content| match content {
        ContentBias::Gate(door) => door.table.len(),
        ContentBias::Counted { vectors, .. } => vectors.len(),
    });
    let relative = doors.relative.as_ref().map_or(0, |door| {
        let tables = [&door.key, &door.query, &door.value];
        tables.into_iter().flatten().map(Vec::len).sum()
    });
    input + biases.sum::<usize>() + content + relative
}

#[test]
fn what_is_built_at_once_is_small() {
    for scheme in SCHEMES {
        let opening = scheme.begin(&ask(), &long(*scheme)).expect("opens");
        if let Opening::Open(doors) = opening {
            let numbers = computed(&doors);
            assert!(numbers <= 3 * N * 256, "{}: {numbers} numbers", scheme.id());
        }
    }
}

#[test]
fn what_is_large_comes_in_slices_that_a_frame_holds() {
    let mut sliced = Vec::new();
    for scheme in SCHEMES {
        let mut opening = scheme.begin(&ask(), &long(*scheme)).expect("opens");
        let mut slices = 1;
        if matches!(opening, Opening::Open(_)) {
            continue;
        }
        while opening.step() {
            slices += 1;
        }
        let numbers = computed(&opening.finish());
        assert!(
            numbers <= slices * SLICE,
            "{}: {numbers} numbers in {slices} slices",
            scheme.id()
        );
        assert!(slices > 10, "{}: {slices} slices", scheme.id());
        sliced.push(scheme.id());
    }
    assert_eq!(sliced, ["fire", "transformer_xl"]);
}

#[test]
fn slices_make_the_same_doors_as_no_pause() {
    for scheme in SCHEMES {
        let mut ask = ask();
        ask.positions.truncate(700);
        let values = long(*scheme);
        let mut opening = scheme.begin(&ask, &values).expect("opens");
        while opening.step() {}
        let whole = scheme.open(&ask, &values).expect("opens");
        assert!(opening.finish() == whole, "{}", scheme.id());
    }
}

#[test]
fn a_long_text_needs_no_table_of_pairs_but_where_queries_differ() {
    for scheme in SCHEMES {
        let doors = scheme.open(&ask(), &long(*scheme)).expect("opens");
        // FIRE divides by what the query could reach, Swin's patches have gaps at the ends of rows.
        let rows = doors.bias.as_ref().map_or(0, |door| door.rows);
        let most = if scheme.id() == "fire" { N * N } else { 4 * N };
        assert!(rows <= most, "{}: {rows} rows", scheme.id());
    }
}
