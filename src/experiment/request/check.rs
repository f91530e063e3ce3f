//! Checks that several requests share.

use super::scalar::Scalar;
use crate::encoding::Value;
use crate::experiment::MOST_TOKENS;
use crate::experiment::property::property;
use crate::language::Said;
use crate::refusal::Refusal;

/// What the property table reads; the property's default where nothing is given.
fn value(name: &str, given: Option<&Scalar>) -> Result<Value, Refusal> {
    let row = property(name)?;
    match given {
        Some(given) => row.parse(&given.text()),
        None => Ok(row.parameter.default_value()),
    }
}

/// A whole number, read by the property table; the property's default where it isn't given.
pub(super) fn whole(name: &str, given: Option<&Scalar>) -> Result<usize, Refusal> {
    match value(name, given)? {
        Value::Whole(number) => Ok(usize::try_from(number).unwrap_or(0)),
        _ => Ok(0),
    }
}

/// A number, read by the property table; the property's default where it isn't given.
pub(super) fn real(name: &str, given: Option<&Scalar>) -> Result<f64, Refusal> {
    match value(name, given)? {
        Value::Real(number) => Ok(number),
        _ => Ok(0.0),
    }
}

/// One of a property's words; its default where none is given.
pub(super) fn choice(name: &str, given: Option<&Scalar>) -> Result<String, Refusal> {
    Ok(value(name, given)?.write())
}

/// A whole number from 1 to `most`, for what the property table doesn't hold.
pub(super) fn count(
    name: &str,
    given: Option<&Scalar>,
    default: usize,
    most: usize,
) -> Result<usize, Refusal> {
    given.map_or(Ok(default), |given| within(name, given, 1, most))
}

/// A whole number in a range, both ends allowed.
pub(super) fn within(
    name: &str,
    given: &Scalar,
    least: usize,
    most: usize,
) -> Result<usize, Refusal> {
    let read = given.text().parse().ok();
    read.filter(|count| (least..=most).contains(count))
        .ok_or_else(|| Refusal::new(name, given.text(), range(least, most)))
}

/// Whether this is a length that the API takes.
pub(super) fn length(name: &str, n: usize) -> Result<(), Refusal> {
    if (1..=MOST_TOKENS).contains(&n) {
        return Ok(());
    }
    Err(Refusal::new(name, n, range(1, MOST_TOKENS)))
}

/// Positions: whole numbers that 32 bits hold.
pub(super) fn positions(name: &str, given: &[f64]) -> Result<Vec<i32>, Refusal> {
    let read = given.iter().enumerate().map(|(at, number)| {
        let whole = *number as i32;
        if f64::from(whole) == *number {
            return Ok(whole);
        }
        let (least, most) = (i32::MIN, i32::MAX);
        let allowed = Said::new(
            format!("要填 {least} 到 {most} 之间的整数"),
            format!("a whole number from {least} to {most} is allowed"),
        );
        Err(Refusal::new(format!("{name}[{at}]"), number, allowed))
    });
    read.collect()
}

fn range(least: usize, most: usize) -> Said {
    Said::new(
        format!("要填 {least} 到 {most} 之间的整数"),
        format!("a whole number from {least} to {most} is allowed"),
    )
}

/// Refuses a list that has another length than it must.
pub(super) fn same_length(name: &str, given: usize, wanted: usize) -> Result<(), Refusal> {
    if given == wanted {
        return Ok(());
    }
    let allowed = Said::new(
        format!("要有 {wanted} 项，每个词元一项"),
        format!("it must have {wanted} entries, one for each token"),
    );
    Err(Refusal::new(name, format!("{given} entries"), allowed))
}

/// Numbers in three axes, each row as long as the first: the axes and the numbers, row-major.
pub(super) fn block(
    name: &str,
    nested: &[Vec<Vec<f64>>],
) -> Result<([usize; 3], Vec<f64>), Refusal> {
    let rows = nested.first().map_or(0, Vec::len);
    let width = nested.first().and_then(|m| m.first()).map_or(0, Vec::len);
    let ragged = nested.iter().any(|m| m.len() != rows)
        || nested.iter().flatten().any(|row| row.len() != width);
    let axes = [nested.len(), rows, width];
    if ragged || axes.contains(&0) {
        let allowed = Said::new(
            "要是三层数组，同一层的长度相等，且不能为空",
            "it must be nested three deep, equally long on each level, and not empty",
        );
        let given = if ragged { "ragged".into() } else { shape(axes) };
        return Err(Refusal::new(name, given, allowed));
    }
    let values: Vec<f64> = nested.iter().flatten().flatten().copied().collect();
    if let Some(at) = values.iter().position(|v| !(*v as f32).is_finite()) {
        let [head, row] = [at / (rows * width), at / width % rows];
        let place = format!("{name}[{head}][{row}][{}]", at % width);
        let allowed = Said::new("要填有限的数", "a finite number is allowed");
        return Err(Refusal::new(place, values[at], allowed));
    }
    Ok((axes, values))
}

/// A shape as it is written: \[2, 5, 8\].
pub(super) fn shape(axes: [usize; 3]) -> String {
    format!("{axes:?}")
}
