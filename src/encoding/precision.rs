//! The precision that positions are held in: in half precision, neighbours collide.
//!
//! bfloat16 keeps 8 significant bits: of the positions 0..511 it tells 385 apart, and 257 becomes 256. float16 keeps 11:
//! the first collision is 2049 with 2048. float32 keeps 24 and tells all positions up to 2^24 apart.

use super::doors::ascending;
use super::{Kind, Parameter};
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;
use half::{bf16, f16};

/// The switch.
pub const PRECISION: Parameter = Parameter::new(
    "precision",
    Kind::Choice(&[
        (
            "f32",
            Bilingual::new("f32（24 位有效）", "f32 (24 significant bits)"),
        ),
        (
            "f16",
            Bilingual::new("f16（11 位有效）", "f16 (11 significant bits)"),
        ),
        (
            "bf16",
            Bilingual::new("bf16（8 位有效）", "bf16 (8 significant bits)"),
        ),
    ]),
    "f32",
    Bilingual::new("位置的精度", "Precision of positions"),
    Bilingual::new(
        "位置编号用几位有效数字存。位数少时，相邻的位置会变成同一个。",
        "How many significant bits hold a position's number. With few, neighbouring positions become one.",
    ),
);

/// `positions`, each rounded to the nearest that `precision` can hold.
///
/// # Errors
/// A [`Refusal`] of a position beyond f16's largest number, 65504.
pub fn round(positions: &[i32], precision: &str) -> Result<Vec<i32>, Refusal> {
    let round = |position: &i32| {
        let p = *position as f32;
        let held = match precision {
            "f16" => f16::from_f32(p).to_f32(),
            "bf16" => bf16::from_f32(p).to_f32(),
            _ => p,
        };
        if held.is_finite() {
            Ok(held as i32)
        } else {
            Err(too_far(*position))
        }
    };
    positions.iter().map(round).collect()
}

fn too_far(position: i32) -> Refusal {
    let allowed = Said::new(
        "f16 最大只能表示 65504，更远的位置存不下",
        "f16 holds numbers up to 65504, farther positions don't fit",
    );
    Refusal::new("position", position, allowed)
}

/// How many different positions are left of a list.
pub fn distinct(positions: &[i32]) -> usize {
    ascending(positions.iter().map(|p| i64::from(*p))).len()
}
