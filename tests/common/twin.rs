//! Running one operation's twin.

use poslab::engine::op::Op;
use poslab::engine::{Data, Element, Operand, Real, Shape, TensorInfo};
use proptest::test_runner::{Config, TestRunner};

/// An operand.
pub type Input = (TensorInfo, Data<f32>);

/// Runs a twin on operands that must fit.
pub fn run<T: Real>(op: &Op, inputs: &[Input]) -> Vec<T> {
    let infos: Vec<_> = inputs.iter().map(|(info, _)| info).collect();
    let shape = op.output(&infos);
    let shape = shape.unwrap_or_else(|| panic!("{} takes {infos:?}", op.name()));
    let widen = |data: &Data<f32>| match data {
        Data::Real(values) => {
            Data::Real(values.iter().map(|v| T::from_f64(f64::from(*v))).collect())
        }
        Data::Whole(values) => Data::Whole(values.clone()),
    };
    let data: Vec<Data<T>> = inputs.iter().map(|(_, data)| widen(data)).collect();
    let pairs = infos.iter().zip(&data);
    let operands: Vec<_> = pairs
        .map(|(info, data)| Operand {
            shape: &info.shape,
            data,
        })
        .collect();
    // Where an operation says that it writes everything, what was there must not matter.
    let start = if op.writes_all() { f64::NAN } else { 0.0 };
    let mut output = vec![T::from_f64(start); shape.len()];
    op.run(&operands, &mut output);
    output
}

/// An operand of real numbers.
pub fn real(name: &str, shape: impl Into<Shape>, values: Vec<f32>) -> Input {
    let info = TensorInfo {
        name: name.into(),
        shape: shape.into(),
        element: Element::Real,
    };
    (info, Data::Real(values))
}

/// An operand of zeros.
pub fn zeros(name: &str, shape: impl Into<Shape>) -> Input {
    let shape = shape.into();
    let len = shape.len();
    real(name, shape, vec![0.0; len])
}

/// An operand of whole numbers.
pub fn whole(name: &str, shape: impl Into<Shape>, values: Vec<u32>) -> Input {
    let info = TensorInfo {
        name: name.into(),
        shape: shape.into(),
        element: Element::Whole,
    };
    (info, Data::Whole(values))
}

/// How far two results lie apart, relative to 1 + |value|.
pub fn apart<A: Real, B: Real>(a: &[A], b: &[B]) -> f64 {
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().zip(b).map(|(a, b)| (a.to_f64(), b.to_f64()));
    // A difference that is no number counts as the largest.
    let off = |(a, b): (f64, f64)| ((a - b).abs() / (1.0 + b.abs())).min(f64::INFINITY);
    pairs.map(off).fold(0.0, f64::max)
}

/// A runner of `count` generated cases that leaves no files.
pub fn cases(count: u32) -> TestRunner {
    TestRunner::new(Config {
        cases: count,
        failure_persistence: None,
        ..Config::default()
    })
}
