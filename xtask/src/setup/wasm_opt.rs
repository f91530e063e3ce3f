//! wasm-opt: makes the release small.
//!
//! It comes from npm because that is current: the versions in Debian and on crates.io don't
//! understand what today's rustc writes.

use std::fs;

use anyhow::{Context, Result};

use crate::{project, sh::Sh};

use super::{Found, Tool, npm, version};

/// As in `xtask/tools/package.json` and `Trunk.toml`.
const VERSION: &str = "132";

pub const TOOL: Tool = Tool {
    name: "wasm-opt",
    why: "shrinks the release's wasm; a `serve` build does without",
    cost: "npm, the package binaryen, into .tools/; some seconds",
    find,
    install,
};

fn find() -> Result<Found> {
    let Some(text) = Sh::new("wasm-opt").arg("--version").read() else {
        return Found::missing("not found");
    };
    match version::first_in(&text) {
        Some(VERSION) => Found::ready(VERSION),
        found => Found::missing(format!(
            "found {}, needed {VERSION}",
            found.unwrap_or("an unknown version")
        )),
    }
}

fn install() -> Result<()> {
    let tools = project::tools();
    fs::create_dir_all(&tools)
        .with_context(|| format!("the folder {} can't be made", tools.display()))?;
    for file in ["package.json", "package-lock.json"] {
        let from = project::root().join("xtask/tools").join(file);
        fs::copy(&from, tools.join(file))
            .with_context(|| format!("{} can't be copied to .tools/", from.display()))?;
    }
    npm::install(&tools)
}
