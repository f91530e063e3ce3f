//! How well the position can be read from vectors: a linear probe (Alain and Bengio 2016, "Understanding intermediate layers
//! using linear classifier probes") that predicts the number of the place.
//!
//! The line is fitted on the first half of the sentences by ridge regression in closed form (Hoerl and Kennard 1970),
//! w = (X^T X + lambda I)^-1 X^T p over centred rows, and scored on the other half, which it never saw:
//! R^2 = 1 - sum (p - p')^2 / sum (p - mean p)^2.

/// The penalty over the mean square of a feature, a row: small, since there are many more rows than features.
const RIDGE: f64 = 1e-3;

/// R^2 of the position, read from the rows \[sentences * n, d\] of one model. 1: every place is read exactly. 0: as good as
/// always naming the middle; below that, worse, since a line that was fitted to noise is wrong elsewhere.
pub fn readout(rows: &[f32], d: usize, n: usize) -> f64 {
    let sentences = rows.len() / (d * n);
    let (fit, score) = rows.split_at(sentences / 2 * n * d);
    let line = Line::fit(fit, d, n);
    let middle = (n - 1) as f64 / 2.0;
    let (mut missed, mut spread) = (0.0, 0.0);
    for (row, vector) in score.chunks_exact(d).enumerate() {
        let place = (row % n) as f64;
        missed += (place - middle - line.read(vector)).powi(2);
        spread += (place - middle).powi(2);
    }
    if spread > 0.0 {
        1.0 - missed / spread
    } else {
        0.0
    }
}

/// A line through vectors, which gives how far a token stands from the middle.
struct Line {
    mean: Vec<f64>,
    slope: Vec<f64>,
}

impl Line {
    fn fit(rows: &[f32], d: usize, n: usize) -> Self {
        let count = (rows.len() / d).max(1) as f64;
        let mut mean = vec![0.0; d];
        for row in rows.chunks_exact(d) {
            for (mean, x) in mean.iter_mut().zip(row) {
                *mean += f64::from(*x) / count;
            }
        }
        let middle = (n - 1) as f64 / 2.0;
        // The lower triangle of X^T X, and X^T p.
        let (mut squares, mut towards) = (vec![0.0; d * d], vec![0.0; d]);
        let mut centred = vec![0.0; d];
        for (at, row) in rows.chunks_exact(d).enumerate() {
            let place = (at % n) as f64 - middle;
            for ((own, x), mean) in centred.iter_mut().zip(row).zip(&mean) {
                *own = f64::from(*x) - mean;
            }
            for (i, x) in centred.iter().enumerate() {
                towards[i] += x * place;
                for (sum, y) in squares[i * d..=i * d + i].iter_mut().zip(&centred) {
                    *sum += x * y;
                }
            }
        }
        let trace: f64 = (0..d).map(|i| squares[i * d + i]).sum();
        // Vectors that are all alike have no line; the penalty still has to keep the division from zero.
        let penalty = RIDGE * trace / d as f64 + f64::MIN_POSITIVE.sqrt();
        for i in 0..d {
            squares[i * d + i] += penalty;
        }
        solve(&mut squares, &mut towards);
        Self {
            mean,
            slope: towards,
        }
    }

    fn read(&self, row: &[f32]) -> f64 {
        let parts = row.iter().zip(&self.mean).zip(&self.slope);
        parts.map(|((x, mean), w)| (f64::from(*x) - mean) * w).sum()
    }
}

/// Solves A w = b for a positive definite A, whose lower triangle is given, by Cholesky's A = L L^T; b becomes w, A becomes L.
fn solve(a: &mut [f64], b: &mut [f64]) {
    let d = b.len();
    for i in 0..d {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| a[i * d + k] * a[j * d + k]).sum();
            let rest = a[i * d + j] - known;
            a[i * d + j] = match i == j {
                true => rest.max(f64::MIN_POSITIVE).sqrt(),
                false => rest / a[j * d + j],
            };
        }
    }
    for i in 0..d {
        let known: f64 = (0..i).map(|k| a[i * d + k] * b[k]).sum();
        b[i] = (b[i] - known) / a[i * d + i];
    }
    for i in (0..d).rev() {
        let known: f64 = (i + 1..d).map(|k| a[k * d + i] * b[k]).sum();
        b[i] = (b[i] - known) / a[i * d + i];
    }
}

#[cfg(test)]
mod tests {
    use super::{readout, solve};
    use crate::random::normals;

    #[test]
    fn a_system_is_solved() {
        // [[4, 2], [2, 3]] w = [10, 9] has the answer [1.5, 2].
        let (mut a, mut b) = ([4.0, f64::NAN, 2.0, 3.0], [10.0, 9.0]);
        solve(&mut a, &mut b);
        assert!(
            (b[0] - 1.5).abs() < 1e-12 && (b[1] - 2.0).abs() < 1e-12,
            "{b:?}"
        );
    }

    /// Noise in d dimensions, with the position times `signal` added along one direction.
    fn rows(signal: f64, sentences: usize, n: usize, d: usize) -> Vec<f32> {
        let noise = normals(5, "noise", sentences * n * d, 1.0);
        let direction = normals(6, "direction", d, 1.0);
        let value = |(at, noise): (usize, &f64)| {
            let place = (at / d % n) as f64;
            (noise + signal * place * direction[at % d]) as f32
        };
        noise.iter().enumerate().map(value).collect()
    }

    #[test]
    fn a_position_that_stands_out_is_read_and_one_that_is_not_there_is_not() {
        let (sentences, n, d) = (64, 16, 12);
        let clear = readout(&rows(1.0, sentences, n, d), d, n);
        assert!(clear > 0.98, "{clear}");
        let nothing = readout(&rows(0.0, sentences, n, d), d, n);
        assert!(nothing.abs() < 0.1, "{nothing}");
        let faint = readout(&rows(0.05, sentences, n, d), d, n);
        assert!(
            nothing < faint && faint < clear,
            "{nothing} {faint} {clear}"
        );
    }

    #[test]
    fn vectors_that_are_all_alike_say_nothing() {
        let score = readout(&vec![0.5; 8 * 4 * 3], 3, 4);
        assert!(score.abs() < 1e-9, "{score}");
    }
}
