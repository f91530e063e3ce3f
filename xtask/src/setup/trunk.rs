//! Trunk: builds the page and serves it.

use anyhow::Result;

use super::{Found, Tool, cargo_install};

/// 0.22 needs a newer Rust than the project does.
const VERSION: &str = "0.21.14";

pub const TOOL: Tool = Tool {
    name: "trunk",
    why: "builds the page (Rust, wasm, HTML) and serves it with live reload",
    cost: "cargo install; 3 to 9 minutes on two cores",
    find,
    install,
};

fn find() -> Result<Found> {
    cargo_install::find("trunk", VERSION)
}

fn install() -> Result<()> {
    cargo_install::install(&format!("trunk@{VERSION}"), &["--locked"])
}
