//! Products of whole matrices in tiles, for `matmul`, `linear` and the gradients of the latter.
//!
//! The left operand stays where it lies; the right one is packed where its rows are many times read (Goto and van de
//! Geijn 2008, "Anatomy of high-performance matrix multiplication").

use super::lanes;
use super::tile::{LANES, Matrix, ROWS};
use crate::engine::four::Four;
use crate::engine::real::Real;
use std::borrow::Cow;

/// Tiles' rows that are kept close to the processor while the other operand streams past.
const FOURS_A_PASS: usize = 8;
/// Rows whose products are added up before the sums are written.
const ROWS_A_SUM: usize = 64;

/// y = x w: `columns` holds w packed in columns ([`Matrix::pack_columns`]), `width` of which count.
pub(super) fn rows<T: Real>(x: &Matrix<T>, columns: &[[T; LANES]], width: usize, output: &mut [T]) {
    // Rows past the end repeat the last one; there is no place where they would be written.
    let row = |row: usize| x.row(row.min(x.rows - 1));
    let fours = (0..x.rows).step_by(ROWS);
    let fours: Vec<_> = fours
        .map(|first| [row(first), row(first + 1), row(first + 2), row(first + 3)])
        .collect();
    for (pass, fours) in fours.chunks(FOURS_A_PASS).enumerate() {
        for (block, columns) in columns.chunks_exact(x.columns).enumerate() {
            for (four, rows) in fours.iter().enumerate() {
                let first = (pass * FOURS_A_PASS + four) * ROWS;
                let sums = T::tile_rows(rows, columns);
                place(&sums, output, width, [first, block * LANES], |y, sums| {
                    *y = *sums
                });
            }
        }
    }
}

/// y += x^T z, for x [rows, k] and z [rows, m].
pub(super) fn add_columns<T: Real>(x: &[T], k: usize, z: &[T], m: usize, output: &mut [T]) {
    let (x, z) = (groups::<T, ROWS>(x, k), groups::<T, LANES>(z, m));
    let steps = (k.div_ceil(ROWS), m.div_ceil(LANES));
    let passes = x
        .chunks(ROWS_A_SUM * steps.0)
        .zip(z.chunks(ROWS_A_SUM * steps.1));
    for (x, z) in passes {
        for i in 0..steps.0 {
            for j in 0..steps.1 {
                let sums = T::tile_columns(&x[i..], &z[j..], steps);
                place(&sums, output, m, [i * ROWS, j * LANES], |y, sums| {
                    lanes::add(y, sums)
                });
            }
        }
    }
}

/// Brings a tile's sums to their places in rows of `width` numbers; places outside are left out.
#[inline(always)]
fn place<T: Real>(
    tile: &[[T; LANES]; ROWS],
    output: &mut [T],
    width: usize,
    [row, column]: [usize; 2],
    put: impl Fn(&mut [T; LANES], &[T; LANES]),
) {
    if width.is_multiple_of(LANES) {
        let (output, at) = (output.as_chunks_mut().0, (row * width + column) / LANES);
        for (sums, row) in tile.iter().zip(0..) {
            if let Some(y) = output.get_mut(at + row * (width / LANES)) {
                put(y, sums);
            }
        }
        return;
    }
    let len = LANES.min(width - column);
    for (sums, row) in tile.iter().zip(row..) {
        let start = row * width + column;
        if let Some(y) = output.get_mut(start..start + len) {
            let mut all = [T::ZERO; LANES];
            all[..len].copy_from_slice(y);
            put(&mut all, sums);
            y.copy_from_slice(&all[..len]);
        }
    }
}

/// Rows of `width` numbers as groups of `W`: the same numbers, or a copy that zeros fill up where `W` doesn't divide.
fn groups<T: Real, const W: usize>(values: &[T], width: usize) -> Cow<'_, [[T; W]]> {
    if width.is_multiple_of(W) {
        return Cow::Borrowed(values.as_chunks().0);
    }
    let mut groups = Vec::with_capacity(values.len() / width * width.div_ceil(W));
    for row in values.chunks_exact(width) {
        let (whole, rest) = row.as_chunks();
        let mut last = [T::ZERO; W];
        last[..rest.len()].copy_from_slice(rest);
        groups.extend_from_slice(whole);
        groups.push(last);
    }
    Cow::Owned(groups)
}

/// y += b, where b is a row of y's width or one number.
pub(super) fn add_bias<T: Real>(output: &mut [T], width: usize, b: &[T]) {
    for row in output.chunks_exact_mut(width) {
        if let [b] = b {
            let b = T::Four::splat(*b);
            lanes::each(row, |y| y + b);
        } else {
            lanes::add(row, b);
        }
    }
}
