//! What the browser tells of its GPU, before anything is downloaded to compute on it.

use super::backend::WhyCpu;

/// Software implementations by what they call themselves, for a browser that doesn't say "fallback adapter".
const SOFTWARE: &[&str] = &["swiftshader", "llvmpipe", "lavapipe", "basic render driver"];

/// Whether an adapter of this name computes on the CPU.
pub(super) fn is_software(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    SOFTWARE.iter().any(|known| lower.contains(known))
}

/// An adapter that would be granted.
#[derive(Debug)]
pub(super) struct Granted {
    /// What the browser calls it: its description, or vendor and architecture.
    pub(super) name: String,
    /// Whether it is known to compute on the CPU.
    pub(super) software: bool,
}

/// Asks for an adapter.
///
/// # Errors
/// Why there is none.
#[cfg(not(target_arch = "wasm32"))]
pub(super) async fn probe() -> Result<Granted, WhyCpu> {
    // Natively only the driver knows, and nothing is to be downloaded.
    Ok(Granted {
        name: String::new(),
        software: false,
    })
}

/// Asks for an adapter.
///
/// # Errors
/// Why there is none.
#[cfg(target_arch = "wasm32")]
pub(super) async fn probe() -> Result<Granted, WhyCpu> {
    browser::adapter().await.ok_or_else(browser::why_none)
}

/// What only the browser's own objects tell: `wgpu` passes on neither vendor nor architecture.
#[cfg(target_arch = "wasm32")]
mod browser {
    use super::{Granted, WhyCpu, is_software};
    use js_sys::{Function, Promise, Reflect};
    use wasm_bindgen::{JsCast, JsValue};
    use wasm_bindgen_futures::JsFuture;

    pub(super) async fn adapter() -> Option<Granted> {
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
        let name = words.join(", ");
        let fallback = get(&info, "isFallbackAdapter").and_then(|flag| flag.as_bool());
        Some(Granted {
            software: fallback == Some(true) || is_software(&name),
            name,
        })
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
