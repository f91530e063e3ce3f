//! The arithmetic behind a cell of an encoding's table.

use crate::encoding::{RotationDoor, Wave, sin_cos};

/// A cell of an encoding: position times frequency, as turns of a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Angle {
    /// The position.
    pub position: i32,
    /// Radians per position.
    pub inv_freq: f64,
    /// position * inv_freq, in turns of a circle.
    pub turns: f64,
    /// Its fraction of a circle, 0 to 1.
    pub fraction: f64,
    /// The sine and the cosine of it.
    pub sin_cos: [f64; 2],
}

/// A cell of the table that door 1 adds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wavelet {
    /// The angle.
    pub angle: Angle,
    /// Whether the cell takes the cosine of it.
    pub cosine: bool,
    /// The cell's value, in f64.
    pub value: f64,
}

impl Angle {
    fn new(position: i32, inv_freq: f64) -> Self {
        let radians = f64::from(position) * inv_freq;
        let turns = radians / std::f64::consts::TAU;
        Self {
            position,
            inv_freq,
            turns,
            fraction: turns - libm::floor(turns),
            sin_cos: sin_cos(radians),
        }
    }
}

/// The arithmetic of a cell of door 1's table.
pub fn encoding_cell(wave: Wave, position: i32) -> Wavelet {
    let angle = Angle::new(position, wave.inv_freq);
    let [sin, cos] = angle.sin_cos;
    Wavelet {
        angle,
        cosine: wave.cosine,
        value: if wave.cosine { cos } else { sin },
    }
}

/// The angle by which pair `pair` turns at `position`; `None` where the door has no such pair.
pub fn rotation_cell(door: &RotationDoor, position: i32, pair: usize) -> Option<Angle> {
    let inv_freq = door.inv_freq.get(pair)?;
    Some(Angle::new(position, *inv_freq))
}
