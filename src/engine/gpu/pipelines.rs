//! A compute pipeline for every entry point of every operation, built once at the start.
//!
//! Every operation binds alike: 0 its constants (uniform), 1.. its operands (read-only), the last one its output.

use crate::engine::device::CompileReport;
use crate::engine::op::{Listed, Op};
use std::collections::BTreeMap;

/// Asks what the compiler said of `module`.
pub(super) async fn report(
    name: &'static str,
    entries: &'static [&'static str],
    module: &wgpu::ShaderModule,
) -> CompileReport {
    let messages = module.get_compilation_info().await.messages;
    let sentence = |message: wgpu::CompilationMessage| {
        let line = message.location.map_or(0, |location| location.line_number);
        format!(
            "{:?}, line {line}: {}",
            message.message_type, message.message
        )
    };
    CompileReport {
        name,
        entries,
        messages: messages.into_iter().map(sentence).collect(),
    }
}

/// A pipeline and the layout of its bindings.
#[derive(Debug)]
pub(super) struct Pipeline {
    pub(super) layout: wgpu::BindGroupLayout,
    pub(super) pipeline: wgpu::ComputePipeline,
}

/// Every pipeline, by operation and entry point.
#[derive(Debug)]
pub(super) struct Pipelines {
    pipelines: BTreeMap<(&'static str, &'static str), Pipeline>,
    modules: Vec<(&'static Listed, wgpu::ShaderModule)>,
}

impl Pipelines {
    pub(super) fn build(device: &wgpu::Device) -> Self {
        let mut pipelines = BTreeMap::new();
        let mut modules = Vec::new();
        for op in Op::LIST {
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(op.name),
                source: wgpu::ShaderSource::Wgsl(op.source.into()),
            });
            let layout = bindings(device, op);
            for entry in op.entries {
                let pipeline = pipeline(device, op.name, entry, &module, &layout);
                let layout = layout.clone();
                pipelines.insert((op.name, *entry), Pipeline { layout, pipeline });
            }
            modules.push((op, module));
        }
        Self { pipelines, modules }
    }

    /// The pipeline of an operation's entry point.
    pub(super) fn get(&self, op: &'static str, entry: &'static str) -> Option<&Pipeline> {
        self.pipelines.get(&(op, entry))
    }

    pub(super) async fn report(&self) -> Vec<CompileReport> {
        let mut reports = Vec::new();
        for (op, module) in &self.modules {
            reports.push(report(op.name, op.entries, module).await);
        }
        reports
    }
}

fn bindings(device: &wgpu::Device, op: &Listed) -> wgpu::BindGroupLayout {
    let last = op.inputs as u32 + 1;
    let entries: Vec<_> = (0..=last)
        .map(|binding| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: match binding {
                    0 => wgpu::BufferBindingType::Uniform,
                    _ => wgpu::BufferBindingType::Storage {
                        read_only: binding != last,
                    },
                },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(op.name),
        entries: &entries,
    })
}

fn pipeline(
    device: &wgpu::Device,
    name: &str,
    entry: &str,
    module: &wgpu::ShaderModule,
    layout: &wgpu::BindGroupLayout,
) -> wgpu::ComputePipeline {
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(name),
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(name),
        layout: Some(&layout),
        module,
        entry_point: Some(entry),
        compilation_options: Default::default(),
        cache: None,
    })
}
