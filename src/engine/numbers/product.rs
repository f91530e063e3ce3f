//! Products in tiles: of whole matrices, for `matmul`, `linear` and its gradients, and of the many small ones of attention.
//!
//! The left operand stays where it lies; the right one is packed where its rows are many times read (Goto and van de
//! Geijn 2008, "Anatomy of high-performance matrix multiplication").

use super::four::Four;
use super::matrix::{Matrix, Target};
use super::tiles::{LANES, ROWS, Tiles};

/// Tiles' rows that are kept close to the processor while the other operand streams past.
const FOURS_A_PASS: usize = 8;
/// Rows whose products are added up before the sums are written.
const ROWS_A_SUM: usize = 64;

/// y = x w: `columns` holds w packed in columns ([`Matrix::pack_columns_into`]).
#[inline(always)]
pub(crate) fn product<T: Tiles>(x: &Matrix<'_, T>, columns: &[[T; LANES]], y: &mut Target<'_, T>) {
    for pass in (0..x.rows).step_by(FOURS_A_PASS * ROWS) {
        let end = x.rows.min(pass + FOURS_A_PASS * ROWS);
        for (columns, column) in columns.chunks_exact(x.columns).zip((0..).step_by(LANES)) {
            for first in (pass..end).step_by(ROWS) {
                let sums = T::rows(&four_rows(x, first), columns);
                y.place([first, column], sums, |y, sums| *y = *sums);
            }
        }
    }
}

/// y += scale * x w, of small matrices.
#[inline(always)]
pub(crate) fn add_product<T: Tiles>(
    x: &Matrix<'_, T>,
    columns: &[[T; LANES]],
    scale: T,
    y: &mut Target<'_, T>,
) {
    let scale = T::Four::splat(scale);
    for (columns, column) in columns.chunks_exact(x.columns).zip((0..).step_by(LANES)) {
        for first in (0..x.rows).step_by(ROWS) {
            let sums = T::rows(&four_rows(x, first), columns);
            y.place([first, column], sums, |y, sums| add_scaled(y, scale, sums));
        }
    }
}

/// y += scale * x^T w, of small matrices; `packed` is room for x.
#[inline(always)]
pub(crate) fn add_transposed<T: Tiles>(
    x: &Matrix<'_, T>,
    packed: &mut Vec<[T; ROWS]>,
    columns: &[[T; LANES]],
    scale: T,
    y: &mut Target<'_, T>,
) {
    x.pack_columns_into(packed);
    let scale = T::Four::splat(scale);
    for (columns, column) in columns.chunks_exact(x.rows).zip((0..).step_by(LANES)) {
        for (x, first) in packed.chunks_exact(x.rows).zip((0..).step_by(ROWS)) {
            let sums = T::packed(x, columns);
            y.place([first, column], sums, |y, sums| add_scaled(y, scale, sums));
        }
    }
}

/// y += x^T z, for x \[rows, k\] and z \[rows, m\].
#[inline(always)]
pub(crate) fn add_columns<T: Tiles>(x: &Matrix<'_, T>, z: &Matrix<'_, T>, y: &mut Target<'_, T>) {
    let (mut x_packed, mut z_packed) = (Vec::new(), Vec::new());
    for first in (0..x.rows).step_by(ROWS_A_SUM) {
        let (x, z) = (x.part(first, ROWS_A_SUM), z.part(first, ROWS_A_SUM));
        z.pack_columns_into(&mut z_packed);
        add_transposed(&x, &mut x_packed, &z_packed, T::ONE, y);
    }
}

/// Four rows from `first` on; past the end the last one again, for which there is no place where it would be written.
#[inline(always)]
fn four_rows<'a, T: Tiles>(x: &Matrix<'a, T>, first: usize) -> [&'a [T]; ROWS] {
    let row = |row: usize| x.row(row.min(x.rows - 1));
    [row(first), row(first + 1), row(first + 2), row(first + 3)]
}

#[inline(always)]
fn add_scaled<T: Tiles>(y: &mut [T; LANES], scale: T::Four, x: &[T; LANES]) {
    let ([x_low, x_high], [y_low, y_high]) = (T::Four::load_eight(x), T::Four::load_eight(y));
    T::Four::store_eight([y_low + scale * x_low, y_high + scale * x_high], y);
}
