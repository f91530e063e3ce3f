//! A canvas that shows a picture of a run.

use super::latest::Local;
use crate::engine::Run;
use crate::engine::paint::Picture;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// A picture and the run that it is of.
#[derive(Clone)]
pub struct Shown {
    /// The run.
    pub run: Run,
    /// The picture.
    pub picture: Picture,
}

/// A canvas of one pixel per cell, scaled to a size by the style sheet's `image-rendering: pixelated`.
///
/// Pictures that come while one is being painted wait, and only the newest of them is painted.
#[component]
pub fn Canvas(
    /// What it shows; while there is nothing, it keeps what it had.
    #[prop(into)]
    shown: Local<Option<Shown>>,
    /// Its width and height on the page, in pixels.
    #[prop(into)]
    size: Signal<(f64, f64)>,
) -> impl IntoView {
    let node = NodeRef::<html::Canvas>::new();
    let waiting = StoredValue::new_local(None::<Shown>);
    let busy = StoredValue::new(false);
    Effect::new(move |_| {
        let (Some(canvas), Some(next)) = (node.get(), shown.get()) else {
            return;
        };
        waiting.set_value(Some(next));
        if busy.get_value() {
            return;
        }
        busy.set_value(true);
        spawn_local(async move {
            while let Some(Some(next)) = waiting.try_update_value(Option::take) {
                // Fails where the GPU is gone: the old picture stays until the page has run everything again.
                let _kept = next.run.show(&next.picture, &canvas).await;
            }
            busy.try_update_value(|busy| *busy = false);
        });
    });
    view! {
        <canvas
            node_ref=node
            aria-hidden="true"
            width="1"
            height="1"
            style:width=move || px(size.get().0)
            style:height=move || px(size.get().1)
        ></canvas>
    }
}

/// A length as CSS writes it.
pub fn px(length: f64) -> String {
    format!("{length:.2}px")
}
