//! Pictures onto canvases.
//!
//! A visible canvas always has a 2-D context, whichever executor painted: so it can change from one to the other (a GPU
//! lost, a backend chosen) without being replaced, and keeps its picture when the device is gone.

use super::error::EngineError;
use super::paint::Pixels;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// The 2-D context of `canvas`, sized `width` x `height` pixels.
pub(super) fn context(
    canvas: &HtmlCanvasElement,
    width: usize,
    height: usize,
) -> Result<CanvasRenderingContext2d, EngineError> {
    let context = canvas.get_context("2d").ok().flatten();
    let context = context.and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok());
    // Setting a size clears the canvas, so only where it changes: else a redraw would flash.
    if canvas.width() as usize != width {
        canvas.set_width(width as u32);
    }
    if canvas.height() as usize != height {
        canvas.set_height(height as u32);
    }
    context.ok_or(EngineError::Canvas)
}

/// Puts painted pixels onto `canvas`.
pub(super) fn put(pixels: &Pixels, canvas: &HtmlCanvasElement) -> Result<(), EngineError> {
    let context = context(canvas, pixels.width, pixels.height)?;
    if pixels.rgba.is_empty() {
        return Ok(());
    }
    let image = ImageData::new_with_u8_clamped_array_and_sh(
        Clamped(&pixels.rgba),
        pixels.width as u32,
        pixels.height as u32,
    );
    image
        .and_then(|image| context.put_image_data(&image, 0.0, 0.0))
        .map_err(|_| EngineError::Canvas)
}
