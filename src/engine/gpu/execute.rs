//! Runs a program as dispatches: one encoder, one compute pass, unless there is too much work for one submission.

use super::Gpu;
use super::health::Scope;
use super::pipelines::Pipeline;
use super::pool::{CONSTANTS, Lease, TENSOR};
use crate::engine::error::EngineError;
use crate::engine::op::{Cost, Kernel, Library};
use crate::engine::program::{Feeds, Program, Step};
use crate::engine::tensor::{Data, Shape, TensorId};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

/// Floating-point operations in one submission: some tenths of a second on a slow adapter. Systems reset a GPU that
/// doesn't answer for two seconds or so.
pub(super) const MOST_FLOPS: u64 = 8_000_000_000;

/// Bytes from one step's constants to the next's: WebGPU's alignment of a uniform's offset, and room for 64 words.
const STRIDE: usize = 256;

/// The buffers of what was fed, while the feeds live: (program, feeds, buffers).
pub(super) type Uploads = Vec<(Weak<Program>, Weak<Feeds<f32>>, Rc<Buffers>)>;

type Buffers = BTreeMap<TensorId, Lease>;

/// A program that ran on the GPU, with its tensors' buffers.
#[derive(Debug)]
pub(super) struct GpuRun {
    pub(super) gpu: Rc<Gpu>,
    pub(super) program: Rc<Program>,
    pub(super) feeds: Rc<Feeds<f32>>,
    fed: Rc<Buffers>,
    made: Buffers,
}

impl GpuRun {
    /// The buffer that holds a tensor; none where it is neither fed nor made.
    pub(super) fn lease(&self, id: TensorId) -> Option<&Lease> {
        self.made.get(&id).or_else(|| self.fed.get(&id))
    }
}

impl Gpu {
    /// Runs `program` on `feeds`; returns when the work is handed over.
    pub(super) async fn start(
        self: &Rc<Self>,
        library: &Library,
        program: &Rc<Program>,
        feeds: &Rc<Feeds<f32>>,
    ) -> Result<GpuRun, EngineError> {
        self.check()?;
        self.check_sizes(program)?;
        for id in program.fed() {
            feeds.checked(program, id)?;
        }
        let errors = Scope::open(&self.device);
        let run = GpuRun {
            gpu: self.clone(),
            fed: self.upload(program, feeds),
            made: program
                .made()
                .map(|id| (id, self.pool.take(TENSOR, program.info(id).shape.bytes())))
                .collect(),
            program: program.clone(),
            feeds: feeds.clone(),
        };
        self.dispatch(library, &run);
        errors.close().await?;
        self.check()?;
        Ok(run)
    }

    pub(super) fn check_sizes(&self, program: &Program) -> Result<(), EngineError> {
        let limits = self.device.limits();
        let limit = limits
            .max_buffer_size
            .min(limits.max_storage_buffer_binding_size);
        match program
            .tensors()
            .iter()
            .find(|info| info.shape.bytes() > limit)
        {
            Some(info) => Err(EngineError::TooLarge {
                name: info.name.clone(),
                bytes: info.shape.bytes(),
                limit,
            }),
            None => Ok(()),
        }
    }

    /// The buffers of what is fed: those of an earlier run where program and feeds are the very same.
    fn upload(&self, program: &Rc<Program>, feeds: &Rc<Feeds<f32>>) -> Rc<Buffers> {
        let mut uploads = self.uploads.borrow_mut();
        uploads.retain(|(_, feeds, _)| feeds.strong_count() > 0);
        let (this_program, these_feeds) = (Rc::downgrade(program), Rc::downgrade(feeds));
        let known = uploads.iter().find(|(program, feeds, _)| {
            program.ptr_eq(&this_program) && feeds.ptr_eq(&these_feeds)
        });
        if let Some((.., buffers)) = known {
            return buffers.clone();
        }
        let buffer = |id: TensorId| {
            let data = feeds.get(id)?;
            let lease = self.pool.take(TENSOR, 4 * data.len() as u64);
            self.write(&lease, data);
            Some((id, lease))
        };
        let buffers = Rc::new(program.fed().filter_map(buffer).collect::<Buffers>());
        uploads.push((this_program, these_feeds, buffers.clone()));
        buffers
    }

    /// Hands over a tensor's numbers.
    pub(super) fn write(&self, lease: &Lease, data: &Data<f32>) {
        let bytes = match data {
            Data::Real(values) => bytemuck::cast_slice(values),
            Data::Whole(values) => bytemuck::cast_slice(values),
        };
        self.queue.write_buffer(lease.buffer(), 0, bytes);
    }

    fn dispatch(&self, library: &Library, run: &GpuRun) {
        let program = &run.program;
        let steps = program.steps();
        let kernels: Vec<Kernel> = steps
            .iter()
            .map(|step| kernel(library, program, step))
            .collect();
        let constants = self.constants(&kernels);
        let mut rest = 0;
        while rest < steps.len() {
            let mut encoder = self.device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&Default::default());
            let mut flops = 0;
            while rest < steps.len() && flops < MOST_FLOPS {
                let (step, kernel) = (&steps[rest], &kernels[rest]);
                let name = step.op.name();
                if let Some(pipeline) = self.pipelines.get(library, name, kernel.entry) {
                    self.begin(
                        run,
                        (step, kernel),
                        &pipeline,
                        (&constants, rest),
                        &mut pass,
                    );
                } else {
                    debug_assert!(false, "{name} has no entry {}", kernel.entry);
                }
                flops += cost(library, program, step).flops;
                rest += 1;
            }
            drop(pass);
            self.queue.submit([encoder.finish()]);
        }
    }

    /// Every step's constants in one buffer, [`STRIDE`] bytes apart.
    pub(super) fn constants(&self, kernels: &[Kernel]) -> Lease {
        let mut bytes = vec![0; kernels.len() * STRIDE];
        for (kernel, room) in kernels.iter().zip(bytes.chunks_exact_mut(STRIDE)) {
            let words: &[u8] = bytemuck::cast_slice(&kernel.constants);
            debug_assert!(words.len() <= STRIDE, "more than 64 constants");
            let len = words.len().min(STRIDE);
            room[..len].copy_from_slice(&words[..len]);
        }
        let lease = self.pool.take(CONSTANTS, bytes.len() as u64);
        self.queue.write_buffer(lease.buffer(), 0, &bytes);
        lease
    }

    fn begin(
        &self,
        run: &GpuRun,
        (step, kernel): (&Step, &Kernel),
        pipeline: &Pipeline,
        place: (&Lease, usize),
        pass: &mut wgpu::ComputePass<'_>,
    ) {
        if run.program.info(step.output).shape.is_empty() {
            return;
        }
        let group = self.bindings(&run.program, step, pipeline, place, |id| run.lease(id));
        let [x, y, z] = kernel.workgroups;
        pass.set_pipeline(&pipeline.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(x, y, z);
    }

    /// What a step's shader reads and writes: its constants, number `index` of the buffer, its operands, its output.
    pub(super) fn bindings<'a>(
        &self,
        program: &Program,
        step: &Step,
        pipeline: &Pipeline,
        (constants, index): (&Lease, usize),
        lease: impl Fn(TensorId) -> Option<&'a Lease>,
    ) -> wgpu::BindGroup {
        let constants = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: constants.buffer(),
            offset: (index * STRIDE) as u64,
            size: std::num::NonZeroU64::new(STRIDE as u64),
        });
        let tensors = step.inputs.iter().chain([&step.output]);
        let tensors = tensors.filter_map(|id| {
            let bytes = program.info(*id).shape.bytes();
            Some(lease(*id)?.binding(bytes))
        });
        let entries: Vec<_> = std::iter::once(constants)
            .chain(tensors)
            .zip(0..)
            .map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource })
            .collect();
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(step.op.name()),
            layout: &pipeline.layout,
            entries: &entries,
        })
    }
}

pub(super) fn kernel(library: &Library, program: &Program, step: &Step) -> Kernel {
    let (inputs, output) = shapes(program, step);
    (library.kernel)(&step.op, &inputs, output)
}

pub(super) fn cost(library: &Library, program: &Program, step: &Step) -> Cost {
    let (inputs, output) = shapes(program, step);
    (library.cost)(&step.op, &inputs, output)
}

fn shapes<'a>(program: &'a Program, step: &Step) -> (Vec<&'a Shape>, &'a Shape) {
    let shape = |id: &TensorId| &program.info(*id).shape;
    (step.inputs.iter().map(shape).collect(), shape(&step.output))
}
