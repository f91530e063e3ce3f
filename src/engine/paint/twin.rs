//! The twin of `shaders/paint.wgsl`: paints a picture from numbers on the CPU.

use super::colour::byte;
use super::{Picture, Pixels, STOPS};
use crate::engine::tensor::Data;

/// From this size on a number is none: a masked score, an infinity, not a number (which compares by its bits).
pub(in crate::engine) const NO_VALUE_FROM: f32 = 1e30;

/// Paints `picture` from its tensor's numbers.
pub(in crate::engine) fn paint(picture: &Picture, data: &Data<f32>) -> Pixels {
    let (width, height) = picture.size();
    let mut rgba = vec![0; 4 * width * height];
    let brush = Brush::new(picture);
    for (panel, place) in picture.panels.iter().zip(picture.places()) {
        for row in 0..panel.rows {
            let first = panel.offset + row * panel.row_stride;
            let start = 4 * ((place.y + row) * width + place.x);
            let pixels = rgba[start..start + 4 * panel.columns].chunks_exact_mut(4);
            for (column, pixel) in pixels.enumerate() {
                let value = number(data, first + column * panel.column_stride);
                pixel[..3].copy_from_slice(&brush.colour(value, row + column));
                pixel[3] = u8::MAX;
            }
        }
    }
    Pixels {
        width,
        height,
        rgba,
    }
}

/// A number as a real one; a whole number stands in two's complement.
fn number(data: &Data<f32>, index: usize) -> f32 {
    match data {
        Data::Real(values) => values[index],
        Data::Whole(values) => values[index].cast_signed() as f32,
    }
}

struct Brush {
    stops: [[f32; 3]; STOPS],
    missing: [[u8; 3]; 2],
    scale: f32,
    bias: f32,
}

impl Brush {
    fn new(picture: &Picture) -> Self {
        let (scale, bias) = picture.map.place();
        Self {
            stops: picture.map.stops(&picture.ink),
            missing: picture.ink.missing,
            scale,
            bias,
        }
    }

    fn colour(&self, value: f32, diagonal: usize) -> [u8; 3] {
        if value.abs().to_bits() >= NO_VALUE_FROM.to_bits() {
            return self.missing[diagonal % 2];
        }
        let place = (value * self.scale + self.bias).clamp(0.0, 1.0) * (STOPS - 1) as f32;
        let stop = (place as usize).min(STOPS - 2);
        let part = place - stop as f32;
        let (a, b) = (self.stops[stop], self.stops[stop + 1]);
        std::array::from_fn(|i| byte(a[i] + (b[i] - a[i]) * part))
    }
}
