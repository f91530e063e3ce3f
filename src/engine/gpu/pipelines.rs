//! A compute pipeline for every entry point of every operation, built when it is first needed: a visitor who only looks at a
//! sentence doesn't wait for the shaders of training.
//!
//! Every operation binds alike: 0 its constants (uniform), 1.. its operands (read-only), the last one its output.

use super::health::Scope;
use crate::engine::device::CompileReport;
use crate::engine::op::{Library, Listed};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

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

/// Every pipeline so far, by operation and entry point.
#[derive(Debug)]
pub(super) struct Pipelines {
    device: wgpu::Device,
    built: RefCell<BTreeMap<(&'static str, &'static str), Rc<Pipeline>>>,
    modules: RefCell<BTreeMap<&'static str, wgpu::ShaderModule>>,
}

impl Pipelines {
    pub(super) fn new(device: wgpu::Device) -> Self {
        Self {
            device,
            built: RefCell::default(),
            modules: RefCell::default(),
        }
    }

    /// The pipeline of an operation's entry point; none where there is no such point. To be called in a
    /// [`Scope`], which learns of a shader that doesn't compile.
    pub(super) fn get(
        &self,
        library: &Library,
        op: &'static str,
        entry: &'static str,
    ) -> Option<Rc<Pipeline>> {
        if let Some(pipeline) = self.built.borrow().get(&(op, entry)) {
            return Some(pipeline.clone());
        }
        let listed = library.find(op)?;
        let entry = listed.entries.iter().find(|listed| **listed == entry)?;
        let layout = bindings(&self.device, listed);
        let pipeline = pipeline(&self.device, op, entry, &self.module(listed), &layout);
        let built = Rc::new(Pipeline { layout, pipeline });
        self.built.borrow_mut().insert((op, entry), built.clone());
        Some(built)
    }

    fn module(&self, op: &Listed) -> wgpu::ShaderModule {
        let mut modules = self.modules.borrow_mut();
        let make = || {
            self.device
                .create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some(op.name),
                    source: wgpu::ShaderSource::Wgsl(op.source.into()),
                })
        };
        modules.entry(op.name).or_insert_with(make).clone()
    }

    /// Builds every pipeline of a library and says what the compiler said of each shader.
    pub(super) async fn report(&self, library: &Library) -> Vec<CompileReport> {
        let mut reports = Vec::new();
        for op in library.listed {
            let errors = Scope::open(&self.device);
            let module = self.module(op);
            for entry in op.entries {
                self.get(library, op.name, entry);
            }
            let built = errors.close().await;
            let mut own = report(op.name, op.entries, &module).await;
            own.messages
                .extend(built.err().map(|error| error.to_string()));
            reports.push(own);
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
