//! Products of whole matrices in tiles, for `matmul`, `linear` and the gradients of the latter.
//!
//! The left operand stays where it lies; the right one is packed where its rows are many times read (Goto and van de
//! Geijn 2008, "Anatomy of high-performance matrix multiplication").

use super::tile::{LANES, Matrix, ROWS};
use crate::engine::real::Real;
use std::borrow::Cow;

/// Rows that are kept close to the processor while the other operand streams past.
const ROWS_A_PASS: usize = 32;
/// Rows whose products are added up before the sums are written.
const ROWS_A_SUM: usize = 64;

/// y = x w: `columns` holds w packed in columns ([`Matrix::pack_columns`]), `width` of which count.
pub(super) fn rows<T: Real>(x: &Matrix<T>, columns: &[[T; LANES]], width: usize, output: &mut [T]) {
    for (pass, output) in output.chunks_mut(ROWS_A_PASS * width).enumerate() {
        for (block, columns) in columns.chunks_exact(x.columns).enumerate() {
            for (four, output) in output.chunks_mut(ROWS * width).enumerate() {
                let first = pass * ROWS_A_PASS + four * ROWS;
                // Rows past the end repeat the last one and aren't written.
                let row = |row: usize| x.row((first + row).min(x.rows - 1));
                let sums = T::tile_rows([row(0), row(1), row(2), row(3)], columns);
                store(&sums, output, width, block * LANES);
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
        for (i, output) in output.chunks_mut(ROWS * m).enumerate() {
            for j in 0..steps.1 {
                let sums = T::tile_columns(&x[i..], &z[j..], steps);
                add(&sums, output, m, j * LANES);
            }
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

/// Writes a tile at `column` of as many rows as `output` holds.
fn store<T: Real>(tile: &[[T; LANES]; ROWS], output: &mut [T], width: usize, column: usize) {
    for (row, sums) in output.chunks_exact_mut(width).zip(tile) {
        let row = &mut row[column..width.min(column + LANES)];
        if let Ok(whole) = <&mut [T; LANES]>::try_from(&mut *row) {
            *whole = *sums;
        } else {
            row.copy_from_slice(&sums[..row.len()]);
        }
    }
}

/// Adds a tile at `column` to as many rows as `output` holds.
fn add<T: Real>(tile: &[[T; LANES]; ROWS], output: &mut [T], width: usize, column: usize) {
    for (row, sums) in output.chunks_exact_mut(width).zip(tile) {
        let row = &mut row[column..width.min(column + LANES)];
        row.iter_mut().zip(sums).for_each(|(y, sum)| *y += *sum);
    }
}

/// y += b, where b is a row of y's width or one number.
pub(super) fn add_bias<T: Real>(output: &mut [T], width: usize, b: &[T]) {
    for row in output.chunks_exact_mut(width) {
        if let [b] = b {
            row.iter_mut().for_each(|y| *y += *b);
        } else {
            row.iter_mut().zip(b).for_each(|(y, b)| *y += *b);
        }
    }
}
