//! What a visitor sees: Leptos views over [`crate::experiment`]. This room never touches the GPU itself.
//!
//! Views take signals, never values, and find what they share (the language, the theme, the last report) with
//! `Desk::here()`. The site's own page ([`mount_page`]) and an embedded lab ([`mount_view`]) mount the same views.

mod anatomy;
mod compare;
mod control;
mod desk;
mod engines;
mod environment;
mod extension;
pub mod figure;
mod file;
mod guide;
mod later;
mod link;
mod look;
mod machine;
mod mount;
mod order;
mod patches;
mod race;
mod runner;
mod shell;
mod store;
pub mod text;
mod views;
mod wait;

pub use desk::{Desk, Report};
pub use engines::{engine, leave, share};
pub use mount::{Event, MountHandle, mount_page, mount_view};
pub use runner::{Phase, Runner};
pub use store::{Draft, Store};
