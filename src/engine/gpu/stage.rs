//! The stage: one WebGPU canvas, never seen, that every picture passes through on its way to a visible canvas.
//!
//! The render pass draws onto it and the visible canvas's 2-D context takes the image over, both on the GPU: nothing is
//! read back. One stage serves any number of canvases, and they stay 2-D canvases (see `canvas.rs` for why).

use super::Gpu;
use super::execute::GpuRun;
use crate::engine::canvas;
use crate::engine::error::EngineError;
use crate::engine::paint::Picture;
use wasm_bindgen::JsCast;
use web_sys::HtmlCanvasElement;

/// The unseen canvas.
#[derive(Debug)]
pub(super) struct Stage {
    canvas: HtmlCanvasElement,
    surface: wgpu::Surface<'static>,
    size: (usize, usize),
}

impl GpuRun {
    /// Paints `picture` onto `canvas` without reading it back.
    pub(super) fn stage(
        &self,
        picture: &Picture,
        canvas: &HtmlCanvasElement,
    ) -> Result<(), EngineError> {
        self.gpu.check()?;
        let (width, height) = picture.size();
        let context = canvas::context(canvas, width, height)?;
        context.clear_rect(0.0, 0.0, width as f64, height as f64);
        if width == 0 || height == 0 {
            return Ok(());
        }
        let mut stage = self.gpu.stage.borrow_mut();
        let stage = match &mut *stage {
            Some(stage) => stage,
            empty => empty.insert(Stage::build(&self.gpu, canvas)?),
        };
        let format = stage.resize(&self.gpu, (width, height))?;
        let wgpu::CurrentSurfaceTexture::Success(frame) = stage.surface.get_current_texture()
        else {
            return Err(refused("its canvas gives no frame"));
        };
        self.draw(picture, &frame.texture, format);
        // In the same task: the frame ends with it.
        let drawn = context.draw_image_with_html_canvas_element(&stage.canvas, 0.0, 0.0);
        self.gpu.queue.present(frame);
        drawn.map_err(|_| EngineError::Canvas)
    }
}

impl Stage {
    fn build(gpu: &Gpu, beside: &HtmlCanvasElement) -> Result<Self, EngineError> {
        let element = beside
            .owner_document()
            .and_then(|page| page.create_element("canvas").ok());
        let canvas = element
            .and_then(|element| element.dyn_into::<HtmlCanvasElement>().ok())
            .ok_or(EngineError::Canvas)?;
        let target = wgpu::SurfaceTarget::Canvas(canvas.clone());
        let surface = gpu.found.instance.create_surface(target);
        Ok(Self {
            canvas,
            surface: surface.map_err(|error| refused(&error.to_string()))?,
            size: (0, 0),
        })
    }

    /// Gives the stage the picture's size and returns its pixel format.
    fn resize(
        &mut self,
        gpu: &Gpu,
        size: (usize, usize),
    ) -> Result<wgpu::TextureFormat, EngineError> {
        let (width, height) = (size.0 as u32, size.1 as u32);
        let config = self
            .surface
            .get_default_config(&gpu.found.adapter, width, height);
        let mut config = config.ok_or_else(|| refused("it draws on no canvas"))?;
        config.format = config.format.remove_srgb_suffix();
        config.alpha_mode = wgpu::CompositeAlphaMode::PreMultiplied;
        if self.size != size {
            self.canvas.set_width(width);
            self.canvas.set_height(height);
            self.surface.configure(&gpu.device, &config);
            self.size = size;
        }
        Ok(config.format)
    }
}

fn refused(why: &str) -> EngineError {
    EngineError::Device(why.into())
}
