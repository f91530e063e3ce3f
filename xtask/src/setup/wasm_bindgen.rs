//! wasm-bindgen's program: writes the JavaScript between the page and its wasm.

use anyhow::Result;

use crate::project;

use super::{Found, Tool, cargo_install};

pub const TOOL: Tool = Tool {
    name: "wasm-bindgen",
    why: "writes the JavaScript that loads the wasm; its version is the library's in Cargo.lock",
    cost: "cargo install; 1 to 3 minutes on two cores",
    find,
    install,
};

fn find() -> Result<Found> {
    cargo_install::find("wasm-bindgen", &project::locked_version("wasm-bindgen")?)
}

fn install() -> Result<()> {
    let version = project::locked_version("wasm-bindgen")?;
    // Not --locked: the lock file in that crate names a version that was withdrawn.
    cargo_install::install(&format!("wasm-bindgen-cli@{version}"), &[])
}
