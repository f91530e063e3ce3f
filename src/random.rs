//! Numbers drawn from a seed: the same for the same seed and name, on every machine.

use rand::{RngExt, SeedableRng};
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
    let mut numbers = Vec::with_capacity(len + 1);
    while numbers.len() < len {
        numbers.extend(normal_pair(&mut stream).map(|z| f64::from((z * std) as f32)));
    }
    numbers.truncate(len);
    numbers
}

/// Two numbers from N(0, 1), by the polar method (Marsaglia and Bray 1964, "A convenient method for generating normal
/// variables"). Faster ones, such as that of the crate `rand_distr`, have tables of 4 kB, which a first visit would download.
pub fn normal_pair(random: &mut Pcg64) -> [f64; 2] {
    loop {
        let mut side = || 2.0 * random.random::<f64>() - 1.0;
        let point = [side(), side()];
        let square = point.iter().map(|x| x * x).sum::<f64>();
        if square > 0.0 && square < 1.0 {
            let stretch = libm::sqrt(-2.0 * libm::log(square) / square);
            return point.map(|x| x * stretch);
        }
    }
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
