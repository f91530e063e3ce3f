//! Asks for a GPU, and says what came.

use crate::engine::backend::WhyCpu;
use crate::engine::error::EngineError;

/// Software implementations by what they call themselves, for a browser that doesn't say "fallback adapter".
const SOFTWARE: &[&str] = &["swiftshader", "llvmpipe", "lavapipe", "basic render driver"];

/// An adapter that was granted.
#[derive(Debug)]
pub(in crate::engine) struct Found {
    #[cfg(target_arch = "wasm32")]
    pub(super) instance: wgpu::Instance,
    pub(super) adapter: wgpu::Adapter,
    /// What the system or the browser calls it.
    pub(super) name: String,
    software: bool,
}

impl Found {
    /// Whether it computes on the CPU.
    pub(in crate::engine) fn is_software(&self) -> bool {
        self.software
    }

    fn new(instance: wgpu::Instance, adapter: wgpu::Adapter, name: String) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        drop(instance);
        let lower = name.to_lowercase();
        Self {
            software: adapter.get_info().device_type == wgpu::DeviceType::Cpu
                || SOFTWARE.iter().any(|known| lower.contains(known)),
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

/// Asks for an adapter.
///
/// # Errors
/// Why there is none.
#[cfg(not(target_arch = "wasm32"))]
pub(in crate::engine) async fn find() -> Result<Found, WhyCpu> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::VULKAN;
    let instance = wgpu::Instance::new(descriptor);
    let adapter = instance.request_adapter(&Default::default()).await;
    let adapter = adapter.map_err(|_| WhyCpu::NoWebGpu)?;
    let name = adapter.get_info().name;
    Ok(Found::new(instance, adapter, name))
}

/// Asks for an adapter.
///
/// # Errors
/// Why there is none.
#[cfg(target_arch = "wasm32")]
pub(in crate::engine) async fn find() -> Result<Found, WhyCpu> {
    let Some(name) = browser::adapter_name().await else {
        return Err(browser::why_none());
    };
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&Default::default()).await;
    let adapter = adapter.map_err(|_| WhyCpu::NoWebGpu)?;
    Ok(Found::new(instance, adapter, name))
}

/// What only the browser's own objects tell: `wgpu` passes on neither vendor nor architecture.
#[cfg(target_arch = "wasm32")]
mod browser {
    use super::WhyCpu;
    use js_sys::{Function, Promise, Reflect};
    use wasm_bindgen::{JsCast, JsValue};
    use wasm_bindgen_futures::JsFuture;

    /// The name of the adapter that the browser grants: its description, or vendor and architecture.
    pub(super) async fn adapter_name() -> Option<String> {
        let gpu = get(&get(&js_sys::global(), "navigator")?, "gpu")?;
        let ask: Function = get(&gpu, "requestAdapter")?.dyn_into().ok()?;
        let promise: Promise = ask.call0(&gpu).ok()?.dyn_into().ok()?;
        let adapter = JsFuture::from(promise)
            .await
            .ok()
            .filter(JsValue::is_object)?;
        let info = get(&adapter, "info").unwrap_or(JsValue::UNDEFINED);
        let words = ["description", "vendor", "architecture"]
            .map(|key| get(&info, key).and_then(|word| word.as_string()));
        let words: Vec<String> = words
            .into_iter()
            .flatten()
            .filter(|w| !w.is_empty())
            .collect();
        Some(words.join(", "))
    }

    /// Why there is no adapter: an insecure page isn't even told of WebGPU.
    pub(super) fn why_none() -> WhyCpu {
        let secure = get(&js_sys::global(), "isSecureContext").and_then(|flag| flag.as_bool());
        if secure == Some(false) {
            WhyCpu::InsecureHost
        } else {
            WhyCpu::NoWebGpu
        }
    }

    fn get(object: &JsValue, key: &str) -> Option<JsValue> {
        let value = Reflect::get(object, &JsValue::from_str(key)).ok()?;
        (!value.is_undefined() && !value.is_null()).then_some(value)
    }
}
