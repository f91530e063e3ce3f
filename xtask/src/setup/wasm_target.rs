//! Rust's own library, compiled for the browser.

use std::path::Path;

use anyhow::{Context, Result};

use crate::sh::Sh;

use super::{Found, Tool};

const TARGET: &str = "wasm32-unknown-unknown";

pub const TOOL: Tool = Tool {
    name: TARGET,
    why: "the page is Rust compiled for the browser; this is Rust's standard library for it",
    cost: "rustup; some seconds",
    find,
    install,
};

fn find() -> Result<Found> {
    let sysroot = Sh::new("rustc")
        .words("--print sysroot")
        .read()
        .context("`rustc --print sysroot` failed: install Rust as https://rustup.rs says")?;
    let lib = Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(TARGET)
        .join("lib");
    if lib.is_dir() {
        Found::ready("")
    } else {
        Found::missing("not found")
    }
}

fn install() -> Result<()> {
    Sh::new("rustup")
        .words("target add")
        .arg(TARGET)
        .or_say(
            "this Rust was not installed by rustup; add the target wasm32-unknown-unknown the \
             way your Rust was installed (Debian: apt-get install libstd-rust-dev-wasm32)",
        )
        .run()
}
