//! A session's half on the GPU: buffers, pipelines and bindings made once, so that a step is nothing but dispatches.
//!
//! A carried pair changes places after each step. So there are two sets of bindings, for even and odd steps, and no weight
//! is copied. Nothing is read back, but a step is handed over only when few are under way: else the page would let the GPU
//! fall behind by any number of steps, and neither a pause nor the end would come in time.

use super::Gpu;
use super::execute::{MOST_FLOPS, cost, kernel};
use super::health::Scope;
use super::pool::{Lease, TENSOR};
use crate::engine::error::EngineError;
use crate::engine::op::{Kernel, Library};
use crate::engine::program::{Feeds, Program};
use crate::engine::tensor::{Element, TensorId};
use futures_channel::oneshot;
use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::rc::Rc;

/// Steps under way at most: the GPU has the next one at hand while it ends one, and a pause is soon felt.
const MOST_UNDER_WAY: usize = 4;

/// A program on the GPU that runs again and again.
pub(in crate::engine) struct GpuSession {
    gpu: Rc<Gpu>,
    program: Rc<Program>,
    /// By tensor.
    leases: Vec<Lease>,
    /// By tensor: the one that it is carried to or from, else itself.
    partner: Vec<usize>,
    carry: Vec<(TensorId, TensorId)>,
    dispatches: Vec<Dispatch>,
    /// The bindings' constants; they live as long as the bindings.
    _constants: Lease,
    odd: bool,
    under_way: VecDeque<oneshot::Receiver<()>>,
    /// What went wrong while everything was made, until the first step asks.
    opening: Option<Opening>,
}

type Opening = Pin<Box<dyn Future<Output = Result<(), EngineError>>>>;

/// One step of the program.
#[derive(Debug)]
struct Dispatch {
    pipeline: wgpu::ComputePipeline,
    /// For even and odd steps.
    bindings: [wgpu::BindGroup; 2],
    workgroups: [u32; 3],
    flops: u64,
}

impl GpuSession {
    /// Makes everything that a step needs. `feeds` and `carry` are known to fit.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`] where a tensor is larger than a buffer may be, [`EngineError::Device`] where the GPU is
    /// gone. That its memory is too small is told by the first step.
    pub(in crate::engine) fn new(
        gpu: &Rc<Gpu>,
        library: &Library,
        program: &Rc<Program>,
        feeds: &Feeds<f32>,
        carry: &[(TensorId, TensorId)],
    ) -> Result<Self, EngineError> {
        gpu.check()?;
        gpu.check_sizes(program)?;
        let errors = Scope::open(&gpu.device);
        let leases = leases(gpu, program, feeds);
        let mut partner: Vec<_> = (0..leases.len()).collect();
        for (made, fed) in carry {
            partner.swap(made.index(), fed.index());
        }
        let kernels: Vec<_> = program
            .steps()
            .iter()
            .map(|step| kernel(library, program, step))
            .collect();
        let constants = gpu.constants(&kernels);
        let dispatch = |(index, kernel): (usize, &Kernel)| {
            let step = &program.steps()[index];
            let pipeline = gpu.pipelines.get(library, step.op.name(), kernel.entry)?;
            let bindings = |lease: &dyn Fn(TensorId) -> usize| {
                let lease = |id| leases.get(lease(id));
                gpu.bindings(program, step, &pipeline, (&constants, index), lease)
            };
            Some(Dispatch {
                pipeline: pipeline.pipeline.clone(),
                bindings: [
                    bindings(&|id| id.index()),
                    bindings(&|id| partner[id.index()]),
                ],
                workgroups: kernel.workgroups,
                flops: cost(library, program, step).flops,
            })
        };
        let dispatches: Vec<_> = kernels.iter().enumerate().filter_map(dispatch).collect();
        debug_assert_eq!(dispatches.len(), kernels.len(), "an entry is missing");
        Ok(Self {
            gpu: gpu.clone(),
            program: program.clone(),
            leases,
            partner,
            carry: carry.to_vec(),
            dispatches,
            _constants: constants,
            odd: false,
            under_way: VecDeque::new(),
            opening: Some(Box::pin(errors.close())),
        })
    }

    /// Feeds the bytes of numbers, as many as the tensor holds.
    pub(in crate::engine) fn write(&mut self, id: TensorId, bytes: &[u8]) {
        let buffer = self.lease(id).buffer();
        self.gpu.queue.write_buffer(buffer, 0, bytes);
    }

    /// Hands one step over, as soon as few enough are under way.
    pub(in crate::engine) async fn take_step(&mut self) -> Result<(), EngineError> {
        if let Some(opening) = &mut self.opening {
            let opened = opening.await;
            self.opening = None;
            opened?;
        }
        self.gpu.check()?;
        while self.under_way.len() >= MOST_UNDER_WAY {
            self.wait_for_one().await?;
        }
        self.submit();
        self.odd = !self.odd;
        Ok(())
    }

    async fn wait_for_one(&mut self) -> Result<(), EngineError> {
        if let Some(done) = self.under_way.front_mut() {
            self.gpu.wait()?;
            // It is told done, or the device is gone, which the check finds.
            let _done = done.await;
            self.under_way.pop_front();
        }
        self.gpu.check()
    }

    fn submit(&mut self) {
        let mut rest = self.dispatches.iter();
        while !rest.as_slice().is_empty() {
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&Default::default());
            let mut flops = 0;
            while flops < MOST_FLOPS
                && let Some(dispatch) = rest.next()
            {
                let [x, y, z] = dispatch.workgroups;
                pass.set_pipeline(&dispatch.pipeline);
                pass.set_bind_group(0, &dispatch.bindings[usize::from(self.odd)], &[]);
                pass.dispatch_workgroups(x, y, z);
                flops += dispatch.flops;
            }
            drop(pass);
            self.gpu.queue.submit([encoder.finish()]);
        }
        let (done, wait) = oneshot::channel();
        self.gpu.queue.on_submitted_work_done(move || {
            // Nobody waits any more: the session has ended.
            let _unheard = done.send(());
        });
        self.under_way.push_back(wait);
    }

    /// The numbers of tensors as the last step left them, in one go.
    pub(in crate::engine) async fn numbers(
        &self,
        ids: &[TensorId],
    ) -> Result<Vec<Vec<f32>>, EngineError> {
        self.gpu.check()?;
        let bytes = |id: &TensorId| self.program.info(*id).shape.bytes();
        let copies: Vec<_> = ids
            .iter()
            .map(|id| (self.lease(*id), 0..bytes(id)))
            .collect();
        let mut values = self.gpu.read(&copies).await?;
        for (id, values) in ids.iter().zip(&mut values) {
            if self.program.info(*id).element == Element::Whole {
                let signed = |v: &mut f32| *v = v.to_bits().cast_signed() as f32;
                values.iter_mut().for_each(signed);
            }
        }
        Ok(values)
    }

    /// Where a tensor is: what a step made of a carried one is where the next step will look for what it is fed.
    fn lease(&self, id: TensorId) -> &Lease {
        let carried = self.carry.iter().find(|(made, _)| *made == id);
        let place = carried.map_or(id, |(_, fed)| *fed).index();
        let place = if self.odd { self.partner[place] } else { place };
        &self.leases[place]
    }
}

/// A buffer for every tensor, with what it is fed, or zeros.
fn leases(gpu: &Gpu, program: &Program, feeds: &Feeds<f32>) -> Vec<Lease> {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    let tensors = program.tensors().iter();
    let leases = tensors.map(|info| gpu.pool.take(TENSOR, info.shape.bytes()));
    let leases: Vec<_> = leases.collect();
    for id in program.made() {
        encoder.clear_buffer(leases[id.index()].buffer(), 0, None);
    }
    gpu.queue.submit([encoder.finish()]);
    for id in program.fed() {
        if let Some(data) = feeds.get(id) {
            gpu.write(&leases[id.index()], data);
        }
    }
    leases
}

impl fmt::Debug for GpuSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GpuSession")
            .field("program", &self.program)
            .field("carry", &self.carry)
            .field("odd", &self.odd)
            .finish_non_exhaustive()
    }
}
