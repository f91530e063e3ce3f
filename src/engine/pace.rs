//! Pace: long work on the CPU lets the browser breathe, so that the page answers while it runs.

/// Milliseconds of work between two breaths: under one frame of a 60 Hz screen.
#[cfg(target_arch = "wasm32")]
const WORK_MS: f64 = 12.0;

/// Watches how long the work has gone on without a pause.
#[derive(Debug)]
pub struct Pace {
    #[cfg(target_arch = "wasm32")]
    since: f64,
}

#[cfg(not(target_arch = "wasm32"))]
impl Pace {
    /// Starts to watch.
    pub fn start() -> Self {
        Self {}
    }

    /// Nobody waits for a native thread.
    pub async fn breathe(&mut self) {}
}

#[cfg(target_arch = "wasm32")]
impl Pace {
    /// Starts to watch.
    pub fn start() -> Self {
        Self {
            since: js_sys::Date::now(),
        }
    }

    /// Pauses where the work has gone on for long enough; else returns at once.
    pub async fn breathe(&mut self) {
        if js_sys::Date::now() - self.since >= WORK_MS {
            next_task().await;
            self.since = js_sys::Date::now();
        }
    }
}

/// Waits for the browser's next task, by a message to ourselves: a timer would be stretched to 4 ms when nested and to
/// a second in a hidden tab.
#[cfg(target_arch = "wasm32")]
async fn next_task() {
    use wasm_bindgen::JsCast;
    use wasm_bindgen::closure::Closure;
    // Without message channels the work goes on; every browser and Node have them.
    let Ok(channel) = web_sys::MessageChannel::new() else {
        return;
    };
    let (done, wait) = futures_channel::oneshot::channel::<()>();
    let (ear, mouth) = (channel.port1(), channel.port2());
    let port = ear.clone();
    // It frees itself when it is called, and it is called even after whoever waits has given up.
    let heard = Closure::once_into_js(move || {
        // An open port would keep Node alive.
        port.close();
        drop(done);
    });
    ear.set_onmessage(Some(heard.unchecked_ref()));
    if mouth.post_message(&wasm_bindgen::JsValue::NULL).is_ok() {
        // Ends when the message drops the sender; there is nothing to receive.
        let _ended = wait.await;
    }
}
