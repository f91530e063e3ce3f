//! Buffers by size class, taken and given back: on the web a dropped buffer frees nothing, and making one costs more
//! than most of our dispatches.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use wgpu::BufferUsages as Usage;

/// Free bytes that the pool holds at most; beyond them a buffer given back is destroyed.
const MOST_FREE: u64 = 256 << 20;

/// The smallest buffer: a binding of `array<vec4<f32>>` needs 16 bytes.
const LEAST: u64 = 16;

/// What a tensor's buffer is for.
pub(super) const TENSOR: Usage = Usage::STORAGE.union(Usage::COPY_SRC).union(Usage::COPY_DST);
/// What a buffer of constants is for.
pub(super) const CONSTANTS: Usage = Usage::UNIFORM.union(Usage::COPY_DST);
/// What a buffer of drawn instances is for.
pub(super) const INSTANCES: Usage = Usage::VERTEX.union(Usage::COPY_DST);
/// What a read-back's buffer is for.
pub(super) const STAGING: Usage = Usage::MAP_READ.union(Usage::COPY_DST);

/// The pool of one device.
#[derive(Debug)]
pub(super) struct Pool {
    device: wgpu::Device,
    free: RefCell<BTreeMap<(u32, u64), Vec<wgpu::Buffer>>>,
    free_bytes: Cell<u64>,
    closed: Cell<bool>,
}

impl Pool {
    pub(super) fn new(device: wgpu::Device) -> Self {
        Self {
            device,
            free: RefCell::default(),
            free_bytes: Cell::new(0),
            closed: Cell::new(false),
        }
    }

    /// A buffer of at least `bytes` bytes, with anything in it.
    pub(super) fn take(self: &Rc<Self>, usage: Usage, bytes: u64) -> Lease {
        let size = size_class(bytes).min(self.device.limits().max_buffer_size.max(LEAST));
        let mut free = self.free.borrow_mut();
        let reused = free.get_mut(&(usage.bits(), size)).and_then(Vec::pop);
        if reused.is_some() {
            self.free_bytes.set(self.free_bytes.get() - size);
        }
        Lease {
            buffer: reused.unwrap_or_else(|| self.make(usage, size)),
            pool: self.clone(),
            spoilt: Cell::new(false),
        }
    }

    /// Destroys what is free, and from now on whatever is given back.
    pub(super) fn close(&self) {
        self.closed.set(true);
        self.free_bytes.set(0);
        for buffer in std::mem::take(&mut *self.free.borrow_mut())
            .into_values()
            .flatten()
        {
            buffer.destroy();
        }
    }

    fn make(&self, usage: Usage, size: u64) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        })
    }

    fn give_back(&self, buffer: &wgpu::Buffer, spoilt: bool) {
        let size = buffer.size();
        if spoilt || self.closed.get() || self.free_bytes.get() + size > MOST_FREE {
            buffer.destroy();
            return;
        }
        self.free_bytes.set(self.free_bytes.get() + size);
        let key = (buffer.usage().bits(), size);
        self.free
            .borrow_mut()
            .entry(key)
            .or_default()
            .push(buffer.clone());
    }
}

/// A buffer taken from the pool; its end gives it back.
#[derive(Debug)]
pub(super) struct Lease {
    buffer: wgpu::Buffer,
    pool: Rc<Pool>,
    spoilt: Cell<bool>,
}

impl Lease {
    pub(super) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// Its first `bytes` bytes as a binding, rounded up to what a shader may read whole.
    pub(super) fn binding(&self, bytes: u64) -> wgpu::BindingResource<'_> {
        let bytes = bytes.max(LEAST).next_multiple_of(LEAST);
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &self.buffer,
            offset: 0,
            size: std::num::NonZeroU64::new(bytes),
        })
    }

    /// Marks it as unfit for another use (or, with `false`, as fit again): a mapping that is under way when its reader
    /// goes away can't be waited for.
    pub(super) fn spoil(&self, spoilt: bool) {
        self.spoilt.set(spoilt);
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.pool.give_back(&self.buffer, self.spoilt.get());
    }
}

/// The size class of `bytes`: four classes to an octave, so that at most a quarter is wasted.
fn size_class(bytes: u64) -> u64 {
    let bytes = bytes.max(LEAST);
    let step = (bytes.next_power_of_two() / 8).max(LEAST);
    bytes.next_multiple_of(step)
}

#[cfg(test)]
mod tests {
    use super::size_class;

    #[test]
    fn a_size_class_holds_its_bytes_and_wastes_little() {
        for bytes in (0..5000).chain([(1 << 27) - 1, 1 << 27, (1 << 27) + 1]) {
            let class = size_class(bytes);
            assert!(
                class >= bytes && class.is_multiple_of(16),
                "{bytes} in {class}"
            );
            assert!(class <= bytes + (bytes / 4).max(16), "{bytes} in {class}");
        }
    }
}
