//! wasm-opt and esbuild: make the release small.
//!
//! They come from npm because that is current: the wasm-opt of Debian and of crates.io doesn't understand what today's
//! rustc writes.

use std::fs;

use anyhow::{Context, Result};

use crate::{project, sh::Sh};

use super::{Found, Tool, npm, version};

/// As in `xtask/tools/package.json`.
const VERSIONS: [(&str, &str); 2] = [("wasm-opt", "132"), ("esbuild", "0.28.2")];

pub const TOOL: Tool = Tool {
    name: "wasm-opt and esbuild",
    why: "shrink the release's wasm, scripts and style sheets; a `serve` build does without",
    cost: "npm, the packages binaryen and esbuild, into .tools/; some seconds",
    find,
    install,
};

fn find() -> Result<Found> {
    for (program, wanted) in VERSIONS {
        let Some(text) = Sh::new(program).arg("--version").read() else {
            return Found::missing(format!("{program} not found"));
        };
        let found = version::first_in(&text).unwrap_or("of an unknown version");
        if found != wanted {
            return Found::missing(format!("found {program} {found}, needed {wanted}"));
        }
    }
    Found::ready(VERSIONS.map(|(_, version)| version).join(" and "))
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
