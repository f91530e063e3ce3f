//! Numbers drawn from a seed: the same for the same seed and name, on every machine.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::hash::Hasher;

/// A stream of its own for each (seed, name): adding a table never shifts the numbers of another.
pub fn stream(seed: u64, name: &str) -> Pcg64 {
    Pcg64::seed_from_u64(key(seed, name))
}

fn key(seed: u64, name: &str) -> u64 {
    let mut hash = fnv::FnvHasher::default();
    hash.write_u64(seed);
    hash.write(name.as_bytes());
    hash.finish()
}

/// `len` numbers from N(0, std^2), rounded to f32 so that every executor starts from the same ones.
pub fn normals(seed: u64, name: &str, len: usize, std: f64) -> Vec<f64> {
    let mut stream = stream(seed, name);
    let mut numbers = Vec::with_capacity(len + 1);
    while numbers.len() < len {
        let [one, other] = normal_pair(&mut stream);
        numbers.push(f64::from((one * std) as f32));
        numbers.push(f64::from((other * std) as f32));
    }
    numbers.truncate(len);
    numbers
}

/// Two numbers from N(0, 1), by the polar method (Marsaglia and Bray 1964, "A convenient method for generating normal
/// variables"). Faster ones, such as that of the crate `rand_distr`, have tables of 4 kB, which a first visit would download.
pub fn normal_pair(random: &mut Pcg64) -> [f64; 2] {
    loop {
        let mut side = || 2.0 * random.random::<f64>() - 1.0;
        let (x, y) = (side(), side());
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            // Rounded rightly everywhere, and one instruction of WebAssembly; `libm` would compute it in forty.
            let stretch = (-2.0 * libm::log(square) / square).sqrt();
            return [x * stretch, y * stretch];
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

/// Numbers from N(0, std^2) by their place in a table, which may be asked for in any order and without those before them: of a
/// long table only the rows that somebody reads are drawn. Rounded to f32.
#[derive(Clone, Copy, Debug)]
pub struct NormalTable {
    key: u64,
    std: f64,
}

impl NormalTable {
    /// A table of its own for each (seed, name).
    pub fn new(seed: u64, name: &str, std: f64) -> Self {
        Self {
            key: key(seed, name),
            std,
        }
    }

    /// The number at a place: the quantile of SplitMix64's number there (Steele et al. 2014, "Fast splittable pseudorandom
    /// number generators").
    pub fn at(self, place: u64) -> f64 {
        let step = place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut z = self.key.wrapping_add(step);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        // In the middle of one of 2^52 steps, so never 0 nor 1.
        let share = ((z >> 12) as f64 + 0.5) / (1u64 << 52) as f64;
        f64::from((normal_quantile(share) * self.std) as f32)
    }
}

/// Below which number lies this share of N(0, 1), to about 1e-7 of it: Wichura 1988, "The percentage points of the normal
/// distribution" (AS 241, PPND7).
fn normal_quantile(share: f64) -> f64 {
    let q = share - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        let over =
            3.387_132_717_9 + r * (50.434_271_938 + r * (159.291_132_02 + r * 59.109_374_72));
        let under = 1.0 + r * (17.895_169_469 + r * (78.757_757_664 + r * 67.187_563_6));
        return q * over / under;
    }
    let r = (-libm::log(share.min(1.0 - share))).sqrt();
    let size = if r <= 5.0 {
        let r = r - 1.6;
        let over =
            1.423_437_277_7 + r * (2.756_815_39 + r * (1.306_728_481_6 + r * 0.170_238_211_03));
        over / (1.0 + r * (0.737_001_642_5 + r * 0.120_211_329_75))
    } else {
        let r = r - 5.0;
        let over =
            6.657_905_115 + r * (3.081_226_386 + r * (0.428_682_943_37 + r * 0.017_337_203_997));
        over / (1.0 + r * (0.241_978_942_25 + r * 0.012_258_202_635))
    };
    if q < 0.0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_normal_distribution() {
        for (share, quantile) in [
            (0.5, 0.0),
            (0.75, 0.674_489_750_196_081_7),
            (0.975, 1.959_963_984_540_054),
            (0.001, -3.090_232_306_167_813_5),
            (1e-12, -7.034_483_825_301_131),
        ] {
            let found = normal_quantile(share);
            assert!(
                (found - quantile).abs() < 2e-6,
                "{share}: {found}, not {quantile}"
            );
        }
    }

    #[test]
    fn a_table_has_the_asked_spread_whatever_is_read_of_it() {
        let table = NormalTable::new(3, "rows", 0.5);
        let numbers: Vec<f64> = (0..40_000).map(|place| table.at(place)).collect();
        let mean = numbers.iter().sum::<f64>() / 4e4;
        let square = numbers.iter().map(|x| x * x).sum::<f64>() / 4e4;
        assert!(
            mean.abs() < 0.01 && (square - 0.25).abs() < 0.01,
            "{mean}, {square}"
        );
        // Neighbours have nothing to do with each other.
        let products = numbers.windows(2).map(|pair| pair[0] * pair[1]);
        assert!((products.sum::<f64>() / 4e4).abs() < 0.01);
        assert_eq!(table.at(39_999), numbers[39_999]);
        assert_ne!(table.at(0), NormalTable::new(4, "rows", 0.5).at(0));
    }
}
