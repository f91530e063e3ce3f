//! The site around the view: header, heading, footer.

mod copy;
mod head;
mod language;
mod notice;
mod theme;

use super::desk::Desk;
use super::order::OrderView;
use head::Head;
use leptos::prelude::*;
pub use notice::Notice;

/// The whole page.
#[component]
pub fn Shell() -> impl IntoView {
    let desk = Desk::here();
    let strings = move || &desk.strings().site;
    view! {
        <a class="skip" href="#content">{move || strings().skip}</a>
        <Head />
        <main class="site-main" id="content" tabindex="-1">
            <h1>{move || strings().heading}</h1>
            <p class="lead">{move || strings().lead}</p>
            <Notice />
            <OrderView />
        </main>
        <footer class="site-foot">
            <p>{move || strings().footer}</p>
        </footer>
    }
}
