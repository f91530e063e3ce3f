//! The gradient that reaches the angles of door 2, though nothing is learned there.
//!
//! A pair (x, y) that was turned by angle t moves along (-y, x) as t grows, so dL/dt is the sum of dy x - dx y over everything
//! that was turned by t: each sentence's query and key, in every head and layer.

use crate::encoding::Pairing;

/// The gradient of one model's loss towards the angles of door 2, \[n, pairs\], in nats a radian.
#[derive(Clone, Debug)]
pub struct AngleGradient {
    pairing: Pairing,
    pairs: usize,
    head_dim: usize,
    width: usize,
    sums: Vec<f64>,
}

impl AngleGradient {
    /// Starts from nothing, for n positions and vectors of `width`.
    pub fn new(pairing: Pairing, pairs: usize, [n, head_dim, width]: [usize; 3]) -> Self {
        Self {
            pairing,
            pairs,
            head_dim,
            width,
            sums: vec![0.0; n * pairs],
        }
    }

    /// Adds what passes through turned vectors \[B * n, width\] with the gradient that reaches them.
    pub fn add(&mut self, turned: &[f32], gradient: &[f32]) {
        let n = self.sums.len() / self.pairs;
        let (step, apart) = match self.pairing {
            Pairing::HalfSplit => (1, self.pairs),
            Pairing::Interleaved => (2, 1),
        };
        let rows = turned.chunks_exact(self.width);
        for (row, (x, d)) in rows.zip(gradient.chunks_exact(self.width)).enumerate() {
            let sums = &mut self.sums[row % n * self.pairs..][..self.pairs];
            let heads = x.chunks_exact(self.head_dim);
            for (x, d) in heads.zip(d.chunks_exact(self.head_dim)) {
                for (pair, sum) in sums.iter_mut().enumerate() {
                    let (a, b) = (pair * step, pair * step + apart);
                    *sum += f64::from(d[b] * x[a] - d[a] * x[b]);
                }
            }
        }
    }

    /// dL/dt by position and pair.
    pub fn values(&self) -> &[f64] {
        &self.sums
    }

    /// Its norm over all positions and pairs.
    pub fn norm(&self) -> f64 {
        self.sums.iter().map(|v| v * v).sum::<f64>().sqrt()
    }
}
