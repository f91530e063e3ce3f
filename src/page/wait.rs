//! Waiting, as a future.

use futures_channel::oneshot;
use leptos::prelude::set_timeout;
use std::time::Duration;

/// Waits for `duration`.
pub async fn wait(duration: Duration) {
    let (done, waited) = oneshot::channel();
    set_timeout(
        move || {
            // Nobody listens once the wait was dropped.
            let _unheard = done.send(());
        },
        duration,
    );
    // The timer owns the sender until it fires, so there is no other end.
    let _fired = waited.await;
}
