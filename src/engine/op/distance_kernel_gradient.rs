//! Gradient of `distance_kernel` to its numbers: dr\[g, h\] = sum over the offsets o of d\[g, o, h\] * (dbias/dr1, dbias/dr2) at |o - n + 1|.
//!
//! Shapes: r \[G, heads, 2\], kind \[G\] whole, d \[G, 2n - 1, heads\] -> dr like r. A number past one of its bounds follows its gradient
//! only where a step leads back. Chi et al. 2022, section 4.

use super::distance_kernel::{Form, may_follow};
use super::{Dice, Kernel, Operation, Sample, rule};
use crate::engine::tensor::{Element, Operand, Shape, TensorInfo};
use poslab_numbers::Real;

/// What the distances bring to a kernel's two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistanceKernelGradient;

impl Operation for DistanceKernelGradient {
    const NAME: &'static str = "distance_kernel_gradient";
    const WANTS: &'static str =
        "numbers [G, heads, 2], kind [G] of whole numbers and the gradient [G, 2n - 1, heads]";
    const INPUTS: usize = 3;
    const SHADER: &'static [&'static str] = &[
        include_str!("../../../shaders/common/linear.wgsl"),
        include_str!("../../../shaders/common/kernel.wgsl"),
        include_str!("../../../shaders/distance_kernel_gradient.wgsl"),
    ];
    const ENTRIES: &'static [&'static str] = &["main"];

    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
        let [r, kind, d] = inputs else { return None };
        let ([models, heads, 2], [_, offsets, _]) = (rule::stack(r)?, rule::stack(d)?) else {
            return None;
        };
        let fits = kind.element == Element::Whole
            && kind.shape.axes() == [models]
            && rule::real(d, &[models, offsets, heads])
            && offsets % 2 == 1;
        fits.then(|| r.shape.clone())
    }

    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
        let (r, kind, d) = (inputs[0], inputs[1].whole(), inputs[2]);
        let (heads, offsets) = (r.shape.axes()[1], d.shape.axes()[1]);
        for (at, (dr, r)) in (output.chunks_exact_mut(2).zip(r.real().chunks_exact(2))).enumerate()
        {
            let (model, head) = (at / heads, at % heads);
            let form = Form::of(kind[model], r);
            for offset in 0..offsets {
                let distance = T::from_f64(offset.abs_diff(offsets / 2) as f64);
                let d = d.real()[(model * offsets + offset) * heads + head];
                let [first, second] = form.slopes(distance);
                dr[0] += d * first;
                dr[1] += d * second;
            }
            for (place, (dr, r)) in dr.iter_mut().zip(r).enumerate() {
                if !may_follow(kind[model], place, *r, *dr) {
                    *dr = T::ZERO;
                }
            }
        }
    }

    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
        let threads = output.len() / 2;
        let heads = threads / inputs[1].len();
        let tokens = inputs[2].rows() / inputs[1].len() / 2 + 1;
        let constants = [threads, tokens, heads].map(|c| c as u32).to_vec();
        Kernel::linear("main", constants, threads)
    }

    fn flops(&self, inputs: &[&Shape], _: &Shape) -> u64 {
        24 * inputs[2].len() as u64
    }

    fn sample(dice: &mut Dice) -> Sample {
        // Few tokens: a power's terms grow past what its sum keeps in f32.
        let (models, heads) = (1 + dice.below(3), 1 + dice.below(4));
        let tokens = 1 + dice.below(16).min(dice.axis());
        Sample {
            op: Self.into(),
            inputs: vec![
                dice.between("numbers", [models, heads, 2], 0.1..1.9),
                dice.whole("kind", [models], 3),
                dice.normal("d", [models, 2 * tokens - 1, heads]),
            ],
            tolerance: 5e-4,
        }
    }
}
