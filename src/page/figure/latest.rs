//! Answers that take time: only the newest question's answer counts.

use leptos::prelude::*;
use leptos::task::spawn_local;
use std::future::Future;

/// A value on this thread that changes: everything that holds a run.
pub type Local<T> = Signal<T, LocalStorage>;

/// Asks again whenever what `ask` reads changes, and keeps the newest answer.
///
/// An answer that comes late, after a newer question or after the view is gone, is dropped. The last answer stands
/// until the next one comes, so that nothing flickers; it goes where there is no question any more.
pub fn latest<T, F>(ask: impl Fn() -> Option<F> + 'static) -> Local<Option<T>>
where
    T: Clone + 'static,
    F: Future<Output = Option<T>> + 'static,
{
    let answer = RwSignal::new_local(None);
    let newest = StoredValue::new(0_u32);
    Effect::new(move |_| {
        let turn = newest.get_value().wrapping_add(1);
        newest.set_value(turn);
        match ask() {
            None => answer.set(None),
            Some(question) => spawn_local(async move {
                let found = question.await;
                if newest.try_get_value() == Some(turn) {
                    answer.set(found);
                }
            }),
        }
    });
    answer.into()
}
