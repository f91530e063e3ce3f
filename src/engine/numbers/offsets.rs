//! What lies by the offset of a pair, j - i + n - 1 for query i and key j, and what lies by pair, \[n, n\].

use super::four::Four;
use super::matrix::Matrix;
use super::real::Real;
use super::tiles::ROWS;

/// map\[i\]\[j\] += scale * by\[i\]\[j - i + n - 1\], for `by` \[n, 2n - 1\]; rows that are all one lie at stride 0.
#[inline(always)]
pub(crate) fn add_by_offset<T: Real>(by: &Matrix<'_, T>, scale: T, map: &mut [T]) {
    let (n, scale) = (by.rows, T::Four::splat(scale));
    for (i, row) in map.chunks_exact_mut(n).enumerate() {
        let by = &by.row(i)[n - 1 - i..][..n];
        let ((row, row_rest), (by, by_rest)) = (row.as_chunks_mut(), by.as_chunks());
        for (s, by) in row.iter_mut().zip(by) {
            (T::Four::load(s) + scale * T::Four::load(by)).store(s);
        }
        let [scale, ..] = scale.lanes();
        for (s, by) in row_rest.iter_mut().zip(by_rest) {
            *s += scale * *by;
        }
    }
}

/// Brings each row of a map to its place by offset.
#[inline(always)]
pub(crate) fn skew<T: Real>(map: &[T], n: usize, to: &mut [[T; ROWS]]) {
    let stride = to.len() / n * ROWS;
    let rows = to.as_flattened_mut().chunks_exact_mut(stride);
    for (i, (to, from)) in rows.zip(map.chunks_exact(n)).enumerate() {
        let to = &mut to[n - 1 - i..][..n];
        let ((to, to_rest), (from, from_rest)) = (to.as_chunks_mut::<ROWS>(), from.as_chunks());
        to.copy_from_slice(from);
        to_rest.copy_from_slice(from_rest);
    }
}

/// Maps one after the other, laid out by offset: \[n, 2n - 1\], where row i holds the map's numbers of i and j at j - i + n - 1, and
/// zeros elsewhere. Times a table by offset it gives each query's sum over its keys.
#[derive(Debug)]
pub struct Skewed<T> {
    n: usize,
    /// Rows of a multiple of four numbers.
    groups: Vec<[T; ROWS]>,
}

impl<T: Real> Skewed<T> {
    /// Room for maps of n queries and keys.
    pub fn new(n: usize) -> Self {
        let stride = (2 * n - 1).div_ceil(ROWS);
        Self {
            n,
            groups: vec![[T::ZERO; ROWS]; n * stride],
        }
    }

    /// Takes the place of the map before.
    pub fn lay(&mut self, map: &[T]) {
        T::skew(map, self.n, &mut self.groups);
    }

    /// As a matrix with columns of zeros behind, so that four divides their number.
    pub fn padded(&self) -> Matrix<'_, T> {
        let stride = self.groups.len() / self.n * ROWS;
        Matrix {
            columns: stride,
            ..self.rows()
        }
    }

    /// As a matrix.
    pub fn rows(&self) -> Matrix<'_, T> {
        Matrix {
            values: self.groups.as_flattened(),
            rows: self.n,
            columns: 2 * self.n - 1,
            stride: self.groups.len() / self.n * ROWS,
        }
    }
}
