//! Clipping by the global norm, for `adam_mean` and `adam_square`: g * min(1, max_norm / (norm + 1e-6)).
//!
//! The norm is taken over all gradients of a model; so it comes from outside, as the sum of their squares. Pascanu et
//! al. 2013, "On the difficulty of training recurrent neural networks", section 3.2; the 1e-6 is PyTorch's.

use super::{Dice, Kernel, lanes, rule};
use crate::engine::tensor::{Data, Element, Operand, Shape, TensorInfo};
use poslab_numbers::Four;
use poslab_numbers::Real;

/// Whether a running mean \[G, ...\], a gradient of the same shape and squares \[G\] fit each other.
pub(super) fn fits(mean: &TensorInfo, gradient: &TensorInfo, squares: &TensorInfo) -> bool {
    let axes = mean.shape.axes();
    let models = axes.first().copied().unwrap_or_default();
    mean.element == Element::Real && rule::real(gradient, axes) && rule::real(squares, &[models])
}

/// What a model's gradient is multiplied by.
pub(super) fn factor<T: Real>(squares: T, max_norm: Option<f64>) -> T {
    let Some(max_norm) = max_norm else {
        return T::ONE;
    };
    let factor = T::from_f64(max_norm) / (squares.sqrt() + T::from_f64(1e-6));
    if factor < T::ONE { factor } else { T::ONE }
}

/// old' = stays old + (1 - stays) joins(g), with g clipped: what `adam_mean` and `adam_square` share.
pub(super) fn running_mean<T: Real>(
    inputs: &[Operand<'_, T>],
    output: &mut [T],
    (stays, max_norm): (f64, Option<f64>),
    joins: impl Fn(T::Four) -> T::Four,
) {
    let [old, g, squares] = [inputs[0].real(), inputs[1].real(), inputs[2].real()];
    let share = T::Four::splat(T::from_f64(1.0 - stays));
    let stays = T::Four::splat(T::from_f64(stays));
    let own = old.len() / squares.len();
    let models = old.chunks_exact(own).zip(g.chunks_exact(own));
    let models = output.chunks_exact_mut(own).zip(models).zip(squares);
    for ((output, (old, g)), squares) in models {
        let factor = T::Four::splat(factor(*squares, max_norm));
        lanes::map2(output, old, g, |old, g| {
            stays * old + share * joins(g * factor)
        });
    }
}

/// Operands that fit: a running mean, a gradient and the squares of its models.
pub(super) fn operands(dice: &mut Dice, mean: &str) -> Vec<(TensorInfo, Data<f32>)> {
    let shape = [1 + dice.below(3), dice.axis(), dice.axis()];
    vec![
        dice.normal(mean, shape),
        dice.normal("g", shape),
        dice.positive("squares", [shape[0]]),
    ]
}

/// How the shaders start: four numbers of one model a thread where they divide.
pub(super) fn kernel(
    models: usize,
    output: &Shape,
    shares: [f64; 2],
    max_norm: Option<f64>,
) -> Kernel {
    let own = output.len() / models;
    let (entry, own) = if own.is_multiple_of(4) {
        ("main4", own / 4)
    } else {
        ("main", own)
    };
    let [stays, joins] = shares.map(|share| (share as f32).to_bits());
    let max_norm = (max_norm.unwrap_or(0.0) as f32).to_bits();
    let threads = models * own;
    let constants = vec![threads as u32, own as u32, stays, joins, max_norm];
    Kernel::linear(entry, constants, threads)
}
