//! Matrices inside slices, and how an operand is packed so that a tile reads it in order, without a stride or a bounds check.

use super::four::Four;
use super::real::Real;
use super::tiles::{LANES, ROWS, Sums};

/// A matrix inside a slice: where it starts and how far its rows lie apart.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a, T> {
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

    /// As many rows from `first` on, or those that there are.
    pub(crate) fn part(&self, first: usize, rows: usize) -> Self {
        Self {
            values: &self.values[first * self.stride..],
            rows: rows.min(self.rows - first),
            ..*self
        }
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

/// A matrix inside a slice that is written.
#[derive(Debug)]
pub struct Target<'a, T> {
    /// The numbers, from its first on.
    pub values: &'a mut [T],
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// From one row to the next.
    pub stride: usize,
}

impl<'a, T: Real> Target<'a, T> {
    /// A whole slice of rows that lie close.
    pub fn dense(values: &'a mut [T], columns: usize) -> Self {
        Self {
            rows: values.len() / columns,
            columns,
            stride: columns,
            values,
        }
    }

    /// Eight numbers of a row; none where the slice ends early.
    #[inline(always)]
    fn eight(&mut self, row: usize, column: usize) -> Option<&mut [T; LANES]> {
        let from = self.values.get_mut(row * self.stride + column..)?;
        from.first_chunk_mut()
    }

    /// Brings a tile's sums to their places; those outside are left out. `put` is told what stands there.
    #[inline(always)]
    pub(crate) fn place(
        &mut self,
        [first, column]: [usize; 2],
        sums: Sums<T>,
        put: impl Fn(&mut [T; LANES], &[T; LANES]),
    ) {
        if column + LANES > self.columns || first + ROWS > self.rows {
            return self.place_some([first, column], sums, put);
        }
        // Spelt out: a loop would keep the sums in memory.
        let [s0, s1, s2, s3] = sums;
        for_row(self.eight(first, column), &s0, &put);
        for_row(self.eight(first + 1, column), &s1, &put);
        for_row(self.eight(first + 2, column), &s2, &put);
        for_row(self.eight(first + 3, column), &s3, &put);
    }

    /// As [`Target::place`], where some lie outside.
    #[cold]
    #[inline(never)]
    fn place_some(
        &mut self,
        [first, column]: [usize; 2],
        sums: Sums<T>,
        put: impl Fn(&mut [T; LANES], &[T; LANES]),
    ) {
        let len = LANES.min(self.columns - column);
        for (sums, row) in sums.iter().zip(first..self.rows) {
            let start = row * self.stride + column;
            let Some(y) = self.values.get_mut(start..start + len) else {
                return;
            };
            let mut all = [T::ZERO; LANES];
            all[..len].copy_from_slice(y);
            put(&mut all, sums);
            y.copy_from_slice(&all[..len]);
        }
    }
}

#[inline(always)]
fn for_row<T>(
    y: Option<&mut [T; LANES]>,
    sums: &[T; LANES],
    put: impl Fn(&mut [T; LANES], &[T; LANES]),
) {
    if let Some(y) = y {
        put(y, sums);
    }
}
