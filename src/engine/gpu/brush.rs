//! A picture as the words that `shaders/paint.wgsl` reads.

use crate::engine::paint::{NO_VALUE_FROM, Picture, STOPS};
use crate::engine::tensor::Element;

/// A panel as the vertex shader meets it: origin x, y; columns, rows; offset, row stride, column stride.
pub(super) const PANEL_WORDS: usize = 7;

/// Bytes of the shader's `Map`: two vectors of four, two colours, the stops.
pub(super) const MAP_BYTES: u64 = 16 * (4 + STOPS as u64);

/// The shader's `Map`, word by word; reals stand by their bits.
pub(super) fn map_words(picture: &Picture, element: Element) -> Vec<u32> {
    let (width, height) = picture.size();
    let (scale, bias) = picture.map.place();
    let mut words: Vec<u32> = [width as f32, height as f32, scale, bias]
        .map(f32::to_bits)
        .into();
    words.extend([
        NO_VALUE_FROM.to_bits(),
        u32::from(element == Element::Whole),
        0,
        0,
    ]);
    let missing = picture
        .ink
        .missing
        .map(|rgb| rgb.map(|c| f32::from(c) / 255.0));
    for [r, g, b] in missing.into_iter().chain(picture.map.stops(&picture.ink)) {
        words.extend([r, g, b, 1.0].map(f32::to_bits));
    }
    words
}

/// The panels, one after another.
pub(super) fn panel_words(picture: &Picture) -> Vec<u32> {
    let words = picture
        .panels
        .iter()
        .zip(picture.places())
        .map(|(panel, place)| {
            let cells = [place.x, place.y, panel.columns, panel.rows];
            let strides = [panel.offset, panel.row_stride, panel.column_stride];
            cells.into_iter().chain(strides).map(|word| word as u32)
        });
    words.flatten().collect()
}
