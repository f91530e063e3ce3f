//! Asks for a GPU, and says what came.

use crate::engine::backend::WhyCpu;
use crate::engine::error::EngineError;
use crate::engine::probe;

/// An adapter that was granted.
#[derive(Debug)]
pub(super) struct Found {
    #[cfg(target_arch = "wasm32")]
    pub(super) instance: wgpu::Instance,
    pub(super) adapter: wgpu::Adapter,
    /// What the system or the browser calls it.
    pub(super) name: String,
    software: bool,
}

impl Found {
    /// Whether it computes on the CPU.
    pub(super) fn is_software(&self) -> bool {
        self.software
    }

    fn new(instance: wgpu::Instance, adapter: wgpu::Adapter, name: String) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        drop(instance);
        Self {
            software: adapter.get_info().device_type == wgpu::DeviceType::Cpu
                || probe::is_software(&name),
            #[cfg(target_arch = "wasm32")]
            instance,
            adapter,
            name,
        }
    }

    /// A device with WebGPU's default limits, but buffers as large as the adapter allows.
    ///
    /// # Errors
    /// [`EngineError::Device`] where it is refused.
    pub(super) async fn device(&self) -> Result<(wgpu::Device, wgpu::Queue), EngineError> {
        let (ours, theirs) = (wgpu::Limits::default(), self.adapter.limits());
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("poslab"),
            required_limits: wgpu::Limits {
                // Whole vectors of four: a binding is rounded up to them.
                max_storage_buffer_binding_size: theirs.max_storage_buffer_binding_size & !15,
                max_buffer_size: theirs.max_buffer_size & !15,
                ..ours
            },
            ..Default::default()
        };
        let device = self.adapter.request_device(&descriptor).await;
        device.map_err(|error| EngineError::Device(error.to_string()))
    }
}

/// Asks for an adapter, which the browser calls `name`; natively the driver knows better.
///
/// # Errors
/// Why there is none.
pub(super) async fn find(name: String) -> Result<Found, WhyCpu> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    if cfg!(not(target_arch = "wasm32")) {
        descriptor.backends = wgpu::Backends::VULKAN;
    }
    let instance = wgpu::Instance::new(descriptor);
    let adapter = instance.request_adapter(&Default::default()).await;
    let adapter = adapter.map_err(|_| WhyCpu::NoWebGpu)?;
    let name = if cfg!(target_arch = "wasm32") {
        name
    } else {
        adapter.get_info().name
    };
    Ok(Found::new(instance, adapter, name))
}
