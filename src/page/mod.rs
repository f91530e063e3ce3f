//! What a visitor sees: Leptos views over [`crate::experiment`]. This room never touches the GPU itself.
//!
//! Views take signals, never values, and read three things: the language, whether the page is dark, and the last
//! report. All three stand in [`Desk`], which every component finds with `Desk::here()`.

mod desk;
pub mod text;

pub use desk::Desk;
