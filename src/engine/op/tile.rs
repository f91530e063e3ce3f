//! Products in tiles: the one inner loop of the CPU executor, which `matmul`, `scores`, `weighted_sum` and `attention` share.
//!
//! A tile of 4 x 8 sums stays in registers while its operands stream past. Both are packed beforehand so that they are
//! read in order, without a stride or a bounds check: eight lanes are two 128-bit vectors (`engine::simd` on WebAssembly).

use crate::engine::real::Real;

/// Rows of a tile: how many numbers of the left operand one step reads.
pub(super) const ROWS: usize = 4;
/// Lanes of a tile: how many numbers of the right operand one step reads.
pub(super) const LANES: usize = 8;

/// sum\[r\]\[l\] = sum over p of a\[p\]\[r\] * b\[p\]\[l\], added in the order of p.
#[inline]
pub(super) fn tile<T: Real>(a: &[[T; ROWS]], b: &[[T; LANES]]) -> [[T; LANES]; ROWS] {
    T::tile(a, b)
}

/// A matrix inside a slice: where it starts and how far its rows lie apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix<'a, T> {
    /// The numbers, from its first on.
    pub values: &'a [T],
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// From one row to the next.
    pub stride: usize,
}

impl<'a, T: Real> Matrix<'a, T> {
    /// A whole slice of rows that lie close.
    pub fn dense(values: &'a [T], columns: usize) -> Self {
        Self {
            values,
            rows: values.len() / columns,
            columns,
            stride: columns,
        }
    }

    /// One row.
    pub fn row(&self, row: usize) -> &'a [T] {
        &self.values[row * self.stride..][..self.columns]
    }

    /// Blocks of `W` rows, each as `columns` groups of `W` numbers (one of each row); rows past the end are zeros.
    pub fn pack_rows<const W: usize>(&self) -> Vec<[T; W]> {
        let mut packed = Vec::new();
        self.pack_rows_into(&mut packed);
        packed
    }

    /// [`Matrix::pack_rows`] into memory that is at hand.
    pub fn pack_rows_into<const W: usize>(&self, packed: &mut Vec<[T; W]>) {
        packed.clear();
        packed.resize(self.rows.div_ceil(W) * self.columns, [T::ZERO; W]);
        for (block, groups) in packed.chunks_exact_mut(self.columns).enumerate() {
            for (lane, row) in (block * W..self.rows.min((block + 1) * W)).enumerate() {
                for (group, value) in groups.iter_mut().zip(self.row(row)) {
                    group[lane] = *value;
                }
            }
        }
    }

    /// Blocks of `W` columns, each as `rows` groups of `W` numbers (one of each column); columns past the end are zeros.
    pub fn pack_columns<const W: usize>(&self) -> Vec<[T; W]> {
        let mut packed = Vec::new();
        self.pack_columns_into(&mut packed);
        packed
    }

    /// [`Matrix::pack_columns`] into memory that is at hand.
    pub fn pack_columns_into<const W: usize>(&self, packed: &mut Vec<[T; W]>) {
        packed.clear();
        packed.resize(self.columns.div_ceil(W) * self.rows, [T::ZERO; W]);
        for (block, groups) in packed.chunks_exact_mut(self.rows).enumerate() {
            let (start, end) = (block * W, self.columns.min((block + 1) * W));
            for (row, group) in groups.iter_mut().enumerate() {
                let row = &self.row(row)[start..end];
                if let Ok(whole) = row.try_into() {
                    *group = whole;
                } else {
                    group[..row.len()].copy_from_slice(row);
                }
            }
        }
    }
}

/// The sum of a slice, in eight lanes.
pub(super) fn sum<T: Real>(x: &[T]) -> T {
    let (whole, rest) = x.as_chunks::<LANES>();
    let mut sums = [T::ZERO; LANES];
    for x in whole {
        for (sum, x) in sums.iter_mut().zip(x) {
            *sum += *x;
        }
    }
    for (sum, x) in sums.iter_mut().zip(rest) {
        *sum += *x;
    }
    sums.into_iter().sum()
}

/// The product of two slices of one length, in eight lanes.
pub(super) fn dot<T: Real>(x: &[T], y: &[T]) -> T {
    let (x, x_rest) = x.as_chunks::<LANES>();
    let (y, y_rest) = y.as_chunks::<LANES>();
    let mut sums = [T::ZERO; LANES];
    for (x, y) in x.iter().zip(y) {
        for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
            *sum += *x * *y;
        }
    }
    for ((sum, x), y) in sums.iter_mut().zip(x_rest).zip(y_rest) {
        *sum += *x * *y;
    }
    sums.into_iter().sum()
}

/// y += factor * x.
pub(super) fn add_scaled<T: Real>(y: &mut [T], factor: T, x: &[T]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += factor * *x;
    }
}
