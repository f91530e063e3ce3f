//! Mounting: the site's page into its document, and a lab into any element.

use super::desk::Desk;
use super::runner::Phase;
use super::shell::{Notice, Shell};
use super::store::Store;
use super::views::CurrentView;
use super::{engines, link};
use crate::experiment::State;
use crate::language::Language;
use crate::refusal::Refusal;
use js_sys::Array;
use leptos::mount::mount_to;
use leptos::prelude::*;
use std::any::Any;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, ShadowRootInit, ShadowRootMode};

/// What a mounted lab tells whoever mounted it.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The first report, or the first trouble, stands on the page.
    Ready(State),
    /// The state changed.
    Change(State),
    /// Something can't be computed, or wasn't taken: the sentence that the lab shows.
    Error(String),
}

/// A mounted lab. Dropping it unmounts.
pub struct MountHandle {
    store: Store,
    /// The views, and the owner of everything that they run; nothing once they are unmounted.
    mounted: Option<(Box<dyn Any>, Owner)>,
}

impl MountHandle {
    /// Puts another state in place, with what was refused of what was asked for.
    pub fn update(&self, state: State, refusals: Vec<Refusal>) {
        self.store.replace(state, refusals);
    }

    /// What is set at the moment.
    pub fn state(&self) -> State {
        self.store.state().get_untracked()
    }
}

impl Drop for MountHandle {
    fn drop(&mut self) {
        // The views go first: what they draw with must outlive them.
        self.mounted = None;
        engines::leave_all();
    }
}

/// Mounts the site's page into `root`, in place of what stood there before; the address bar follows.
pub fn mount_page(root: HtmlElement) {
    let (state, refusals) = State::from_query(&link::query());
    let width = root.client_width();
    root.set_inner_html("");
    let page = mount_to(root, move || {
        let store = Store::new(state, refusals);
        let desk = Desk::new(store, width);
        provide_context(desk);
        link::follow(store);
        if let Some(html) = document().document_element() {
            dress(html, desk);
        }
        Effect::new(move |_| document().set_title(desk.strings().site.document));
        view! { <Shell /> }
    });
    engines::share_all();
    // The page lives as long as its document.
    page.forget();
}

/// Mounts a lab into a shadow root of `host`, out of reach of the surrounding page's style; the site's own `sheets` dress it.
///
/// # Errors
/// The browser's, where `host` is no element that can have a shadow root.
pub fn mount_view(
    host: &HtmlElement,
    sheets: &Array,
    state: State,
    refusals: Vec<Refusal>,
    on_event: impl Fn(Event) + 'static,
) -> Result<MountHandle, JsValue> {
    let root = shadow_child(host, sheets)?;
    let owner = Owner::new();
    let store = owner.with(|| Store::new(state, refusals));
    let views = mount_to(root.clone(), move || {
        let desk = Desk::new(store, root.client_width());
        provide_context(desk);
        dress(root.into(), desk);
        tell(desk, on_event);
        view! {
            <Notice />
            <CurrentView />
        }
    });
    engines::share_all();
    Ok(MountHandle {
        store,
        mounted: Some((Box::new(views), owner)),
    })
}

/// An empty element in the shadow root of `host`.
fn shadow_child(host: &HtmlElement, sheets: &Array) -> Result<HtmlElement, JsValue> {
    let shadow = match host.shadow_root() {
        Some(shadow) => shadow,
        None => host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open))?,
    };
    shadow.set_inner_html("");
    shadow.set_adopted_style_sheets(sheets);
    let root: HtmlElement = document().create_element("div")?.unchecked_into();
    root.set_class_name("poslab embedded");
    shadow.append_child(&root)?;
    Ok(root)
}

/// Gives `root` the language and the theme of the moment.
fn dress(root: Element, desk: Desk) {
    Effect::new(move |_| {
        let tag = match desk.language.get() {
            Language::Zh => "zh-Hans",
            Language::En => "en",
        };
        let theme = desk.store.read(|state| state.choice("theme"));
        for (name, value) in [("lang", tag), ("data-theme", theme)] {
            // Fails only for names that are no attribute's.
            let _set = root.set_attribute(name, value);
        }
    });
}

/// Calls `on_event` for everything that happens.
fn tell(desk: Desk, on_event: impl Fn(Event) + 'static) {
    let on_event = Rc::new(on_event);
    let ready = on_event.clone();
    Effect::new(move |was: Option<bool>| {
        let rests = desk.runner.phase() == Phase::Rest;
        if rests && was != Some(true) {
            ready(Event::Ready(desk.store.state().get_untracked()));
        }
        rests || was == Some(true)
    });
    let change = on_event.clone();
    Effect::new(move |before: Option<State>| {
        let state = desk.store.state().get();
        if before.is_some_and(|before| before != state) {
            change(Event::Change(state.clone()));
        }
        state
    });
    let refused = on_event.clone();
    Effect::new(move |_| {
        for refusal in desk.store.notices() {
            refused(Event::Error(
                refusal.sentence(desk.language.get_untracked()),
            ));
        }
    });
    let failed = on_event.clone();
    Effect::new(move |_| {
        if let Some(trouble) = desk.runner.trouble() {
            failed(Event::Error(
                trouble.sentence(desk.language.get_untracked()),
            ));
        }
    });
    Effect::new(move |_| {
        if let Some(sentence) = desk.told.get() {
            on_event(Event::Error(sentence));
        }
    });
}
