//! Opening an encoding's doors in a test.

#[path = "values.rs"]
mod values;

use poslab::encoding::{Ask, Doors, find};
pub use values::values;

/// n tokens at 0, 1, ...
pub fn ask(n: usize, d_model: usize, heads: usize) -> Ask {
    Ask {
        positions: (0..n as i32).collect(),
        d_model,
        heads,
        seed: 7,
    }
}

/// The open doors.
pub fn open(id: &str, ask: &Ask, set: &[(&str, &str)]) -> Doors {
    let scheme = find(id).expect("a scheme");
    scheme.open(ask, &values(id, set)).expect("opens")
}

/// Compares within an absolute tolerance.
pub fn near(got: &[f64], want: &[f64], absolute: f64, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}: length");
    for (i, (g, w)) in got.iter().zip(want).enumerate() {
        assert!((g - w).abs() <= absolute, "{what}[{i}]: {g}, not {w}");
    }
}
