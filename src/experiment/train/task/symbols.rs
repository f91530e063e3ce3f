//! Random symbols, and what a guess that knows them but not their order can score.

use crate::random::stream;
use rand::RngExt;
use rand_pcg::Pcg64;

/// How many symbols there are in tasks over random symbols.
pub const SYMBOLS: u32 = 16;

/// Fills `ids` with symbols below `symbols`.
pub fn fill(dice: &mut Pcg64, ids: &mut [u32], symbols: u32) {
    for id in ids {
        *id = dice.random_range(0..symbols);
    }
}

/// `count` different numbers below `below`, in random order (a partial shuffle).
pub fn distinct(dice: &mut Pcg64, count: usize, below: u32) -> Vec<u32> {
    let mut all: Vec<u32> = (0..below).collect();
    let count = count.min(all.len());
    for i in 0..count {
        let rest = dice.random_range(i as u32..below);
        all.swap(i, rest as usize);
    }
    all.truncate(count);
    all
}

/// Expected share of the commonest symbol among `others` random ones.
///
/// Whoever knows which symbols occur, but not where, does best to name the commonest: each of the others is equally
/// likely to be the one that is asked for. Measured over sequences of a fixed seed, to about 0.002.
pub fn commonest_share(others: usize) -> f64 {
    let others = others.max(1);
    let draws = (64_000 / others).clamp(20, 2_000);
    let mut dice = stream(0, "commonest share");
    let mut total = 0;
    for _ in 0..draws {
        let mut counts = [0_usize; SYMBOLS as usize];
        for _ in 0..others {
            counts[dice.random_range(0..SYMBOLS) as usize] += 1;
        }
        total += counts.into_iter().max().unwrap_or(0);
    }
    total as f64 / (draws * others) as f64
}

/// 1 / [`SYMBOLS`].
pub fn one_symbol() -> f64 {
    1.0 / f64::from(SYMBOLS)
}

/// A symbol as a letter; past the alphabet, its number.
pub fn letter(id: u32) -> String {
    match u8::try_from(id) {
        Ok(id) if id < 26 => char::from(b'a' + id).to_string(),
        _ => id.to_string(),
    }
}
