//! The operations: one file each, with a shader of the same name.
//!
//! A file opens with the formula, the shapes and the source; then come the operation's constants, its shape rule,
//! its twin (generic over f32 and f64), its kernel and its cost. An operation is added by adding the two files and one
//! line in the list at the end of this page; the tests walk the list (`tests/gpu_ops.rs` compares shader and twin on
//! generated operands, `e2e` compiles every shader in the browser).

mod adam_mean;
mod adam_square;
mod adam_step;
mod add;
mod add_positions;
mod asked;
mod attention;
mod blocks;
mod clip;
mod count;
mod cross_entropy;
mod cross_entropy_gradient;
mod damp;
mod distance_kernel;
mod distance_kernel_gradient;
mod doors;
mod dropout;
mod embed;
mod embed_gradient;
mod fire;
mod fire_gradient;
mod gate;
mod gate_count;
mod gate_count_gradient;
mod gelu;
mod gelu_gradient;
mod grow;
mod heads;
mod hits;
mod interpolate;
mod interpolate_rows;
mod interpolate_slope;
mod kernel;
mod lanes;
mod layer_norm;
mod layer_norm_gradient;
mod library;
mod linear;
mod linear_input;
mod linear_weight;
mod listed;
mod lookup;
mod maps;
mod matmul;
mod mean_pool;
mod normalize;
mod offset_mix;
mod offset_scale;
mod offset_sum;
mod pair_mix;
mod pair_scores;
mod product_sum;
mod rotate;
mod rotation;
mod row_gather;
mod row_mix;
mod row_scores;
mod rule;
mod sample;
mod scale;
mod scores;
mod sinusoid;
mod skew;
mod softmax;
mod softmax_gradient;
mod square_sum;
mod sum;
mod wave;
mod weighted_sum;
mod wgsl;

pub use adam_mean::AdamMean;
pub use adam_square::AdamSquare;
pub use adam_step::AdamStep;
pub use add::Add;
pub use add_positions::AddPositions;
pub use asked::Asked;
pub use attention::Attention;
pub use count::Count;
pub use cross_entropy::CrossEntropy;
pub use cross_entropy_gradient::CrossEntropyGradient;
pub use damp::Damp;
pub use distance_kernel::DistanceKernel;
pub use distance_kernel_gradient::DistanceKernelGradient;
pub use dropout::Dropout;
pub use embed::Embed;
pub use embed_gradient::EmbedGradient;
pub use fire::Fire;
pub use fire_gradient::FireGradient;
pub use gate::Gate;
pub use gate_count::GateCount;
pub use gate_count_gradient::GateCountGradient;
pub use gelu::Gelu;
pub use gelu_gradient::GeluGradient;
pub use grow::Grow;
pub use hits::Hits;
pub use interpolate::Interpolate;
pub use interpolate_rows::InterpolateRows;
pub use interpolate_slope::InterpolateSlope;
pub use kernel::{Cost, Kernel};
pub use layer_norm::LayerNorm;
pub use layer_norm_gradient::LayerNormGradient;
pub use library::Library;
pub use linear::Linear;
pub use linear_input::LinearInput;
pub use linear_weight::LinearWeight;
pub use listed::Listed;
pub use matmul::Matmul;
pub use mean_pool::MeanPool;
pub use normalize::Normalize;
pub use offset_mix::OffsetMix;
pub use offset_scale::OffsetScale;
pub use offset_sum::OffsetSum;
pub use pair_mix::PairMix;
pub use pair_scores::PairScores;
pub use product_sum::ProductSum;
pub use rotate::{Pairs, Rotate};
pub use rotation::Rotation;
pub use row_gather::RowGather;
pub use row_mix::RowMix;
pub use row_scores::RowScores;
pub use sample::{Dice, Sample};
pub use scale::Scale;
pub use scores::Scores;
pub use sinusoid::Sinusoid;
pub use skew::Skew;
pub use softmax::Softmax;
pub use softmax_gradient::SoftmaxGradient;
pub use square_sum::SquareSum;
pub use sum::Sum;
pub use weighted_sum::WeightedSum;

use super::backward::Tape;
use super::error::EngineError;
use super::program::fitted;
use super::tensor::{Operand, Shape, TensorId, TensorInfo};
use poslab_numbers::Real;
use wgsl::shipped;

/// What one operation owns.
pub trait Operation: Sized {
    /// The stem of its file and of its shader.
    const NAME: &'static str;
    /// What it wants, for error messages: "x [n, k] and w [k, m]".
    const WANTS: &'static str;
    /// How many operands it reads.
    const INPUTS: usize;
    /// The shader's parts, in the order in which they are joined: the helpers that it uses, then its own file.
    const SHADER: &'static [&'static str];
    /// The entry points of the shader, each a pipeline.
    const ENTRIES: &'static [&'static str];
    /// Whether the twin writes every number of its output without reading any, so that it needn't start as zeros.
    const WRITES_ALL: bool = false;

    /// The output's shape, or `None` where the operands don't fit.
    fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape>;

    /// The twin: computes on the CPU what the shader computes on the GPU. `output` starts as zeros, unless the
    /// operation says [`Operation::WRITES_ALL`].
    fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]);

    /// How to start the shader on operands of these shapes.
    fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel;

    /// Floating-point operations that it takes; bytes follow from the shapes.
    fn flops(&self, inputs: &[&Shape], output: &Shape) -> u64;

    /// Appends to `tape` the steps that make the gradients of its operands from `dy`, the gradient of its output; one
    /// entry for each operand, `None` for one that has no gradient or needs none ([`Tape::needs`]).
    ///
    /// As it stands here, an operation has no gradient towards any operand.
    ///
    /// # Errors
    /// [`EngineError::Shape`] where a step's operands don't fit.
    fn gradient(
        &self,
        _tape: &mut Tape<'_>,
        _inputs: &[TensorId],
        _output: TensorId,
        _dy: TensorId,
    ) -> Result<Vec<Option<TensorId>>, EngineError> {
        Ok(Vec::new())
    }

    /// A random operation with operands that fit, for the tests that walk the list.
    fn sample(dice: &mut Dice) -> Sample;
}

/// Writes the list once: the type that holds any operation, and what walks it.
macro_rules! operations {
    ($($op:ident),+ $(,)?) => {
        /// Any operation, with its constants.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Op {
            $(
                #[doc = concat!("See [`", stringify!($op), "`].")]
                $op($op),
            )+
        }

        $(
            impl From<$op> for Op {
                fn from(op: $op) -> Self {
                    Self::$op(op)
                }
            }
        )+

        impl Op {
            /// Every operation, for what is built once (pipelines) and for the tests.
            pub const LIST: &'static [Listed] = &[$(Listed::of::<$op>(shipped!($op))),+];

            /// The stem of its file and of its shader.
            pub fn name(&self) -> &'static str {
                match self { $(Self::$op(_) => $op::NAME,)+ }
            }

            /// What it wants of its operands.
            pub fn wants(&self) -> &'static str {
                match self { $(Self::$op(_) => $op::WANTS,)+ }
            }

            /// The output's shape, or `None` where the operands don't fit.
            pub fn output(&self, inputs: &[&TensorInfo]) -> Option<Shape> {
                match self { $(Self::$op(op) => fitted(op, inputs),)+ }
            }

            /// Runs the twin.
            pub fn run<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
                match self { $(Self::$op(op) => op.run(inputs, output),)+ }
            }

            /// See [`Operation::WRITES_ALL`].
            pub fn writes_all(&self) -> bool {
                match self { $(Self::$op(_) => $op::WRITES_ALL,)+ }
            }

            /// How to start the shader.
            pub fn kernel(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
                match self { $(Self::$op(op) => op.kernel(inputs, output),)+ }
            }

            /// Appends the gradients of its operands: see [`Operation::gradient`].
            ///
            /// # Errors
            /// [`EngineError::Shape`] where a step's operands don't fit.
            pub fn gradient(
                &self,
                tape: &mut Tape<'_>,
                inputs: &[TensorId],
                output: TensorId,
                dy: TensorId,
            ) -> Result<Vec<Option<TensorId>>, EngineError> {
                match self { $(Self::$op(op) => op.gradient(tape, inputs, output, dy),)+ }
            }

            /// What it takes: arithmetic and memory traffic.
            pub fn cost(&self, inputs: &[&Shape], output: &Shape) -> Cost {
                let flops = match self { $(Self::$op(op) => op.flops(inputs, output),)+ };
                Cost::new(flops, inputs, output)
            }
        }
    };
}

operations! {
    AdamMean,
    AdamSquare,
    AdamStep,
    Add,
    AddPositions,
    Asked,
    Attention,
    Count,
    CrossEntropy,
    CrossEntropyGradient,
    Damp,
    DistanceKernel,
    DistanceKernelGradient,
    Dropout,
    Embed,
    EmbedGradient,
    Fire,
    FireGradient,
    Gate,
    GateCount,
    GateCountGradient,
    Gelu,
    GeluGradient,
    Grow,
    Hits,
    Interpolate,
    InterpolateRows,
    InterpolateSlope,
    LayerNorm,
    LayerNormGradient,
    Linear,
    LinearInput,
    LinearWeight,
    Matmul,
    MeanPool,
    Normalize,
    OffsetMix,
    OffsetScale,
    OffsetSum,
    PairMix,
    PairScores,
    ProductSum,
    Rotate,
    Rotation,
    RowGather,
    RowMix,
    RowScores,
    Scale,
    Scores,
    Sinusoid,
    Skew,
    Softmax,
    SoftmaxGradient,
    SquareSum,
    Sum,
    WeightedSum,
}

/// Writes what is known of the operations that the model is made of; the others only training uses. Whoever asks only for
/// these downloads only these.
macro_rules! of_the_model {
    ($($op:ident),+ $(,)?) => {
        impl Op {
            /// As [`Op::LIST`], without what only training uses.
            pub(super) const MODEL: &'static [Listed] = &[$(Listed::of::<$op>(shipped!($op))),+];

            /// Whether the model is made of it, rather than only its training.
            pub fn is_of_the_model(&self) -> bool {
                matches!(self, $(Self::$op(_))|+)
            }

            /// As [`Op::run`].
            pub(super) fn run_in_the_model<T: Real>(&self, inputs: &[Operand<'_, T>], output: &mut [T]) {
                match self {
                    $(Self::$op(op) => op.run(inputs, output),)+
                    _ => debug_assert!(self.is_of_the_model(), "{} is of training", self.name()),
                }
            }

            /// As [`Op::kernel`]; an operation of training would start nothing.
            pub(super) fn kernel_in_the_model(&self, inputs: &[&Shape], output: &Shape) -> Kernel {
                match self {
                    $(Self::$op(op) => op.kernel(inputs, output),)+
                    _ => Kernel::linear("", Vec::new(), 0),
                }
            }

            /// As [`Op::cost`].
            pub(super) fn cost_in_the_model(&self, inputs: &[&Shape], output: &Shape) -> Cost {
                match self {
                    $(Self::$op(op) => Cost::new(op.flops(inputs, output), inputs, output),)+
                    _ => Cost::default(),
                }
            }
        }
    };
}

of_the_model! {
    Add,
    Attention,
    Count,
    Damp,
    Embed,
    Gate,
    Gelu,
    Grow,
    LayerNorm,
    Matmul,
    MeanPool,
    Rotate,
    Rotation,
    Scale,
    Scores,
    Sinusoid,
    Softmax,
    WeightedSum,
}
