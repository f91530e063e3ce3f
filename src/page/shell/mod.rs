//! The site around the view: header, heading, footer.

mod copy;
mod head;
mod language;
mod notice;
mod theme;

use super::desk::Desk;
use super::views::{CurrentView, Nav, words};
use head::Head;
use leptos::prelude::*;
pub use notice::Notice;

/// The whole page.
#[component]
pub fn Shell() -> impl IntoView {
    let desk = Desk::here();
    let strings = move || &desk.strings().site;
    let words = move || words(desk);
    view! {
        <a class="skip" href="#content">{move || strings().skip}</a>
        <Head />
        <Nav />
        <main class="site-main" id="content" tabindex="-1">
            <h1>{move || words().heading}</h1>
            <p class="lead">{move || words().lead}</p>
            <Notice />
            <CurrentView />
        </main>
        <footer class="site-foot">
            <p>{move || strings().footer}</p>
        </footer>
    }
}
