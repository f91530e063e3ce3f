//! The loops that must be fast, compiled here once for each kind of number.
//!
//! A generic function is compiled where it is called, with that crate's options, and the page is built for size. These
//! are methods of f32 and f64 themselves, so they are compiled in this crate, for speed.

use super::matrix::{Matrix, Target};
use super::offsets;
use super::product;
use super::slices;
use super::tiles::{LANES, ROWS, Tiles};

/// The loops that must be fast.
pub trait Loops: Sized {
    /// sum\[r\]\[l\] = sum over p of a\[p\]\[r\] * b\[p\]\[l\], added in the order of p.
    fn tile(a: &[[Self; ROWS]], b: &[[Self; LANES]]) -> [[Self; LANES]; ROWS];

    /// y = x w: `columns` holds w packed in columns ([`Matrix::pack_columns_into`]).
    fn product(x: &Matrix<'_, Self>, columns: &[[Self; LANES]], y: &mut Target<'_, Self>);

    /// y += x^T z, for x \[rows, k\] and z \[rows, m\].
    fn add_columns(x: &Matrix<'_, Self>, z: &Matrix<'_, Self>, y: &mut Target<'_, Self>);

    /// y += scale * x w, of small matrices; `columns` as for [`Loops::product`].
    fn add_product(
        x: &Matrix<'_, Self>,
        columns: &[[Self; LANES]],
        scale: Self,
        y: &mut Target<'_, Self>,
    );

    /// y += scale * x^T w, of small matrices; `columns` as for [`Loops::product`], `packed` is room for x.
    fn add_transposed(
        x: &Matrix<'_, Self>,
        packed: &mut Vec<[Self; ROWS]>,
        columns: &[[Self; LANES]],
        scale: Self,
        y: &mut Target<'_, Self>,
    );

    /// See [`Matrix::pack_rows_into`].
    fn pack_rows(x: &Matrix<'_, Self>, packed: &mut Vec<[Self; LANES]>);

    /// See [`Matrix::pack_columns_into`].
    fn pack_columns(x: &Matrix<'_, Self>, packed: &mut Vec<[Self; LANES]>);

    /// map\[i\]\[j\] += scale * by\[i\]\[j - i + n - 1\], for `by` \[n, 2n - 1\]; rows that are all one lie at stride 0.
    fn add_by_offset(by: &Matrix<'_, Self>, scale: Self, map: &mut [Self]);

    /// See [`Skewed::lay`](super::Skewed::lay).
    fn skew(map: &[Self], n: usize, to: &mut [[Self; ROWS]]);

    /// Zeros everywhere.
    fn clear(y: &mut [Self]);

    /// y += x, for as many as both hold.
    fn accumulate(y: &mut [Self], x: &[Self]);

    /// y += factor * x, for as many as both hold.
    fn add_scaled(y: &mut [Self], factor: Self, x: &[Self]);

    /// y *= factor.
    fn scale(y: &mut [Self], factor: Self);

    /// The sum of a slice, in eight lanes.
    fn total(x: &[Self]) -> Self;

    /// The product of two slices of one length, in eight lanes.
    fn dot(x: &[Self], y: &[Self]) -> Self;

    /// The largest of a slice; zero of an empty one.
    fn largest(x: &[Self]) -> Self;
}

/// Compiles the loops for a kind of number.
macro_rules! compiled {
    ($number:ty) => {
        impl Loops for $number {
            fn tile(a: &[[Self; ROWS]], b: &[[Self; LANES]]) -> [[Self; LANES]; ROWS] {
                Self::packed(a, b)
            }

            fn product(x: &Matrix<'_, Self>, columns: &[[Self; LANES]], y: &mut Target<'_, Self>) {
                product::product(x, columns, y);
            }

            fn add_columns(x: &Matrix<'_, Self>, z: &Matrix<'_, Self>, y: &mut Target<'_, Self>) {
                product::add_columns(x, z, y);
            }

            fn add_product(
                x: &Matrix<'_, Self>,
                columns: &[[Self; LANES]],
                scale: Self,
                y: &mut Target<'_, Self>,
            ) {
                product::add_product(x, columns, scale, y);
            }

            fn add_transposed(
                x: &Matrix<'_, Self>,
                packed: &mut Vec<[Self; ROWS]>,
                columns: &[[Self; LANES]],
                scale: Self,
                y: &mut Target<'_, Self>,
            ) {
                product::add_transposed(x, packed, columns, scale, y);
            }

            fn pack_rows(x: &Matrix<'_, Self>, packed: &mut Vec<[Self; LANES]>) {
                x.pack_rows_into(packed);
            }

            fn pack_columns(x: &Matrix<'_, Self>, packed: &mut Vec<[Self; LANES]>) {
                x.pack_columns_into(packed);
            }

            fn add_by_offset(by: &Matrix<'_, Self>, scale: Self, map: &mut [Self]) {
                offsets::add_by_offset(by, scale, map);
            }

            fn skew(map: &[Self], n: usize, to: &mut [[Self; ROWS]]) {
                offsets::skew(map, n, to);
            }

            fn clear(y: &mut [Self]) {
                y.fill(0.0);
            }

            fn accumulate(y: &mut [Self], x: &[Self]) {
                slices::accumulate(y, x);
            }

            fn add_scaled(y: &mut [Self], factor: Self, x: &[Self]) {
                slices::add_scaled(y, factor, x);
            }

            fn scale(y: &mut [Self], factor: Self) {
                slices::scale(y, factor);
            }

            fn total(x: &[Self]) -> Self {
                slices::total(x)
            }

            fn dot(x: &[Self], y: &[Self]) -> Self {
                slices::dot(x, y)
            }

            fn largest(x: &[Self]) -> Self {
                slices::largest(x)
            }
        }
    };
}

compiled!(f32);
compiled!(f64);
