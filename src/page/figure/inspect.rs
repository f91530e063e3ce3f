//! The arithmetic behind a cell of an attention map, with the real numbers.

mod steps;
mod terms;

use super::latest::{Local, latest};
use super::maps::tokens;
use super::say_below;
use super::unique::unique;
use crate::experiment::OrderReport;
use crate::experiment::inspect::{Cell, map_cell};
use crate::page::Desk;
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys;
use std::rc::Rc;
use steps::Steps;
use wasm_bindgen::JsCast;

/// A cell of an attention map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The sentence, 0 or 1.
    pub side: usize,
    /// The layer, from 0.
    pub layer: usize,
    /// The head, from 0.
    pub head: usize,
    /// The query's row.
    pub query: usize,
    /// The key's row.
    pub key: usize,
}

/// The arithmetic of one cell, and the words that go with it.
#[derive(Clone)]
pub struct Found {
    /// Which cell.
    pub target: Target,
    /// The arithmetic.
    pub cell: Cell,
    /// The query's token.
    pub query: String,
    /// The key's token.
    pub key: String,
}

/// A panel with the arithmetic of the cell that was chosen; nothing while none is.
///
/// The panel takes the focus when it opens; Escape closes it, and the focus goes back to where it was.
#[component]
pub fn Inspect(
    /// The report that the cell is of.
    report: Local<Option<Rc<OrderReport>>>,
    /// The cell.
    target: RwSignal<Option<Target>>,
) -> impl IntoView {
    let desk = Desk::here();
    let panel = NodeRef::<html::Div>::new();
    let origin = StoredValue::new_local(None::<web_sys::HtmlElement>);
    let found = latest(move || {
        let report = report.get()?;
        let target = target.get().filter(|target| exists(&report, *target))?;
        Some(find(report, target))
    });
    let is_open = Memo::new(move |_| found.with(Option::is_some));
    // Another cell takes the focus to the panel; the same cell in another run doesn't.
    let opened = Memo::new(move |_| found.with(|found| found.as_ref().map(|found| found.target)));
    Effect::new(move |_| {
        if let (Some(_), Some(panel)) = (opened.get(), panel.get_untracked()) {
            let from = focused(&panel).filter(|from| !panel.contains(Some(from)));
            if from.is_some() {
                origin.set_value(from);
            }
            // The panel is shown by another effect of this very change.
            request_animation_frame(move || show(&panel));
        }
    });
    let close = move || {
        target.set(None);
        if let Some(origin) = origin.try_update_value(Option::take).flatten() {
            focus(&origin);
        }
    };
    let title = move || found.get().map(|found| title(desk, &found));
    let id = unique("inspect");
    view! {
        <div
            class="inspect"
            node_ref=panel
            tabindex="-1"
            role="region"
            aria-labelledby=id
            hidden=move || !is_open.get()
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    close();
                }
            }
        >
            <div class="inspect-head">
                <h3 id=id.clone()>{title}</h3>
                <button type="button" class="quiet" on:click=move |_| close()>
                    {move || say_below(desk).inspect.close}
                </button>
            </div>
            {move || found.get().map(|found| view! { <Steps found /> })}
        </div>
    }
}

fn title(desk: Desk, found: &Found) -> String {
    let Target {
        side, layer, head, ..
    } = found.target;
    let sentence = desk.strings().order.sentences[side];
    (say_below(desk).inspect.title)(sentence, layer + 1, head + 1, &found.query, &found.key)
}

/// Whether the report still has the cell: another sentence may be shorter.
fn exists(report: &OrderReport, target: Target) -> bool {
    let side = &report.sides[target.side];
    let n = side.tokens.len();
    let fits = target.query < n && target.key < n && target.layer < side.config.layers;
    fits && side.built.look.place(target.layer, target.head).is_some()
}

async fn find(report: Rc<OrderReport>, target: Target) -> Option<Found> {
    let side = &report.sides[target.side];
    let Target {
        layer,
        head,
        query,
        key,
        ..
    } = target;
    // A lost GPU is told by the page, which runs everything again.
    let cell = map_cell(side, layer, head, query, key)
        .await
        .ok()
        .flatten()?;
    let tokens = tokens(side);
    Some(Found {
        target,
        cell,
        query: tokens.exact(query),
        key: tokens.exact(key),
    })
}

/// What has the focus, in this document or in the shadow root that `near` lies in.
fn focused(near: &web_sys::Element) -> Option<web_sys::HtmlElement> {
    let root = near.get_root_node();
    let element = match root.dyn_ref::<web_sys::ShadowRoot>() {
        Some(shadow) => shadow.active_element(),
        None => document().active_element(),
    };
    element?.dyn_into().ok()
}

/// Brings the panel into sight, moving the page no more than needed, and gives it the focus.
fn show(panel: &web_sys::HtmlElement) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    panel.scroll_into_view_with_scroll_into_view_options(&options);
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    // Refused only by an element that is gone, which then needs no focus.
    let _refused = panel.focus_with_options(&options);
}

fn focus(element: &web_sys::HtmlElement) {
    // As above.
    let _refused = element.focus();
}
