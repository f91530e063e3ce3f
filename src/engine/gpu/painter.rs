//! Paints pictures by a render pass that reads the tensor's buffer directly: `shaders/paint.wgsl`, an instance a panel.

use super::Gpu;
use super::brush::{MAP_BYTES, PANEL_WORDS, map_words, panel_words};
use super::execute::GpuRun;
use super::health::Scope;
use super::pipelines;
use super::pool::{CONSTANTS, INSTANCES, Lease};
use crate::engine::device::CompileReport;
use crate::engine::error::EngineError;
use crate::engine::paint::{Picture, Pixels};
use crate::engine::tensor::Element;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The format of images that are read back. Not an sRGB one: the colours are mixed as they are written.
const OFFSCREEN: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// The shader's module and a pipeline for each format that was drawn to.
#[derive(Debug)]
pub(super) struct Painter {
    module: wgpu::ShaderModule,
    layout: wgpu::BindGroupLayout,
    pipelines: RefCell<BTreeMap<String, wgpu::RenderPipeline>>,
}

impl Painter {
    pub(super) fn build(device: &wgpu::Device) -> Self {
        let painter = Self {
            module: device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("paint"),
                source: wgpu::ShaderSource::Wgsl(
                    include_str!("../../../shaders/paint.wgsl").into(),
                ),
            }),
            layout: bindings(device),
            pipelines: RefCell::default(),
        };
        painter.pipeline(device, OFFSCREEN);
        painter
    }

    pub(super) async fn report(&self) -> CompileReport {
        pipelines::report("paint", &["vertex", "fragment"], &self.module).await
    }

    fn pipeline(&self, device: &wgpu::Device, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
        let mut pipelines = self.pipelines.borrow_mut();
        let make = || pipeline(device, &self.module, &self.layout, format);
        pipelines
            .entry(format!("{format:?}"))
            .or_insert_with(make)
            .clone()
    }
}

/// What one picture needs on the GPU, alive until its pass is submitted.
struct Brushes {
    map: Lease,
    panels: Lease,
}

impl GpuRun {
    /// Paints `picture` and reads the pixels back.
    pub(super) async fn pixels(&self, picture: &Picture) -> Result<Pixels, EngineError> {
        self.gpu.check()?;
        let (width, height) = picture.size();
        if width == 0 || height == 0 {
            return Ok(Pixels {
                width,
                height,
                rgba: Vec::new(),
            });
        }
        let gpu = &self.gpu;
        let errors = Scope::open(&gpu.device);
        let texture = gpu.texture(width, height);
        self.draw(picture, &texture, OFFSCREEN);
        let row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT as usize);
        let fetched = gpu.fetch((row * height) as u64, |encoder, staging| {
            encoder.copy_texture_to_buffer(
                texture.as_image_copy(),
                wgpu::TexelCopyBufferInfo {
                    buffer: staging,
                    layout: wgpu::TexelCopyBufferLayout {
                        offset: 0,
                        bytes_per_row: Some(row as u32),
                        rows_per_image: None,
                    },
                },
                texture.size(),
            );
        });
        texture.destroy();
        errors.close().await?;
        let bytes = fetched.bytes().await?;
        let rgba = bytes
            .chunks_exact(row)
            .flat_map(|line| &line[..4 * width])
            .copied()
            .collect();
        Ok(Pixels {
            width,
            height,
            rgba,
        })
    }

    /// Records and submits the pass that paints `picture` into `texture`.
    pub(super) fn draw(
        &self,
        picture: &Picture,
        texture: &wgpu::Texture,
        format: wgpu::TextureFormat,
    ) {
        let Some(numbers) = self.lease(picture.tensor) else {
            return;
        };
        let gpu = &self.gpu;
        let info = self.program.info(picture.tensor);
        let brushes = gpu.brushes(picture, info.element);
        let len = info.shape.bytes();
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("paint"),
            layout: &gpu.painter.layout,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: brushes.map.binding(MAP_BYTES),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: numbers.binding(len),
                },
            ],
        });
        let view = texture.create_view(&Default::default());
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("paint"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&gpu.painter.pipeline(&gpu.device, format));
        pass.set_bind_group(0, &group, &[]);
        pass.set_vertex_buffer(0, brushes.panels.buffer().slice(..));
        pass.draw(0..4, 0..picture.panels.len() as u32);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
    }
}

impl Gpu {
    fn texture(&self, width: usize, height: usize) -> wgpu::Texture {
        self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("paint"),
            size: wgpu::Extent3d {
                width: width as u32,
                height: height as u32,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: OFFSCREEN,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        })
    }

    fn brushes(&self, picture: &Picture, element: Element) -> Brushes {
        let map = map_words(picture, element);
        let panels = panel_words(picture);
        let brushes = Brushes {
            map: self.pool.take(CONSTANTS, MAP_BYTES),
            panels: self.pool.take(INSTANCES, 4 * panels.len() as u64),
        };
        self.queue
            .write_buffer(brushes.map.buffer(), 0, bytemuck::cast_slice(&map));
        self.queue
            .write_buffer(brushes.panels.buffer(), 0, bytemuck::cast_slice(&panels));
        brushes
    }
}

fn bindings(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry = |binding, visibility, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: wgpu::BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("paint"),
        entries: &[
            entry(
                0,
                wgpu::ShaderStages::VERTEX_FRAGMENT,
                wgpu::BufferBindingType::Uniform,
            ),
            entry(
                1,
                wgpu::ShaderStages::FRAGMENT,
                wgpu::BufferBindingType::Storage { read_only: true },
            ),
        ],
    })
}

fn pipeline(
    device: &wgpu::Device,
    module: &wgpu::ShaderModule,
    bindings: &wgpu::BindGroupLayout,
    format: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("paint"),
        bind_group_layouts: &[Some(bindings)],
        immediate_size: 0,
    });
    let panel = wgpu::VertexBufferLayout {
        array_stride: 4 * PANEL_WORDS as u64,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &wgpu::vertex_attr_array![0 => Uint32x4, 1 => Uint32x3],
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("paint"),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("vertex"),
            compilation_options: Default::default(),
            buffers: &[Some(panel)],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            ..Default::default()
        },
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some("fragment"),
            compilation_options: Default::default(),
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
