//! Numbers back to the CPU: copied into a staging buffer from the pool, mapped, and given back.

use super::Gpu;
use super::execute::GpuRun;
use super::pool::{Lease, STAGING};
use crate::engine::error::EngineError;
use crate::engine::run::as_real;
use crate::engine::tensor::TensorId;
use futures_channel::oneshot;
use std::ops::Range;

impl GpuRun {
    /// Parts of tensors, each a range of its numbers, in one submission.
    pub(super) async fn numbers(
        &self,
        parts: &[(TensorId, Range<usize>)],
    ) -> Result<Vec<Vec<f32>>, EngineError> {
        self.gpu.check()?;
        let made = parts.iter().filter(|(id, _)| self.feeds.get(*id).is_none());
        let copies: Vec<_> = made
            .filter_map(|(id, range)| Some((self.lease(*id)?, bytes(range))))
            .collect();
        let mut made = self.gpu.read(&copies).await?.into_iter();
        let values = |(id, range): &(TensorId, Range<usize>)| match self.feeds.get(*id) {
            // What was fed is still at hand.
            Some(data) => as_real(data, range.clone()),
            None => made.next().unwrap_or_default(),
        };
        Ok(parts.iter().map(values).collect())
    }
}

impl Gpu {
    /// Byte ranges of buffers as numbers, each group of copies no larger than a buffer may be.
    pub(super) async fn read(
        &self,
        copies: &[(&Lease, Range<u64>)],
    ) -> Result<Vec<Vec<f32>>, EngineError> {
        let limit = self.device.limits().max_buffer_size;
        let mut values = Vec::with_capacity(copies.len());
        let mut rest = copies;
        while !rest.is_empty() {
            let mut total = 0;
            let fits = rest.iter().take_while(|(_, range)| {
                total += range.end - range.start;
                total <= limit
            });
            // A single tensor always fits: larger ones are refused before they run.
            let (group, later) = rest.split_at(fits.count().max(1));
            values.extend(self.read_group(group).await?);
            rest = later;
        }
        Ok(values)
    }

    async fn read_group(
        &self,
        copies: &[(&Lease, Range<u64>)],
    ) -> Result<Vec<Vec<f32>>, EngineError> {
        let lens = copies.iter().map(|(_, range)| range.end - range.start);
        let total: u64 = lens.clone().sum();
        let fetch = self.fetch(total, |encoder, staging| {
            let mut to = 0;
            for (lease, range) in copies.iter().filter(|(_, range)| !range.is_empty()) {
                let len = range.end - range.start;
                encoder.copy_buffer_to_buffer(lease.buffer(), range.start, staging, to, len);
                to += len;
            }
        });
        let bytes = fetch.bytes().await?;
        let mut rest = bytes.as_slice();
        let numbers = lens.map(|len| {
            let (part, later) = rest.split_at(len as usize);
            rest = later;
            bytemuck::pod_collect_to_vec(part)
        });
        Ok(numbers.collect())
    }

    /// Records copies of `total` bytes into a staging buffer with `record` and hands them over.
    pub(super) fn fetch(
        &self,
        total: u64,
        record: impl FnOnce(&mut wgpu::CommandEncoder, &wgpu::Buffer),
    ) -> Fetch<'_> {
        let staging = self.pool.take(STAGING, total);
        let mut encoder = self.device.create_command_encoder(&Default::default());
        record(&mut encoder, staging.buffer());
        self.queue.submit([encoder.finish()]);
        Fetch {
            gpu: self,
            staging,
            total,
        }
    }

    /// Waits for the device where nothing else drives it; in a browser the event loop does.
    pub(super) fn wait(&self) -> Result<(), EngineError> {
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        polled
            .map(drop)
            .map_err(|error| EngineError::Device(error.to_string()))
    }
}

/// Bytes on their way to the CPU.
pub(super) struct Fetch<'a> {
    gpu: &'a Gpu,
    staging: Lease,
    total: u64,
}

impl Fetch<'_> {
    /// Waits for the bytes.
    pub(super) async fn bytes(self) -> Result<Vec<u8>, EngineError> {
        if self.total == 0 {
            return Ok(Vec::new());
        }
        let (staging, refused) = (&self.staging, "it gave no numbers back");
        staging.spoil(true);
        let slice = staging.buffer().slice(..self.total);
        let (done, wait) = oneshot::channel();
        slice.map_async(wgpu::MapMode::Read, move |result| {
            // Nobody waits any more: the reader went away.
            let _unheard = done.send(result);
        });
        self.gpu.wait()?;
        let mapped = wait.await.is_ok_and(|result| result.is_ok());
        self.gpu.check()?;
        let view = if mapped {
            slice.get_mapped_range().ok()
        } else {
            None
        };
        let bytes = view.map(|view| view.to_vec());
        let bytes = bytes.ok_or_else(|| EngineError::Device(refused.into()))?;
        staging.buffer().unmap();
        staging.spoil(false);
        Ok(bytes)
    }
}

fn bytes(range: &Range<usize>) -> Range<u64> {
    4 * range.start as u64..4 * range.end as u64
}
