//! Shape rules: what several operations ask of their operands.

use crate::engine::tensor::{Element, TensorInfo};

/// Whether `t` holds real numbers in exactly these axes.
pub(super) fn real(t: &TensorInfo, axes: &[usize]) -> bool {
    t.element == Element::Real && t.shape.axes() == axes
}

/// Whether `t` holds real numbers in these axes, each of which may be 1 instead: "[n | 1, d | 1]".
pub(super) fn real_or_one(t: &TensorInfo, axes: &[usize]) -> bool {
    t.element == Element::Real && each_or_one(t, axes)
}

/// Whether `t` holds whole numbers in these axes, each of which may be 1 instead.
pub(super) fn whole_or_one(t: &TensorInfo, axes: &[usize]) -> bool {
    t.element == Element::Whole && each_or_one(t, axes)
}

fn each_or_one(t: &TensorInfo, axes: &[usize]) -> bool {
    let own = t.shape.axes();
    own.len() == axes.len() && own.iter().zip(axes).all(|(a, b)| a == b || *a == 1)
}

/// The two axes of a real matrix.
pub(super) fn matrix(t: &TensorInfo) -> Option<[usize; 2]> {
    match (t.element, t.shape.axes()) {
        (Element::Real, [rows, width]) => Some([*rows, *width]),
        _ => None,
    }
}

/// The three axes of a stack of real matrices.
pub(super) fn stack(t: &TensorInfo) -> Option<[usize; 3]> {
    match (t.element, t.shape.axes()) {
        (Element::Real, [count, rows, width]) => Some([*count, *rows, *width]),
        _ => None,
    }
}

/// Whether `t` holds one row of `width` real numbers, or one for each of several models that share `rows` evenly.
pub(super) fn row_of_each_model(t: &TensorInfo, rows: usize, width: usize) -> bool {
    let axes = t.shape.axes();
    let fits = match axes {
        [own] => *own == width,
        [models, own] => *own == width && rows.is_multiple_of(*models),
        _ => false,
    };
    fits && t.element == Element::Real
}

/// Whether logits \[models * rows, classes\] and one whole target a row fit each other.
pub(super) fn logits(
    logits: &TensorInfo,
    targets: &TensorInfo,
    models: usize,
) -> Option<[usize; 2]> {
    let [rows, classes] = matrix(logits)?;
    let fits = targets.element == Element::Whole
        && targets.shape.axes() == [rows]
        && models > 0
        && rows.is_multiple_of(models);
    fits.then_some([rows, classes])
}

/// The step from one row of an axis to the next: 0 where the axis is broadcast.
pub(super) fn stride(axis: usize, step: usize) -> usize {
    if axis == 1 { 0 } else { step }
}
