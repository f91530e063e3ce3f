//! Products in tiles: the one inner loop of the CPU executor, which `matmul`, `scores`, `weighted_sum` and `attention` share.
//!
//! A tile of 4 x 8 sums stays in registers while its operands stream past. Both are packed beforehand so that they are
//! read in order, without a stride or a bounds check: eight lanes are two 128-bit vectors (`engine::simd` on WebAssembly).

use crate::engine::four::Four;
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
    #[inline(always)]
    pub fn row(&self, row: usize) -> &'a [T] {
        &self.values[row * self.stride..][..self.columns]
    }

    /// Blocks of `W` rows, each as `columns` groups of `W` numbers (one of each row); rows past the end are zeros.
    pub fn pack_rows<const W: usize>(&self) -> Vec<[T; W]> {
        let mut packed = Vec::new();
        self.pack_rows_into(&mut packed);
        packed
    }

    /// [`Matrix::pack_rows`] into memory that is at hand; rows past the end are what is there, zeros at first.
    pub fn pack_rows_into<const W: usize>(&self, packed: &mut Vec<[T; W]>) {
        packed.resize(self.rows.div_ceil(W) * self.columns, [T::ZERO; W]);
        for (block, groups) in packed.chunks_exact_mut(self.columns).enumerate() {
            let (mut row, end) = (block * W, self.rows.min((block + 1) * W));
            while row + 4 <= end {
                self.pack_four_rows(row, row % W, groups);
                row += 4;
            }
            for row in row..end {
                for (group, value) in groups.iter_mut().zip(self.row(row)) {
                    group[row % W] = *value;
                }
            }
        }
    }

    /// Four rows at once, from lane `lane` of the groups on.
    fn pack_four_rows<const W: usize>(&self, row: usize, lane: usize, groups: &mut [[T; W]]) {
        let ((a, a_rest), (b, b_rest)) = (self.row(row).as_chunks(), self.row(row + 1).as_chunks());
        let ((c, c_rest), (d, d_rest)) =
            (self.row(row + 2).as_chunks(), self.row(row + 3).as_chunks());
        let (fours, rest) = groups.as_chunks_mut::<4>();
        for (((groups, a), b), (c, d)) in fours.iter_mut().zip(a).zip(b).zip(c.iter().zip(d)) {
            let (a, b) = (T::Four::load(a), T::Four::load(b));
            let columns = T::Four::transpose([a, b, T::Four::load(c), T::Four::load(d)]);
            for (group, column) in groups.iter_mut().zip(&columns) {
                if let Some((to, _)) = group.split_at_mut(lane).1.split_first_chunk_mut() {
                    column.store(to);
                }
            }
        }
        for (column, group) in rest.iter_mut().enumerate() {
            let values = [
                a_rest[column],
                b_rest[column],
                c_rest[column],
                d_rest[column],
            ];
            group[lane..lane + 4].copy_from_slice(&values);
        }
    }

    /// Blocks of `W` columns, each as `rows` groups of `W` numbers (one of each column); columns past the end are zeros.
    pub fn pack_columns<const W: usize>(&self) -> Vec<[T; W]> {
        let mut packed = Vec::new();
        self.pack_columns_into(&mut packed);
        packed
    }

    /// [`Matrix::pack_columns`] into memory that is at hand; columns past the end are what is there, zeros at first.
    pub fn pack_columns_into<const W: usize>(&self, packed: &mut Vec<[T; W]>) {
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
    let (eights, rest) = x.as_chunks::<LANES>();
    let mut sums = [T::Four::splat(T::ZERO); 2];
    for x in eights {
        let [low, high] = T::Four::load_eight(x);
        sums = [sums[0] + low, sums[1] + high];
    }
    let mut lanes = [T::ZERO; LANES];
    T::Four::store_eight(sums, &mut lanes);
    for (sum, x) in lanes.iter_mut().zip(rest) {
        *sum += *x;
    }
    lanes.iter().copied().sum()
}

/// The product of two slices of one length, in eight lanes.
pub(super) fn dot<T: Real>(x: &[T], y: &[T]) -> T {
    let (x, x_rest) = x.as_chunks::<LANES>();
    let (y, y_rest) = y.as_chunks::<LANES>();
    let mut sums = [T::Four::splat(T::ZERO); 2];
    for (x, y) in x.iter().zip(y) {
        let ([x_low, x_high], [y_low, y_high]) = (T::Four::load_eight(x), T::Four::load_eight(y));
        sums = [sums[0] + x_low * y_low, sums[1] + x_high * y_high];
    }
    let mut lanes = [T::ZERO; LANES];
    T::Four::store_eight(sums, &mut lanes);
    for ((sum, x), y) in lanes.iter_mut().zip(x_rest).zip(y_rest) {
        *sum += *x * *y;
    }
    lanes.iter().copied().sum()
}

/// y += factor * x, for as many as both hold.
pub(super) fn add_scaled<T: Real>(y: &mut [T], factor: T, x: &[T]) {
    let len = y.len().min(x.len());
    let (y, y_rest) = y[..len].as_chunks_mut();
    let (x, x_rest) = x[..len].as_chunks();
    let factors = T::Four::splat(factor);
    for (y, x) in y.iter_mut().zip(x) {
        (T::Four::load(y) + factors * T::Four::load(x)).store(y);
    }
    for (y, x) in y_rest.iter_mut().zip(x_rest) {
        *y += factor * *x;
    }
}

/// y += factor * x, for the eight numbers of x, or as many as y holds.
#[inline(always)]
pub(super) fn add_scaled_eight<T: Real>(y: &mut [T], factor: T, x: &[T; LANES]) {
    let Some(y) = y.first_chunk_mut() else {
        return add_scaled(y, factor, x);
    };
    let ([x_low, x_high], [y_low, y_high]) = (T::Four::load_eight(x), T::Four::load_eight(y));
    let factor = T::Four::splat(factor);
    T::Four::store_eight([y_low + factor * x_low, y_high + factor * x_high], y);
}

/// y *= factor.
pub(super) fn scale<T: Real>(y: &mut [T], factor: T) {
    let (fours, rest) = y.as_chunks_mut();
    let factors = T::Four::splat(factor);
    for y in fours {
        (T::Four::load(y) * factors).store(y);
    }
    rest.iter_mut().for_each(|y| *y *= factor);
}

/// The sum of four numbers.
#[inline(always)]
pub(super) fn add_lanes<T: Real>(four: T::Four) -> T {
    let [a, b, c, d] = four.lanes();
    a + b + c + d
}
