//! Numbers drawn from a seed: the same for the same seed and name, on every machine.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64;
use std::hash::Hasher;

/// A stream of its own for each (seed, name): adding a table never shifts the numbers of another.
pub fn stream(seed: u64, name: &str) -> Pcg64 {
    let mut hash = fnv::FnvHasher::default();
    hash.write_u64(seed);
    hash.write(name.as_bytes());
    Pcg64::seed_from_u64(hash.finish())
}

/// `len` numbers from N(0, std^2), rounded to f32 so that every executor starts from the same ones.
pub fn normals(seed: u64, name: &str, len: usize, std: f64) -> Vec<f64> {
    let mut stream = stream(seed, name);
    let mut draw = || {
        let z: f64 = stream.sample(StandardNormal);
        f64::from((z * std) as f32)
    };
    (0..len).map(|_| draw()).collect()
}

/// `len` numbers uniform between -bound and bound, rounded to f32 so that every executor starts from the same ones.
pub fn uniforms(seed: u64, name: &str, len: usize, bound: f64) -> Vec<f64> {
    let mut stream = stream(seed, name);
    let mut draw = || {
        let unit: f64 = stream.random();
        f64::from(((2.0 * unit - 1.0) * bound) as f32)
    };
    (0..len).map(|_| draw()).collect()
}
