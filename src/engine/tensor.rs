//! Tensors: a name, a shape, and what a number in it is.

use std::fmt;

/// The lengths of a tensor's axes, outermost first; numbers lie row-major.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape(Vec<usize>);

impl Shape {
    /// A shape with these axes.
    pub fn new(axes: impl Into<Vec<usize>>) -> Self {
        Self(axes.into())
    }

    /// The axes' lengths.
    pub fn axes(&self) -> &[usize] {
        &self.0
    }

    /// How many numbers a tensor of this shape holds; at most `usize::MAX`, which no memory holds (WebAssembly counts
    /// in 32 bits).
    pub fn len(&self) -> usize {
        self.0.iter().fold(1, |len, axis| len.saturating_mul(*axis))
    }

    /// How many bytes it takes at four bytes a number.
    pub fn bytes(&self) -> u64 {
        (self.len() as u64).saturating_mul(4)
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The length of the last axis (1 for a scalar).
    pub fn width(&self) -> usize {
        self.0.last().copied().unwrap_or(1)
    }

    /// How many rows of [`Shape::width`] numbers there are.
    pub fn rows(&self) -> usize {
        let rows = self.0.split_last().map(|(_, outer)| outer);
        let outer = rows.unwrap_or_default().iter();
        outer.fold(1, |rows, axis| rows.saturating_mul(*axis))
    }
}

impl<const N: usize> From<[usize; N]> for Shape {
    fn from(axes: [usize; N]) -> Self {
        Self(axes.into())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axes: Vec<_> = self.0.iter().map(usize::to_string).collect();
        write!(f, "[{}]", axes.join(", "))
    }
}

/// What one number of a tensor is. Both take four bytes on the GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A real number: f32 on the GPU and in the fallback, f64 in the reference.
    Real,
    /// A whole number, u32: ids, indices, masks, turns. Negative positions stand in two's complement.
    Whole,
}

/// A tensor's place in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TensorId(pub(super) usize);

impl TensorId {
    /// Index into [`Program::tensors`](super::Program::tensors).
    pub fn index(self) -> usize {
        self.0
    }
}

/// What a program knows of a tensor before it runs.
#[derive(Clone, Debug, PartialEq)]
pub struct TensorInfo {
    /// Its name, unique in the program: "attention.0".
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// What its numbers are.
    pub element: Element,
}

/// A tensor's numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Data<T> {
    /// Real numbers.
    Real(Vec<T>),
    /// Whole numbers.
    Whole(Vec<u32>),
}

impl<T> Data<T> {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Real(values) => values.len(),
            Self::Whole(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the numbers are.
    pub fn element(&self) -> Element {
        match self {
            Self::Real(_) => Element::Real,
            Self::Whole(_) => Element::Whole,
        }
    }

    /// The real numbers; none where the tensor is whole.
    ///
    /// A program checks its operands' elements when it is built, so a twin may rely on what it declared.
    pub fn real(&self) -> &[T] {
        match self {
            Self::Real(values) => values,
            Self::Whole(_) => &[],
        }
    }

    /// The whole numbers; none where the tensor is real.
    pub fn whole(&self) -> &[u32] {
        match self {
            Self::Real(_) => &[],
            Self::Whole(values) => values,
        }
    }
}

/// An operand as a twin sees it: shape and numbers.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a, T> {
    /// Its shape.
    pub shape: &'a Shape,
    /// Its numbers.
    pub data: &'a Data<T>,
}

impl<'a, T> Operand<'a, T> {
    /// See [`Data::real`].
    pub fn real(&self) -> &'a [T] {
        self.data.real()
    }

    /// See [`Data::whole`].
    pub fn whole(&self) -> &'a [u32] {
        self.data.whole()
    }
}

/// A tensor read back: shape and f32 numbers, row-major.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its shape.
    pub shape: Shape,
    /// Its numbers.
    pub values: Vec<f32>,
}
