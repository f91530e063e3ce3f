//! R_o = W_R s(o): sinusoids of many offsets times one matrix, in slices (Transformer-XL).
//!
//! The sine of a distance is odd and its cosine even, so the rows of o and -o are the sum and the difference of the same two
//! products, and every distance is multiplied once. Two distances meet four columns at a time, so that a weight that was read
//! is used twice.

use super::{Ask, SLICE, sin_cos};
use crate::random::normals;

/// The product on its way.
pub(super) struct Projection {
    waves: Vec<f64>,
    /// The offsets (key position minus query position), ascending.
    pub(super) offsets: Vec<i64>,
    /// Their sizes, each once.
    distances: Vec<i64>,
    /// W_R by four columns: for every four, all rows.
    panels: Vec<[f64; COLUMNS]>,
    d_model: usize,
    width: usize,
    /// Distances that are done.
    done: usize,
    /// The rows of the offsets, \[offsets, width\].
    pub(super) keys: Vec<f64>,
}

/// Columns of a panel.
const COLUMNS: usize = 4;

impl Projection {
    /// A seeded W_R \[d_model, width\], N(0, 1/d_model), for these offsets; nothing is multiplied yet.
    pub(super) fn new(ask: &Ask, waves: Vec<f64>, offsets: Vec<i64>) -> Self {
        let (d_model, width) = (ask.d_model, ask.heads * ask.head_dim());
        let std = 1.0 / libm::sqrt(d_model as f64);
        let weights = normals(ask.seed, "transformer_xl.r", d_model * width, std);
        let mut panels = Vec::with_capacity(width.div_ceil(COLUMNS) * d_model);
        for first in (0..width).step_by(COLUMNS) {
            for row in weights.chunks_exact(width) {
                let mut columns = [0.0; COLUMNS];
                let some = &row[first..width.min(first + COLUMNS)];
                columns[..some.len()].copy_from_slice(some);
                panels.push(columns);
            }
        }
        Self {
            distances: super::doors::ascending(offsets.iter().map(|offset| offset.abs())),
            keys: vec![0.0; offsets.len() * width],
            waves,
            offsets,
            panels,
            d_model,
            width,
            done: 0,
        }
    }

    /// Multiplies some more distances; tells whether any is left.
    pub(super) fn slice(&mut self) -> bool {
        let pairs = (SLICE / 2 / (self.d_model * self.width)).max(1);
        for _ in 0..pairs {
            let left = &self.distances[self.done..];
            let (Some(one), other) = (left.first(), left.get(1)) else {
                return false;
            };
            let two = [*one, *other.unwrap_or(one)];
            self.multiply(two);
            self.done = self.distances.len().min(self.done + 2);
        }
        self.done < self.distances.len()
    }

    fn multiply(&mut self, distances: [i64; 2]) {
        let half = self.waves.len();
        let sinusoids = distances.map(|distance| sinusoid(distance as f64, &self.waves));
        let places = distances.map(|distance| {
            // The distance counts from the key to the query, the offset from the query to the key.
            [-distance, distance].map(|offset| self.offsets.binary_search(&offset).ok())
        });
        for (four, panel) in self.panels.chunks_exact(self.d_model).enumerate() {
            let [sines, cosines] = [
                meet(
                    &panel[..half],
                    sinusoids.each_ref().map(|[sines, _]| &sines[..]),
                ),
                meet(
                    &panel[half..],
                    sinusoids.each_ref().map(|[_, cosines]| &cosines[..]),
                ),
            ];
            let first = four * COLUMNS;
            let columns = COLUMNS.min(self.width - first);
            for (row, [behind, ahead]) in places.iter().enumerate() {
                for (place, sign) in [(ahead, -1.0), (behind, 1.0)] {
                    let Some(place) = place else { continue };
                    let keys = &mut self.keys[place * self.width + first..][..columns];
                    for (column, key) in keys.iter_mut().enumerate() {
                        *key = cosines[row][column] + sign * sines[row][column];
                    }
                }
            }
        }
    }
}

/// The sines and the cosines of a distance.
pub(super) fn sinusoid(distance: f64, waves: &[f64]) -> [Vec<f64>; 2] {
    let mut both = [0; 2].map(|_| Vec::with_capacity(waves.len()));
    for wave in waves {
        let [sine, cosine] = sin_cos(distance * wave);
        both[0].push(sine);
        both[1].push(cosine);
    }
    both
}

/// Two rows times four columns. Written out: the release is built for size, and unrolls nothing by itself.
fn meet(panel: &[[f64; COLUMNS]], [one, two]: [&[f64]; 2]) -> [[f64; COLUMNS]; 2] {
    let [mut a, mut b, mut c, mut d] = [0.0; 4];
    let [mut e, mut f, mut g, mut h] = [0.0; 4];
    for (([w, x, y, z], one), two) in panel.iter().zip(one).zip(two) {
        a += one * w;
        b += one * x;
        c += one * y;
        d += one * z;
        e += two * w;
        f += two * x;
        g += two * y;
        h += two * z;
    }
    [[a, b, c, d], [e, f, g, h]]
}

#[cfg(test)]
mod tests {
    use super::super::inverse_frequencies;
    use super::*;

    #[test]
    fn every_row_is_the_sinusoid_times_the_matrix() {
        // An odd width leaves the last cosine out, three heads of seven fill no whole panel.
        for (d_model, heads) in [(21, 3), (8, 2)] {
            let ask = Ask {
                positions: Vec::new(),
                d_model,
                heads,
                seed: 4,
            };
            let offsets = vec![-90, -7, -3, 0, 1, 7, 4000];
            let waves = inverse_frequencies(d_model, 1e4);
            let std = 1.0 / (d_model as f64).sqrt();
            let matrix = normals(4, "transformer_xl.r", d_model * d_model, std);
            let mut projection = Projection::new(&ask, waves.clone(), offsets.clone());
            while projection.slice() {}
            for (at, offset) in offsets.iter().enumerate() {
                let row: Vec<f64> = sinusoid(-*offset as f64, &waves).concat();
                for column in 0..d_model {
                    let products = (0..d_model).map(|k| row[k] * matrix[k * d_model + column]);
                    let (want, got) = (
                        products.sum::<f64>(),
                        projection.keys[at * d_model + column],
                    );
                    assert!((want - got).abs() < 1e-13, "{offset}: {got}, not {want}");
                }
            }
        }
    }
}
